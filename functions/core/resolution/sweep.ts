import type { CompiledRuleConfig, RecordPayload } from '../matching/compiled.ts';
import { queryAll, type Store, type Write } from '../store/port.ts';
import { Candidates } from './candidates.ts';
import { Deadline, REDO_AGE } from './deadline.ts';
import { isOlderThan, type JournalEntry, journalPartitions, readJournalEntry } from './journal.ts';
import { memberItem, memberKey, readRecord, recordKey } from './layout.ts';
import { linkClusters, type PlacedRecord } from './link.ts';
import type { SubmitDependencies } from './submit.ts';
import type { PreparedRecord } from './validate.ts';

/** Finishes the operations that began longer than the redo age ago. Two sweepers at once do no harm. */
export async function sweep(dependencies: SubmitDependencies): Promise<number> {
  let finished = 0;
  for await (const entry of unfinishedWork(dependencies.store, dependencies.now() - REDO_AGE)) {
    await finish(dependencies, entry);
    finished += 1;
  }
  return finished;
}

/** Journal entries of operations that began before the moment, oldest first within each partition. */
export async function* unfinishedWork(store: Store, before: number): AsyncGenerator<JournalEntry, void, undefined> {
  for (const partition of journalPartitions) {
    for await (const item of queryAll(store, partition)) {
      if (!isOlderThan(item, before)) break;
      yield readJournalEntry(item);
    }
  }
}

/** Redoes a submit from its first write on: drops members of records that it did not store, links those that it did. */
async function finish({ store, rules, now }: SubmitDependencies, entry: JournalEntry): Promise<void> {
  const deadline = new Deadline(now);
  const items = await store.getMany(entry.records.map((record) => recordKey(record.id)));
  const dangling: Write[] = [];
  const placed: PlacedRecord[] = [];
  entry.records.forEach(({ id, fragment }, index) => {
    const item = items[index];
    const stored = item === undefined ? undefined : readRecord(item);
    if (stored?.fragment !== fragment) dangling.push({ delete: memberKey(fragment, id) });
    if (stored?.operation === entry.operation) {
      placed.push({
        record: prepareStored(JSON.parse(stored.document) as RecordPayload, stored, rules),
        fragment: stored.fragment,
        incarnation: stored.incarnation,
      });
    }
  });
  deadline.check();
  await store.write([
    ...dangling,
    ...placed.map(({ record, fragment }): Write => ({ put: memberItem(fragment, record.id) })),
  ]);
  const clusters = placed.map((record) => ({ placed: [record], fragments: new Set<string>() }));
  if (clusters.length > 0) await linkClusters(store, clusters, new Map(), new Candidates(store, rules), deadline);
  await store.write([{ delete: entry.key }]);
  await store.durable();
}

function prepareStored(
  payload: RecordPayload,
  { id, document, digest }: { id: string; document: string; digest: string },
  rules: CompiledRuleConfig,
): PreparedRecord {
  const values = rules.resolve(payload);
  return { id, payload, document, digest, values, keys: rules.indexKeys(values) };
}
