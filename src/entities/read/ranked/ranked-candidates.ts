import type { IndexKey, PreparedSearch, RecordPayload, SearchRanking } from '../../../rules/types.ts';
import { type Item, type Page, queryMany, type Store } from '../../../store/port.ts';
import { compareUtf8 } from '../../../store/utf8-order.ts';
import type { Context } from '../../context.ts';
import { holdersWhenMarked, isOverFrequentMark } from '../../items/over-frequent-keys.ts';
import { postingPartition, readPosting } from '../../items/posting.ts';
import { readRecord, recordKey } from '../../items/record.ts';
import type { OverFrequentKey } from '../search-candidates.ts';
import { comparePlaces, isBehind, type Place, ranked } from './place.ts';

/** Postings of the first read of each key: about 4 KB, which are one read unit. */
export const WINDOW = 30;
/** The most postings of one read. */
const LONGEST_WINDOW = 1_000;
/** Reading on costs less than looking up more postings than this. */
const LOOKED_UP = 32;

/** A record that the search hits, as far as its postings tell. */
export class RankedCandidate {
  readonly posting: string;
  readonly recordID: string;
  readonly recordVersion: string;
  /** Where the record stood when it was last heard of. */
  node: string;
  readonly rules = new Set<number>();
  /** The best place that it can have. */
  place: Place;
  /** The worst place that it can have: another one than `place` until it is known whether the windowed list has it. */
  worst: Place;
  isSettled = true;

  constructor(posting: string, record: { recordID: string; recordVersion: string; node: string }) {
    this.posting = posting;
    this.recordID = record.recordID;
    this.recordVersion = record.recordVersion;
    this.node = record.node;
    this.place = { score: 0, posting };
    this.worst = this.place;
  }
}

/** The postings of one key, as far as they are read. */
interface PostingList {
  readonly key: IndexKey;
  items: Item[];
  /** Where reading goes on; undefined at the end of the list. */
  next: string | undefined;
  /** The items begin behind this place. */
  from: string | undefined;
}

/** The list that is not read to its end, because all that only it has stands at one score, in its order. */
interface WindowedList extends PostingList {
  readonly rules: readonly number[];
  readonly score: number;
  /** Postings of the next read. */
  window: number;
  /** So many of the items are among the candidates. */
  added: number;
  /** True if all that only this list has is before the cursor. */
  isPassed: boolean;
}

/**
 * The candidates of a ranked search in the order of their places. They are complete up to {@link horizon}.
 *
 * All lists are read up to the limit of an over-frequent key, but one: of the long lists whose keys imply their rules,
 * the one of the lowest score. Candidates that no other list has all have its score, so they follow one another in the
 * list's own order, and a page needs only the next few. Lists of one order are merged like this by Lucene's MAXSCORE
 * (Turtle and Flood 1995): the list of the least weight is only probed for the candidates of the others.
 */
export class RankedCandidates {
  private readonly context: Context;
  private readonly prepared: PreparedSearch;
  private readonly ranking: SearchRanking | undefined;
  private readonly after: Place | undefined;
  private readonly byPosting = new Map<string, RankedCandidate>();
  /** Postings of candidates that were looked at: they stand in an entity that was read, or do not exist. */
  private readonly done = new Set<string>();
  private windowed: WindowedList | undefined;
  readonly overFrequent: OverFrequentKey[] = [];

  private constructor(context: Context, prepared: PreparedSearch, after: Place | undefined) {
    this.context = context;
    this.prepared = prepared;
    this.ranking = prepared.ranking;
    this.after = after;
  }

  /** One round trip if no list is long, mostly two. */
  static async read(
    context: Context,
    prepared: PreparedSearch,
    keys: readonly IndexKey[],
    { after, window = WINDOW }: { readonly after?: Place | undefined; readonly window?: number },
  ): Promise<RankedCandidates> {
    const candidates = new RankedCandidates(context, prepared, after);
    // A list that the limit cuts must be known as a long one.
    const limit = Math.min(window, context.genericKeyRecords);
    const pages = await queryMany(
      context.store,
      keys.map(({ hash }) => postingPartition(hash)),
      { limit },
    );
    const lists = keys.flatMap((key, index) => candidates.listOf(key, pages[index]!));
    candidates.windowed = candidates.chooseWindowed(lists, limit);
    const windowedKey = candidates.windowed?.key;
    const others = lists.filter(({ key }) => key !== windowedKey);
    await Promise.all([candidates.readWhole(others), candidates.enter()]);
    if (candidates.ranking === undefined) await candidates.judgeRecords(others);
    else for (const list of others) for (const item of list.items) candidates.add(list, item);
    candidates.addWindow();
    return candidates;
  }

  get size(): number {
    return this.byPosting.size;
  }

  /** Behind this place there may be candidates that were not read; undefined if all were read. */
  get horizon(): Place | undefined {
    const { windowed } = this;
    if (windowed?.next === undefined) return undefined;
    return { score: windowed.score, posting: windowed.items.at(-1)?.sk ?? windowed.next };
  }

  /** The candidates behind the cursor that were not looked at, in order. */
  waiting(): RankedCandidate[] {
    return [...this.byPosting.values()]
      .filter(({ posting, worst }) => !this.done.has(posting) && isBehind(worst, this.after))
      .sort((a, b) => comparePlaces(a.place, b.place));
  }

  /** The last place up to which everything was looked at, given the first at which something was not. */
  lastDone(bound: Place): Place | undefined {
    let last: Place | undefined;
    for (const posting of this.done) {
      const place = this.byPosting.get(posting)?.place;
      if (place === undefined || comparePlaces(place, bound) >= 0) continue;
      if (isBehind(place, last)) last = place;
    }
    return last;
  }

  /** The candidate with this posting stands in an entity that was read, or is not stored. */
  finish(posting: string): void {
    this.done.add(posting);
  }

  /** The record is not where it stood any more. */
  reopen(posting: string): void {
    this.done.delete(posting);
  }

  /** Reads the next window. */
  async readOn(): Promise<void> {
    const { windowed } = this;
    if (windowed?.next === undefined) return;
    await this.extend(windowed, windowed.items.length + windowed.window);
    windowed.window = Math.min(2 * windowed.window, LONGEST_WINDOW);
    this.addWindow();
  }

  /** Finds out whether the windowed list has these candidates, at least the first of them. */
  async settle(candidates: readonly RankedCandidate[], most: number): Promise<void> {
    const { windowed } = this;
    const open = candidates.filter(({ isSettled }) => !isSettled);
    if (windowed === undefined || open.length === 0) return;
    if (open.length > LOOKED_UP && windowed.next !== undefined && windowed.items.length < LONGEST_WINDOW) {
      await this.extend(windowed, LONGEST_WINDOW);
      this.addWindow();
      return;
    }
    const some = open.slice(0, most);
    const pk = postingPartition(windowed.key.hash);
    const items = await this.context.store.getMany(some.map(({ posting }) => ({ pk, sk: posting })));
    for (const [index, candidate] of some.entries()) {
      if (items[index] !== undefined) for (const rule of windowed.rules) candidate.rules.add(rule);
      candidate.isSettled = true;
      this.score(candidate);
    }
  }

  /** The list without the mark of an over-frequent key, which yields none. */
  private listOf(key: IndexKey, page: Page): PostingList[] {
    const [first] = page.items;
    if (first !== undefined && isOverFrequentMark(first)) {
      this.overFrequent.push({ key, reason: 'GENERIC', atLeast: holdersWhenMarked(first) });
      return [];
    }
    return first === undefined && page.next === undefined
      ? []
      : [{ key, items: [...page.items], next: page.next, from: undefined }];
  }

  private chooseWindowed(lists: readonly PostingList[], window: number): WindowedList | undefined {
    const { ranking } = this;
    if (ranking === undefined) return undefined;
    let lowest: WindowedList | undefined;
    for (const list of lists) {
      if (list.next === undefined || !ranking.isImpliedBy(list.key.plan)) continue;
      const rules = ranking.rulesOf(list.key.plan, []);
      const score = ranked(ranking.score(new Set(rules)));
      if (lowest === undefined || score < lowest.score)
        lowest = { ...list, rules, score, window, added: 0, isPassed: false };
    }
    return lowest;
  }

  /** Goes to the cursor's place in the windowed list; what only this list has is before the cursor otherwise, or behind. */
  private async enter(): Promise<void> {
    const { windowed, after } = this;
    if (windowed === undefined || after === undefined || after.score > windowed.score) return;
    if (after.score < windowed.score) {
      // Nothing that only this list has is left. Whether it has a candidate of another list must still be looked up.
      windowed.items = [];
      windowed.next = undefined;
      windowed.isPassed = true;
      return;
    }
    const last = windowed.items.at(-1);
    if (last !== undefined && compareUtf8(after.posting, last.sk) < 0) return;
    windowed.items = [];
    windowed.next = after.posting;
    windowed.from = after.posting;
    await this.extend(windowed, windowed.window);
  }

  /** Lists that more records share than the limit yield that many candidates together, an equal number of each. */
  private async readWhole(lists: readonly PostingList[]): Promise<void> {
    const cap = this.context.genericKeyRecords;
    await Promise.all(lists.map((list) => this.extend(list, cap + 1)));
    const overloaded = lists.filter(({ items }) => items.length > cap);
    const share = Math.max(1, Math.floor(cap / Math.max(1, overloaded.length)));
    for (const list of overloaded) {
      this.overFrequent.push({ key: list.key, reason: 'TOO_FREQUENT', atLeast: list.items.length });
      list.items = list.items.slice(0, share);
    }
  }

  private async extend(list: PostingList, most: number): Promise<void> {
    while (list.next !== undefined && list.items.length < most) {
      const limit = Math.min(LONGEST_WINDOW + 1, most - list.items.length);
      const page: Page = await this.context.store.query(postingPartition(list.key.hash), { after: list.next, limit });
      list.items.push(...page.items);
      list.next = page.next;
    }
  }

  private add({ key }: PostingList, item: Item): void {
    const posting = readPosting(item);
    const rules = this.ranking!.rulesOf(key.plan, posting.values);
    if (rules.length === 0) return;
    const candidate = this.candidate(item.sk, posting);
    for (const rule of rules) candidate.rules.add(rule);
    candidate.isSettled = this.windowed === undefined || this.covers(this.windowed, item.sk);
    this.score(candidate);
  }

  private candidate(posting: string, record: { recordID: string; recordVersion: string; node: string }) {
    let candidate = this.byPosting.get(posting);
    if (candidate === undefined) {
      candidate = new RankedCandidate(posting, record);
      this.byPosting.set(posting, candidate);
    }
    return candidate;
  }

  /** Adds what the window has, and settles the candidates that it covers. */
  private addWindow(): void {
    const { windowed } = this;
    if (windowed === undefined) return;
    for (const item of windowed.items.slice(windowed.added)) this.add(windowed, item);
    windowed.added = windowed.items.length;
    for (const candidate of this.byPosting.values()) {
      if (candidate.isSettled || !this.covers(windowed, candidate.posting)) continue;
      candidate.isSettled = true;
      this.score(candidate);
    }
  }

  private covers({ from, items, next, isPassed }: WindowedList, posting: string): boolean {
    if (isPassed || (from !== undefined && compareUtf8(posting, from) <= 0)) return false;
    if (next === undefined) return true;
    const last = items.at(-1);
    return last !== undefined && compareUtf8(posting, last.sk) <= 0;
  }

  private score(candidate: RankedCandidate): void {
    const { posting, rules, isSettled } = candidate;
    candidate.worst = { score: ranked(this.ranking!.score(rules)), posting };
    if (isSettled) candidate.place = candidate.worst;
    else {
      const best = new Set([...rules, ...this.windowed!.rules]);
      candidate.place = { score: ranked(this.ranking!.score(best)), posting };
    }
  }

  /** Where postings do not tell, the records do. */
  private async judgeRecords(lists: readonly PostingList[]): Promise<void> {
    const { context, prepared } = this;
    const postings = new Map(lists.flatMap(({ items }) => items.map((item) => [item.sk, readPosting(item)] as const)));
    const found = await storedRecords(
      context.store,
      [...postings.values()].map(({ recordID }) => recordID),
    );
    for (const [posting, { recordID, recordVersion }] of postings) {
      const record = found.get(recordID);
      if (record?.recordVersion !== recordVersion) continue;
      const payload = JSON.parse(record.document) as RecordPayload;
      const hit = prepared.hit(prepared.resolve?.(payload) ?? context.rules.resolve(payload));
      if (hit === undefined) continue;
      const candidate = this.candidate(posting, { recordID, recordVersion, node: record.node });
      candidate.place = { score: ranked(hit.score), posting };
      candidate.worst = candidate.place;
    }
  }
}

/** Stored records by id. */
export async function storedRecords(store: Store, ids: readonly string[]) {
  const items = await store.getMany(ids.map(recordKey));
  return new Map(
    items.flatMap((item) => (item === undefined ? [] : [[readRecord(item).id, readRecord(item)] as const])),
  );
}
