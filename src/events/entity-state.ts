import { createHash } from 'node:crypto';
import { type FindResult, findSets } from '../entities/forest/find.ts';
import { readTree, type Tree } from '../entities/forest/forest.ts';
import { nodeKey, readNode } from '../entities/items/node.ts';
import { exceptReserved, readRecord, recordKey, type StoredRecord } from '../entities/items/record.ts';
import { Pace } from '../entities/pace.ts';
import type { Store } from '../store/port.ts';
import { recordList } from './entity-event.ts';

/** The current state of an entity, as far as events carry it. */
export type EntityState =
  | {
      readonly kind: 'live';
      readonly count: number;
      readonly exact: boolean;
      /** The first records in storage order. */
      readonly recordIDs: readonly string[];
      /** True if the record belongs to the entity; always true for a large entity, whose records are not read. */
      readonly holds: (recordID: string) => boolean;
      /** Changes when the entity's records or their content change; empty for a large entity. */
      readonly digest: string;
    }
  | { readonly kind: 'merged'; readonly into: string }
  | { readonly kind: 'deleted' };

/** Records are read for entities up to this size. For a larger entity, only the members are counted. */
const JUDGED = 1_000;
const COUNTED = 10_000;
const READ_AT_ONCE = 500;

/**
 * Reads the state of entities with strongly consistent reads. The state is undefined for an entity that changed during
 * the read, because a record that moves between two sets may be missed. The change shows in the root's version, in the
 * heartbeat of its lock, or in its parent.
 */
export async function readEntityStates(
  store: Store,
  entities: readonly string[],
): Promise<Map<string, EntityState | undefined>> {
  const findResults = await findSets(store, entities);
  const states = new Map<string, EntityState | undefined>();
  const open: { entity: string; standing: FindResult; tree: Tree }[] = [];
  await Promise.all(
    entities.map(async (entity) => {
      const standing = findResults.get(entity)!;
      if (standing.entity !== entity) states.set(entity, { kind: 'merged', into: standing.entity });
      else
        open.push({ entity, standing, tree: await readTree(store, entity, COUNTED, new Pace(), { ofEntity: true }) });
    }),
  );
  const judged = open.filter(({ tree }) => tree.members.size <= JUDGED);
  const records = await readMembers(
    store,
    judged.flatMap(({ tree }) => [...tree.members]),
  );
  // Read last, so that every record that moved in the meantime shows in its root.
  const nodes = await store.getMany(open.map(({ standing }) => nodeKey(standing.root)));
  open.forEach(({ entity, standing, tree }, index) => {
    const now = readNode(nodes[index]);
    const { state } = standing;
    if (now.heartbeat !== state.heartbeat || now.version !== state.version || now.parent !== undefined) {
      states.set(entity, undefined);
      return;
    }
    const ordered: { id: string; recordVersion: string }[] = [];
    if (tree.members.size <= JUDGED) {
      for (const member of tree.members) {
        const record = records.get(member);
        if (record !== undefined && tree.nodes.has(record.node)) ordered.push(record);
      }
      ordered.sort((a, b) => (a.recordVersion < b.recordVersion ? -1 : 1));
      states.set(
        entity,
        ordered.length === 0
          ? { kind: 'deleted' }
          : {
              kind: 'live',
              count: ordered.length,
              exact: true,
              recordIDs: recordList()(ordered.map(({ id }) => id)),
              holds: holderOf(ordered),
              digest: digestOf(ordered),
            },
      );
    } else {
      const recordIDs = recordList()(tree.members);
      states.set(entity, {
        kind: 'live',
        count: Math.min(tree.members.size, COUNTED),
        exact: false,
        recordIDs,
        holds: () => true,
        digest: '',
      });
    }
  });
  return states;
}

/** The fields of a record that {@link readEntityStates} needs. */
type Member = Pick<StoredRecord, 'id' | 'recordVersion' | 'node'>;

/** Keeps no content: a record has up to 300 KB, and many large entities may be read together. */
async function readMembers(store: Store, recordIDs: readonly string[]): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  for (let start = 0; start < recordIDs.length; start += READ_AT_ONCE) {
    const items = await store.getMany(recordIDs.slice(start, start + READ_AT_ONCE).map(recordKey));
    for (const item of items.map(exceptReserved)) {
      if (item === undefined) continue;
      const { id, recordVersion, node } = readRecord(item);
      members.set(id, { id, recordVersion, node });
    }
  }
  return members;
}

function holderOf(records: readonly { id: string }[]): (recordID: string) => boolean {
  const ids = new Set(records.map(({ id }) => id));
  return (recordID) => ids.has(recordID);
}

function digestOf(records: readonly { id: string; recordVersion: string }[]): string {
  const hash = createHash('sha256');
  for (const { id, recordVersion } of records) hash.update(`${recordVersion}\t${id}\n`);
  return hash.digest('base64url').slice(0, 22);
}
