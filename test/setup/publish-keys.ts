import { findRoots } from '../../src/entities/forest/find.ts';
import { keyOwnerKey, ownersOf, ownersWrite, postingItem } from '../../src/entities/items/index-keys.ts';
import { RECORDS, readRecord } from '../../src/entities/items/record.ts';
import { canLink, carriedValues } from '../../src/entities/keys/candidates.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../src/rules/types.ts';
import type { Store, TableScan } from '../../src/store/port.ts';

/** Publishes the keys that stored records have by other rules, one record after the other. Links nothing. */
export async function publishKeys(store: Store, table: TableScan, rules: CompiledRuleConfig): Promise<void> {
  for (let after: Parameters<TableScan['scan']>[0]['after']; ; ) {
    const { items, next } = await table.scan({ segment: 0, segments: 1, prefix: RECORDS, ...(after && { after }) });
    for (const item of items) {
      const record = readRecord(item);
      const values = rules.resolve(JSON.parse(record.document) as RecordPayload);
      for (const key of rules.indexKeys(values)) {
        if (key.plan.exact) await addOwner(store, key.hash, record.node);
        else if (canLink(key)) {
          const posting = { ...record, recordID: record.id, values: carriedValues(key, values) };
          await store.write([{ put: postingItem(key.hash, posting) }]);
        }
      }
    }
    if (next === undefined) return;
    after = next;
  }
}

async function addOwner(store: Store, hash: string, node: string): Promise<void> {
  const [item] = await store.getMany([keyOwnerKey(hash)]);
  const owners = ownersOf(item);
  const roots = await findRoots(store, new Set([...owners, node]));
  if (owners.some((owner) => roots.get(owner) === roots.get(node))) return;
  const write = ownersWrite(hash, owners, [...owners, node]);
  if (write !== undefined) await store.write([write]);
}
