import { RetryableError } from '../../errors.ts';
import { piecewise } from '../../rules/matchers/long-comparison.ts';
import type { Hit, PreparedSearch, RecordPayload } from '../../rules/types.ts';
import type { Item, Key } from '../../store/port.ts';
import type { Work } from '../../work.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { Forest, type ForestSeen } from '../forest/forest.ts';
import { hasSameOwners, ownersOf } from '../items/index-keys.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import { type Pace, UNITS_OF_PAIR, UNITS_OF_RECORD } from '../pace.ts';
import { type EntityRecord, MOST_READS } from '../read/read-entities.ts';

/** One search under way. */
export interface Search {
  readonly context: Context;
  readonly prepared: PreparedSearch;
  readonly deadline: Deadline;
  readonly pace: Pace;
  /** Whether and how a record is hit that was judged already, by the sort key of its postings. Its content never changes. */
  readonly judged: Map<string, Hit | undefined>;
}

/** The owners of the exact keys of a search, with the keys. */
export interface Owning {
  readonly keys: readonly Key[];
  readonly owners: readonly (Item | undefined)[];
  readonly nodes: ReadonlySet<string>;
}

/** The sort key of the postings of a record. */
export const postingOf = ({ id, recordVersion }: Pick<StoredRecord, 'id' | 'recordVersion'>): string =>
  `${id}\t${recordVersion}`;

/** Whether and how a search hits a record. */
export function* judgeRecord({ context, prepared }: Search, payload: RecordPayload): Work<Hit | undefined> {
  const values = prepared.resolve === undefined ? context.rules.resolve(payload) : prepared.resolve(payload);
  yield UNITS_OF_RECORD + UNITS_OF_PAIR;
  return yield* piecewise(() => prepared.hit(values));
}

/** The hits among the records of an entity, by position. */
export function* hitsAmong(search: Search, records: readonly EntityRecord[]): Work<ReadonlyMap<number, Hit>> {
  const { judged } = search;
  const hits = new Map<number, Hit>();
  for (let position = 0; position < records.length; position++) {
    const record = records[position]!;
    const posting = postingOf(record);
    const hit = judged.has(posting) ? judged.get(posting) : yield* judgeRecord(search, record.payload);
    if (hit !== undefined) hits.set(position, hit);
  }
  return hits;
}

/**
 * The entities of the nodes, read again until nothing moved meanwhile. The owners of a record's keys change before it
 * leaves its entity. So they are read again behind the nodes, and the entities of other owners are read, too.
 *
 * @param nodes gets the owners that are found
 * @param ahead has nodes that were read already
 */
export async function readHit(
  search: Search,
  nodes: Set<string>,
  owning?: Owning,
  ahead?: Forest,
): Promise<ForestSeen> {
  const { store } = search.context;
  let met: ReadonlySet<string> = new Set();
  let owners = owning?.owners ?? [];
  for (let read = 1; ; read++) {
    const forest = read === 1 && ahead !== undefined ? ahead : new Forest(store);
    const seen = await forest.trees(nodes, met, owning?.keys);
    const isWhole =
      !seen.torn && owners.every((owner, index) => owner === undefined || hasSameOwners(owner, seen.beside[index]));
    if (isWhole || read === MOST_READS) return seen;
    checkTime(search);
    met = seen.met;
    owners = seen.beside;
    for (const node of owners.flatMap(ownersOf)) nodes.add(node);
  }
}

/** Stored records by id. */
export async function storedRecords({ context }: Search, ids: Iterable<string>): Promise<Map<string, StoredRecord>> {
  const items = await context.store.getMany([...ids].map(recordKey));
  const found = new Map<string, StoredRecord>();
  for (const item of items) {
    if (item === undefined) continue;
    const record = readRecord(item);
    found.set(record.id, record);
  }
  return found;
}

/** Called before every round trip. */
export function checkTime({ deadline }: Pick<Search, 'deadline'>): void {
  if (deadline.isOver()) throw outOfTime();
}

export const outOfTime = (): RetryableError =>
  new RetryableError('the search did not end in time', {
    hint: 'Send it again, or give it more fields, so that fewer records are to be read.',
  });
