import type { Item, Key, Put } from '../../store/port.ts';
import { postingPartition } from './posting.ts';
import { TAB } from './text-list.ts';

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
