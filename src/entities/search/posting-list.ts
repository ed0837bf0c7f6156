import type { IndexKey } from '../../rules/types.ts';
import { compareUtf8 } from '../../store/items.ts';
import type { Item, Page, Store } from '../../store/port.ts';
import { postingPartition } from '../items/index-keys.ts';
import { isBehind, type Place } from './place.ts';

/** The most postings of one read. */
export const LONGEST_WINDOW = 1_000;

/** The postings of one key, as far as they are read. */
export interface PostingList {
  readonly key: IndexKey;
  items: Item[];
  /** Where reading goes on; undefined at the end of the list. */
  next: string | undefined;
}

/** Reads a list on until it has so many postings, or ends. */
export async function extend(store: Store, list: PostingList, most: number): Promise<void> {
  while (list.next !== undefined && list.items.length < most) {
    const limit = Math.min(LONGEST_WINDOW + 1, most - list.items.length);
    const page: Page = await store.query(postingPartition(list.key.hash), { after: list.next, limit });
    list.items.push(...page.items);
    list.next = page.next;
  }
}

/**
 * A long list whose key implies its rules. It is not read to its end, because all that only it has stands at one score,
 * in its order.
 */
export class WindowedList implements PostingList {
  readonly key: IndexKey;
  items: Item[];
  next: string | undefined;
  /** Positions of the rules that all its records satisfy. */
  readonly rules: readonly number[];
  /** Of a record that only this list has. */
  readonly score: number;
  /** The items begin behind this place. */
  private from: string | undefined;
  /** True if all that this list has is before the cursor. */
  private isPassed = false;
  /** So many of the items were taken. */
  private taken = 0;

  constructor({ key, items, next }: PostingList, rules: readonly number[], score: number) {
    this.key = key;
    this.items = items;
    this.next = next;
    this.rules = rules;
    this.score = score;
  }

  /** The last posting up to which the list was read; undefined if it was read to its end. */
  get readTo(): string | undefined {
    return this.next === undefined ? undefined : (this.items.at(-1)?.sk ?? this.next);
  }

  /**
   * Goes to the cursor's place, as far as that is certain: every record of this list has its score or a higher one, so
   * what is before the cursor in the list is before it in the ranking, if the cursor's score is not higher.
   */
  async enter(store: Store, after: Place, window: number): Promise<void> {
    if (after.score > this.score) return;
    if (after.score < this.score) {
      // Whether the list has a candidate of another list must still be looked up.
      this.items = [];
      this.next = undefined;
      this.isPassed = true;
      return;
    }
    const last = this.items.at(-1);
    if (last !== undefined && compareUtf8(after.posting, last.sk) < 0) return;
    this.items = [];
    this.next = after.posting;
    this.from = after.posting;
    await extend(store, this, window);
  }

  /** True if what was read tells whether the list has the posting. */
  covers(posting: string): boolean {
    if (this.isPassed || (this.from !== undefined && compareUtf8(posting, this.from) <= 0)) return false;
    const { readTo } = this;
    return readTo === undefined || (this.items.length > 0 && compareUtf8(posting, readTo) <= 0);
  }

  /** The items that were read since this was called last. */
  take(): readonly Item[] {
    const fresh = this.items.slice(this.taken);
    this.taken = this.items.length;
    return fresh;
  }
}

/**
 * Behind this place there may be records that no list showed yet; undefined if there are none. Such a record is behind
 * the postings that were read of each list that has it, and so has the rules of these lists at most.
 */
export function horizonOf(
  lists: readonly WindowedList[],
  scoreOf: (rules: ReadonlySet<number>) => number,
): Place | undefined {
  const open = lists.flatMap(({ readTo, rules }) => (readTo === undefined ? [] : [{ readTo, rules }]));
  open.sort((a, b) => compareUtf8(a.readTo, b.readTo));
  const rules = new Set<number>();
  let horizon: Place | undefined;
  for (const list of open) {
    for (const rule of list.rules) rules.add(rule);
    const place = { score: scoreOf(rules), posting: list.readTo };
    if (horizon === undefined || isBehind(horizon, place)) horizon = place;
  }
  return horizon;
}
