import { present } from '../../assert.ts';
import type { Item, Key, Outcome, Put, Update, Value, Write } from '../../store/port.ts';
import { BLANK, splitText, TAB } from './texts.ts';

/**
 * The owner of an exact key: every record that has the key belongs to the owner's entity.
 *
 * | item      | pk       | sk  | attributes |
 * |-----------|----------|-----|------------|
 * | key owner | `K#hash` | `#` | `n` nodes that own the key, separated by blanks; several only where removed links or constraints keep them apart. `o` operation that claimed the key, which tells this owner from a later one |
 */
const OWNERS = 'K#';

export interface KeyOwner {
  readonly owners: readonly string[];
  /** The operation that claimed the key. */
  readonly claimedBy: string | undefined;
}

export const keyOwnerKey = (hash: string): Key => ({ pk: OWNERS + hash, sk: '#' });

export const readKeyOwner = (item: Item): KeyOwner => ({
  owners: ownersOf(item),
  claimedBy: item['o'] as string | undefined,
});

export const ownersOf = (item: Item | undefined): string[] => splitText(item?.['n'], BLANK);

export const hasSameOwners = (a: Item | undefined, b: Item | undefined): boolean => a?.['n'] === b?.['n'];

/** Claims an exact key for a node, unless the key has an owner. */
export const claimWrite = (hash: string, node: string, operation: string): Update => ({
  update: keyOwnerKey(hash),
  setIfAbsent: { n: node, o: operation },
});

/** The item of a key that one operation claimed, its attributes as JSON. */
export const keyOwnerText = (nodes: readonly string[], operation: string) => ({
  sk: keyOwnerKey('').sk,
  text: `{"n":"${nodes.join(BLANK)}","o":"${operation}"}`,
});

/** Replaces the owners of a key, on condition that they are as they were read; undefined when nothing changes. */
export function ownersWrite(hash: string, before: readonly string[], after: readonly string[]): Write | undefined {
  const [was, is] = [before.join(BLANK), [...after].sort().join(BLANK)];
  if (was === is) return undefined;
  const unchanged = was === '' ? ({ item: 'absent' } as const) : { attribute: 'n', equals: was };
  return is === ''
    ? { delete: keyOwnerKey(hash), if: [unchanged] }
    : { update: keyOwnerKey(hash), set: { n: is }, if: [unchanged] };
}

/** The owner of a key after a claim: the one that the claim met, or its node. */
export function ownerAfter(
  { node }: { readonly node: string },
  operation: string,
  outcome: Outcome | undefined,
): KeyOwner {
  const { before } = present(outcome, 'every write has an outcome');
  return before === undefined ? { owners: [node], claimedBy: operation } : readKeyOwner(before);
}

/** The owner of an exact key, among those that were read or claimed. */
export const ownerOf = (keyOwners: ReadonlyMap<string, KeyOwner>, hash: string): KeyOwner =>
  present(keyOwners.get(hash), 'every exact key of a published record has an owner');

/**
 * A posting says that a record has a blocking key. It is a hint: the record's own item decides.
 *
 * | item    | pk       | sk            | attributes |
 * |---------|----------|---------------|------------|
 * | posting | `B#hash` | `id` TAB `i`  | `n` node, `v` values to judge with |
 */
export const postingPartition = (hash: string): string => `B#${hash}`;

/** The record of a posting, with the version that has the key. */
export interface PostedRecord {
  readonly recordID: string;
  readonly recordVersion: string;
}

export interface Posting extends PostedRecord {
  readonly node: string;
  /** Carried values, in the order of the key plan's `carried`. */
  readonly values: readonly (readonly string[])[];
}

const sortKey = ({ recordID, recordVersion }: PostedRecord): string => recordID + TAB + recordVersion;

export const postingKey = (hash: string, posted: PostedRecord): Key => ({
  pk: postingPartition(hash),
  sk: sortKey(posted),
});

/** True if the item is the posting of this record version. */
export const isPostingOf = ({ sk }: Key, posted: PostedRecord): boolean => sk === sortKey(posted);

export const postingItem = (hash: string, posting: Posting): Item => ({
  ...postingKey(hash, posting),
  n: posting.node,
  v: posting.values as Value,
});

/** The sort key of a posting, and its attributes as JSON. @param values carried values as JSON */
export const postingText = (posted: PostedRecord & Pick<Posting, 'node'>, values: string) => ({
  sk: sortKey(posted),
  text: `{"n":"${posted.node}","v":${values}}`,
});

export function readPosting(item: Item): Posting {
  const end = item.sk.lastIndexOf(TAB);
  return {
    recordID: item.sk.slice(0, end),
    recordVersion: item.sk.slice(end + 1),
    node: item['n'] as string,
    values: item['v'] as unknown as readonly (readonly string[])[],
  };
}

/** Updates the node of a posting, if it exists: the posting of an erased record must not come back. */
export const movePostingWrite = (hash: string, posted: PostedRecord, node: string): Update => ({
  update: postingKey(hash, posted),
  set: { n: node },
  if: [{ item: 'present' }],
});

/**
 * A blocking key that more records share than this says nothing about any of them (a switchboard's number, a
 * placeholder): it links as many of them and no others. 1,000 candidates are judged in a few milliseconds and fit one
 * page of the store.
 *
 * | item   | pk       | sk   | attributes |
 * |--------|----------|------|------------|
 * | mark   | `B#hash` | TAB  | `c` how many records at least had the key when it was marked |
 * | listed | `G#`     | hash | `r` rules whose key it is; `s` when the key links nothing and a search found it too frequent |
 */
export const OVER_FREQUENT_KEY_RECORDS = 1_000;

/**
 * The values that a deployment may choose. Below them, families and firms lose links; above them, every submit with
 * the key reads megabytes.
 */
export const genericKeyRecordsBounds = { least: 10, most: 10_000 } as const;

/** Before every posting of its partition, because no record id is empty. */
const MARK = TAB;

export const overFrequentMarkKey = (hash: string): Key => ({ pk: postingPartition(hash), sk: MARK });

export const isOverFrequentMark = ({ sk }: Key): boolean => sk === MARK;

/** Marks a key that this many records share at least: from now on it yields no candidates. */
export const overFrequentMarkWrite = (hash: string, holders: number): Put => ({
  put: { ...overFrequentMarkKey(hash), c: holders },
});

/** Records that had the key when it was marked; a mark without the number gets the fewest that a deployment can mark. */
export const holdersWhenMarked = (mark: Item): number =>
  (mark['c'] as number | undefined) ?? genericKeyRecordsBounds.least + 1;

/** The partition that lists over-frequent keys for `metrics`. */
export const OVER_FREQUENT_KEYS = 'G#';

export interface ListedKey {
  readonly hash: string;
  readonly ruleIDs: readonly string[];
  /** False for a key that serves searches only and that a search found too frequent. */
  readonly isMarked: boolean;
}

export const listedKeyOf = (hash: string): Key => ({ pk: OVER_FREQUENT_KEYS, sk: hash });

export const listedKeyItem = ({ hash, ruleIDs, isMarked }: ListedKey): Item => ({
  ...listedKeyOf(hash),
  r: ruleIDs,
  ...(isMarked ? {} : { s: true }),
});

export const readListedKey = (item: Item): ListedKey => ({
  hash: item.sk,
  ruleIDs: item['r'] as readonly string[],
  isMarked: item['s'] !== true,
});
