import { present } from '../../assert.ts';
import {
  type Check,
  discarding,
  type Item,
  type Key,
  type Put,
  type Store,
  type Update,
  type Value,
  type Write,
} from '../../store/port.ts';
import {
  type Counts,
  completeOperation,
  contentInShard,
  countWrites,
  epochCheck,
  erasedWrite,
  isInPendingShard,
  isUnderEpoch,
  noteWrite,
  operationsIn,
  pendingShardKey,
  pendingShardKeys,
  type RulesEpoch,
  RulesReplacedError,
  refuseReplaced,
  withdrawal,
} from './counters.ts';
import { idFloor, shardOf } from './ids.ts';

/**
 * The journal lists the operations under way, so that the sweeper can finish those that a crash interrupts. An entry is
 * written before the first write of its operation and deleted after the last. It is an item of its own, or an attribute
 * of a pending-operations shard (counters.ts); the operation's id says which.
 *
 * | item  | pk        | sk        | attributes |
 * |-------|-----------|-----------|------------|
 * | entry | `J#shard` | operation | `r` records, `c` created records, `f` founded entities, `m` removed content as JSON text, `n` nodes to rebuild, `k` unlinked records, `b` constraint, `l` lifted constraints, `d` decision and `a` what is done about it, `s` stored, `t` taken by the sweeper, `w` root and `q` result of a rebuild that served it |
 */
const SHARDS = 16;

/** Content that a record loses because it is changed or erased, and the node that it was in. */
export interface RemovedContent {
  readonly recordID: string;
  readonly recordVersion: string;
  readonly node: string;
  readonly exact: readonly string[];
  readonly blocking: readonly string[];
}

/** What an operation has to do. */
export interface Work {
  /** Records to publish and link, as far as the operation stored them. */
  readonly recordIDs: readonly string[];
  /** New records and new entities, which are counted when the operation is finished. */
  readonly created: number;
  readonly founded: number;
  readonly removed: readonly RemovedContent[];
  /** Nodes whose entities are to be rebuilt because links were removed. */
  readonly rebuild: readonly string[];
  /** Records that lose a link: the entities that hold them by then are to be rebuilt as well. */
  readonly unlinked: readonly string[];
  /** Reference of the constraint that is to separate the parts of the rebuild. */
  readonly constraint?: string;
  /** References of lifted constraints: the records of the entities that they separated are to be linked again. */
  readonly relink: readonly string[];
  /** The decision of a person that is to be carried out or taken back. */
  readonly decision?: DecisionWork;
}

interface DecisionWork {
  readonly id: string;
  readonly action: 'link' | 'separate' | 'undo';
}

export interface JournalEntry extends Work {
  /** The key of the item that holds the entry. */
  readonly key: Key;
  readonly operation: string;
  /** The work as text, if the entry is in a pending-operations shard. */
  readonly content?: string;
  /** True if a record of the operation was erased before the operation ended: then it did store its records. */
  readonly stored: boolean;
}

/** Entities that an entry lists as the result of a rebuild. */
const LISTED_ENTITIES = 100;

/** Notes in the entry of an operation that a rebuild of the root's entity did its work; refused when it is closed. */
export const servedWrite = (operation: string, entities: readonly string[], root: string): Update => ({
  update: journalKey(operation),
  set: { w: root, q: entities.slice(0, LISTED_ENTITIES) },
  if: [{ item: 'present' }],
});

/** The entities that came out of the rebuild noted by {@link servedWrite}; undefined if none of this root is noted. */
export const readServed = (entry: Item | undefined, root: string): readonly string[] | undefined =>
  entry?.['w'] === root ? (entry['q'] as readonly string[]) : undefined;

const partition = (shard: number): string => `J#${shard}`;

/** Every partition of entries that are items of their own. */
export const journalPartitions: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => partition(shard));

/** The key of the item that holds the entry of an operation, see {@link isOpen}. */
export const journalKey = (operation: string): Key =>
  isInPendingShard(operation)
    ? pendingShardKey(operation)
    : { pk: partition(shardOf(operation, SHARDS)), sk: operation };

/** True if the operation is unfinished, given the item of its {@link journalKey}. */
export const isOpen = (item: Item | undefined, operation: string): boolean =>
  isInPendingShard(operation) ? contentInShard(item, operation) !== undefined : item !== undefined;

/**
 * Opens the entry of an operation. In a shard it is refused if other rules are in force; an entry of its own needs a
 * check beside it, or its end does ({@link closeEntry}).
 */
export const openWrite = (operation: string, work: Partial<Work>, epoch: RulesEpoch): Write =>
  isInPendingShard(operation)
    ? noteWrite(operation, JSON.stringify(contentOf(work)), epoch)
    : { put: journalItem(operation, work) };

/** Takes an entry with an item of its own from its process: writes that {@link stillOpen} guards are refused then. */
export const takingWrite = ({ key }: JournalEntry): Update => ({
  update: key,
  set: { t: 1 },
  if: [{ item: 'present' }],
});

/** Refuses a transaction if the operation's entry, an item of its own, was closed or taken. */
export const stillOpen = (operation: string): Check => ({
  check: journalKey(operation),
  if: [{ item: 'present' }, { attribute: 't', absent: true }],
});

/** Closes the entry of an operation that stored nothing, or has nothing to count. */
export const withdrawalWrite = (operation: string): Write =>
  isInPendingShard(operation) ? withdrawal(operation) : { delete: journalKey(operation) };

/** Notes in the entry that the operation did store its records. Refused if the entry is closed. */
export function erasedRecordWrite(operation: string, item: Item): Update {
  return isInPendingShard(operation)
    ? erasedWrite(operation, present(contentInShard(item, operation), 'an open operation has its work in its shard'))
    : { update: journalKey(operation), set: { s: 1 }, if: [{ item: 'present' }] };
}

/** What closes an entry. */
export interface Closing {
  readonly counts: Counts;
  /** That of the rules by which the operation was done. */
  readonly epoch: RulesEpoch;
}

/**
 * Closes the entry of an operation and counts what it did; once, even if several processes close it. Its outbox entries are
 * there already. The caller has just finished the operation, and waits no longer than the engine needs. Returns false if
 * another process closed the entry: it took this one for dead.
 *
 * @throws RulesReplacedError if other rules came into force before: the entry is left to the sweeper
 */
export async function closeEntry(
  store: Store,
  operation: string,
  work: Partial<Work>,
  { counts, epoch }: Closing,
): Promise<boolean> {
  if (isInPendingShard(operation)) {
    const content = JSON.stringify(contentOf(work));
    return completeOperation(store, operation, content, { ...counts, outbox: [], unlessErased: false });
  }
  const key = journalKey(operation);
  const check = epochCheck(operation, epoch);
  const counting = countWrites(operation, counts, epoch);
  if (store.billsTransactions === true) {
    const writes = [...discarding([key], counting), ...(counting.length === 0 ? [check] : [])];
    const { applied, refused } = await store.transact(writes);
    refuseReplaced(writes, refused, epoch);
    return applied;
  }
  // This engine reads without a call, and answers before the entry is deleted. It opens entries under the epoch, so that the next
  // phase waits for them: this check only has the caller answer by the rules in force.
  const [entry, signed] = await store.getMany([key, check.check]);
  if (!isUnderEpoch(signed, epoch)) throw new RulesReplacedError();
  await store.discard([key], counting);
  return entry !== undefined;
}

/** The same for an entry that the sweeper found, with its outbox entries. Returns false if it changed since. */
export async function closeFound(
  store: Store,
  { key, operation, content, stored }: JournalEntry,
  outbox: readonly Put[],
  { counts, epoch }: Closing,
): Promise<boolean> {
  if (content !== undefined)
    return completeOperation(store, operation, content, { ...counts, outbox, unlessErased: !stored });
  const [closing, ...also] = discarding([key], [...countWrites(operation, counts, epoch), ...outbox]);
  const unlessErased = stored ? [] : [{ attribute: 's', absent: true as const }];
  const writes = [
    { ...present(closing, 'an entry is closed by a write'), if: [{ item: 'present' as const }, ...unlessErased] },
    ...also,
  ];
  const { applied, refused } = await store.transact(writes);
  refuseReplaced(writes, refused, epoch);
  return applied;
}

/** Removed content as the journal stores it. */
interface StoredRemoval {
  readonly recordID: string;
  readonly incarnation: string;
  readonly fragment: string;
  readonly deciding: readonly string[];
  readonly suggesting: readonly string[];
}

const removedText = (removed: readonly RemovedContent[]): string =>
  JSON.stringify(
    removed.map(
      ({ recordID, recordVersion, node, exact, blocking }): StoredRemoval => ({
        recordID,
        incarnation: recordVersion,
        fragment: node,
        deciding: exact,
        suggesting: blocking,
      }),
    ),
  );

const readRemoved = (text: string): RemovedContent[] =>
  (JSON.parse(text) as StoredRemoval[]).map(({ recordID, incarnation, fragment, deciding, suggesting }) => ({
    recordID,
    recordVersion: incarnation,
    node: fragment,
    exact: deciding,
    blocking: suggesting,
  }));

function contentOf(work: Partial<Work>): Record<string, Value> {
  const content: Record<string, Value> = {};
  if (work.recordIDs !== undefined && work.recordIDs.length > 0) content['r'] = work.recordIDs;
  if (work.created !== undefined && work.created > 0) content['c'] = work.created;
  if (work.founded !== undefined && work.founded > 0) content['f'] = work.founded;
  if (work.removed !== undefined && work.removed.length > 0) content['m'] = removedText(work.removed);
  if (work.rebuild !== undefined && work.rebuild.length > 0) content['n'] = work.rebuild;
  if (work.unlinked !== undefined && work.unlinked.length > 0) content['k'] = work.unlinked;
  if (work.constraint !== undefined) content['b'] = work.constraint;
  if (work.relink !== undefined && work.relink.length > 0) content['l'] = work.relink;
  if (work.decision !== undefined) {
    content['d'] = work.decision.id;
    content['a'] = work.decision.action;
  }
  return content;
}

/** An entry as an item of its own. */
export const journalItem = (operation: string, work: Partial<Work>): Item => ({
  ...journalKey(operation),
  ...contentOf(work),
});

function entryOf(key: Key, operation: string, content: { readonly [name: string]: Value }, stored: boolean) {
  const texts = (name: string) => (content[name] as readonly string[] | undefined) ?? [];
  const constraint = content['b'] as string | undefined;
  return {
    key,
    operation,
    recordIDs: texts('r'),
    created: (content['c'] as number | undefined) ?? 0,
    founded: (content['f'] as number | undefined) ?? 0,
    removed: content['m'] === undefined ? [] : readRemoved(content['m'] as string),
    rebuild: texts('n'),
    unlinked: texts('k'),
    ...(constraint === undefined ? {} : { constraint }),
    relink: texts('l'),
    ...(content['d'] === undefined
      ? {}
      : { decision: { id: content['d'] as string, action: content['a'] as DecisionWork['action'] } }),
    stored,
  };
}

/** The entries that an item of the journal holds, one or a pending-operations shard's. */
export function readEntries(item: Item): JournalEntry[] {
  if (item.sk !== pendingShardKeys[0]!.sk) {
    const key = { pk: item.pk, sk: item.sk };
    return [entryOf(key, item.sk, item, item['s'] !== undefined)];
  }
  return operationsIn(item).map(({ operation, content, erased }) => ({
    ...entryOf(
      pendingShardKey(operation),
      operation,
      JSON.parse(content) as { readonly [name: string]: Value },
      erased,
    ),
    content,
  }));
}

/** Whether the operation began before the moment. */
export const isOlderThan = (operation: string, milliseconds: number): boolean => operation < idFloor(milliseconds);
