import type { IndexKey, PreparedSearch, RecordPayload, SearchRanking } from '../../rules/types.ts';
import { type Item, type Page, queryMany, type Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { holdersWhenMarked, isOverFrequentMark } from '../items/over-frequent-keys.ts';
import { type Posting, postingPartition, readPosting } from '../items/posting.ts';
import { readRecord, recordKey } from '../items/record.ts';
import type { Pace } from '../pace.ts';
import { judgeRecord } from './judge-record.ts';
import { comparePlaces, isBehind, type Place, ranked } from './place.ts';
import { extend, horizonOf, LONGEST_WINDOW, type PostingList, WindowedList } from './posting-list.ts';
import type { OverFrequentKey } from './search-candidates.ts';

/** The fewest postings of the first read of each key: about 4 KB, which are one read unit. */
export const WINDOW = 30;
/** Each further read of the windowed lists has so many times the postings of the one before. */
const GROWTH = 4;
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
  /** The windowed lists that may have it, too. */
  readonly open: Set<WindowedList>;
  /** The best place that it can have. */
  place: Place;
  /** The worst place that it can have: another one than `place` if a list that may have it counts. */
  worst: Place;

  constructor(posting: string, record: Omit<Posting, 'values'>, open: readonly WindowedList[]) {
    this.posting = posting;
    this.recordID = record.recordID;
    this.recordVersion = record.recordVersion;
    this.node = record.node;
    this.open = new Set(open);
    this.place = { score: 0, posting };
    this.worst = this.place;
  }

  /** True if it is known where it stands. */
  get isSettled(): boolean {
    return this.place.score === this.worst.score;
  }
}

/**
 * The candidates of a ranked search in the order of their places. They are complete up to {@link horizon}.
 *
 * Lists with rules that must be judged are read up to the limit of an over-frequent key. Long lists whose keys imply
 * their rules are read by windows, because all that only one of them has stands at one score, in the order of the list.
 * A record of several of them stands before these, so the windows grow until the page is full. If these lists share few
 * records, that is never the case: then, at the limit, only the list of the lowest score goes on, and the others yield what was read
 * of them. That is MAXSCORE (Turtle and Flood 1995) with lists of one score each.
 */
export class RankedCandidates {
  readonly context: Context;
  readonly prepared: PreparedSearch;
  private readonly pace: Pace;
  private readonly ranking: SearchRanking | undefined;
  private readonly after: Place | undefined;
  private readonly byPosting = new Map<string, RankedCandidate>();
  /** Postings of candidates that were looked at: they stand in an entity that was read, or do not exist. */
  private readonly done = new Set<string>();
  private windowed: readonly WindowedList[] = [];
  /** Postings of the next read of each windowed list. */
  private window: number;
  readonly overFrequent: OverFrequentKey[] = [];

  private constructor(
    context: Context,
    prepared: PreparedSearch,
    after: Place | undefined,
    window: number,
    pace: Pace,
  ) {
    this.pace = pace;
    this.context = context;
    this.prepared = prepared;
    this.ranking = prepared.ranking;
    this.after = after;
    this.window = window;
  }

  /** One round trip if no list is long, mostly two. */
  static async read(
    context: Context,
    prepared: PreparedSearch,
    keys: readonly IndexKey[],
    { after, window, pace }: { readonly after: Place | undefined; readonly window: number; readonly pace: Pace },
  ): Promise<RankedCandidates> {
    // A list that the limit cuts must be known as a long one.
    const limit = Math.min(window, context.genericKeyRecords);
    const candidates = new RankedCandidates(context, prepared, after, limit, pace);
    const pages = await queryMany(
      context.store,
      keys.map(({ hash }) => postingPartition(hash)),
      { limit },
    );
    const lists = keys.flatMap((key, index) => candidates.listOf(key, pages[index]!));
    candidates.windowed = lists.flatMap((list) => candidates.windowedList(list));
    const windowedKeys = new Set(candidates.windowed.map(({ key }) => key));
    const others = lists.filter(({ key }) => !windowedKeys.has(key));
    const entering = after === undefined ? [] : candidates.windowed;
    await Promise.all([
      candidates.readWhole(others),
      ...entering.map((list) => list.enter(context.store, after!, limit)),
    ]);
    if (candidates.ranking === undefined) await candidates.judgeRecords(others);
    else for (const list of others) for (const item of list.items) await candidates.add(list, item);
    await candidates.takeWindows();
    return candidates;
  }

  get size(): number {
    return this.byPosting.size;
  }

  /** Behind this place there may be candidates that were not read; undefined if all were read. */
  get horizon(): Place | undefined {
    return horizonOf(this.windowed, (rules) => this.scoreOf(rules));
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

  /** Reads the next window of each list that goes on. */
  async readOn(): Promise<void> {
    this.giveUp();
    const { window } = this;
    await this.extendAll(this.windowed.map((list) => [list, list.items.length + window] as const));
    this.window = Math.min(GROWTH * window, LONGEST_WINDOW);
  }

  /** Finds out whether the windowed lists have these candidates, at least the first of them. */
  async settle(candidates: readonly RankedCandidate[], most: number): Promise<void> {
    const unsettled = candidates.filter(({ isSettled }) => !isSettled);
    const reading: WindowedList[] = [];
    const lookingUp: { readonly list: WindowedList; readonly candidate: RankedCandidate }[] = [];
    for (const list of this.windowed) {
      const open = unsettled.filter((candidate) => candidate.open.has(list));
      const isReadOn = open.length > LOOKED_UP && list.next !== undefined && list.items.length < LONGEST_WINDOW;
      if (isReadOn) reading.push(list);
      else for (const candidate of open.slice(0, most)) lookingUp.push({ list, candidate });
    }
    const [items] = await Promise.all([
      this.context.store.getMany(
        lookingUp.map(({ list, candidate }) => ({ pk: postingPartition(list.key.hash), sk: candidate.posting })),
      ),
      this.extendAll(reading.map((list) => [list, LONGEST_WINDOW] as const)),
    ]);
    for (const [index, { list, candidate }] of lookingUp.entries()) {
      if (items[index] !== undefined) for (const rule of list.rules) candidate.rules.add(rule);
      candidate.open.delete(list);
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
    return first === undefined && page.next === undefined ? [] : [{ key, items: [...page.items], next: page.next }];
  }

  /** The list as one that is read by windows, if it is one. */
  private windowedList(list: PostingList): WindowedList[] {
    const { ranking } = this;
    if (ranking === undefined || list.next === undefined || !ranking.isImpliedBy(list.key.plan)) return [];
    const rules = ranking.rulesOf(list.key.plan, []);
    return [new WindowedList(list, rules, this.scoreOf(new Set(rules)))];
  }

  /**
   * At the limit of an over-frequent key, only the list of the lowest score goes on, with those that add nothing to it:
   * what no other list has then follows in their order.
   */
  private giveUp(): void {
    const goingOn = this.windowed.filter(({ next }) => next !== undefined);
    const [lowest] = goingOn.toSorted((a, b) => a.score - b.score);
    const cut = goingOn.filter(
      ({ rules, items }) =>
        items.length > this.context.genericKeyRecords &&
        this.scoreOf(new Set([...lowest!.rules, ...rules])) > lowest!.score,
    );
    if (cut.length === 0) return;
    for (const { key, items } of cut) {
      this.overFrequent.push({ key, reason: 'TOO_FREQUENT', atLeast: items.length });
    }
    this.windowed = this.windowed.filter((list) => !cut.includes(list));
    for (const candidate of this.byPosting.values()) {
      for (const list of cut) candidate.open.delete(list);
      this.score(candidate);
    }
  }

  private async extendAll(lists: readonly (readonly [WindowedList, number])[]): Promise<void> {
    if (lists.length === 0) return;
    await Promise.all(lists.map(([list, most]) => extend(this.context.store, list, most)));
    await this.takeWindows();
  }

  /** Lists that more records share than the limit yield that many candidates together, an equal number of each. */
  private async readWhole(lists: readonly PostingList[]): Promise<void> {
    const cap = this.context.genericKeyRecords;
    await Promise.all(lists.map((list) => extend(this.context.store, list, cap + 1)));
    const overloaded = lists.filter(({ items }) => items.length > cap);
    const share = Math.max(1, Math.floor(cap / Math.max(1, overloaded.length)));
    for (const list of overloaded) {
      this.overFrequent.push({ key: list.key, reason: 'TOO_FREQUENT', atLeast: list.items.length });
      list.items = list.items.slice(0, share);
    }
  }

  private async add({ key }: PostingList, item: Item): Promise<void> {
    const posting = readPosting(item);
    const rules = await this.pace.judge(() => this.ranking!.rulesOf(key.plan, posting.values));
    if (rules.length === 0) return;
    const candidate = this.candidate(item.sk, posting);
    for (const rule of rules) candidate.rules.add(rule);
    this.score(candidate);
  }

  private candidate(posting: string, record: Omit<Posting, 'values'>) {
    let candidate = this.byPosting.get(posting);
    if (candidate === undefined) {
      const open = this.windowed.filter((list) => !list.covers(posting));
      candidate = new RankedCandidate(posting, record, open);
      this.byPosting.set(posting, candidate);
    }
    return candidate;
  }

  /** Adds what the windows have, and says of the candidates that they cover what is known now. */
  private async takeWindows(): Promise<void> {
    for (const list of this.windowed) for (const item of list.take()) await this.add(list, item);
    for (const candidate of this.byPosting.values()) {
      const before = candidate.open.size;
      for (const list of candidate.open) if (list.covers(candidate.posting)) candidate.open.delete(list);
      if (candidate.open.size < before) this.score(candidate);
    }
  }

  private scoreOf(rules: ReadonlySet<number>): number {
    return ranked(this.ranking!.score(rules));
  }

  private score(candidate: RankedCandidate): void {
    const { posting, rules, open } = candidate;
    candidate.worst = { score: this.scoreOf(rules), posting };
    candidate.place = candidate.worst;
    if (open.size === 0) return;
    const best = new Set(rules);
    for (const list of open) for (const rule of list.rules) best.add(rule);
    candidate.place = { score: this.scoreOf(best), posting };
  }

  /** Where postings do not tell, the records do. */
  private async judgeRecords(lists: readonly PostingList[]): Promise<void> {
    const { context } = this;
    const postings = new Map(lists.flatMap(({ items }) => items.map((item) => [item.sk, readPosting(item)] as const)));
    const found = await storedRecords(
      context.store,
      [...postings.values()].map(({ recordID }) => recordID),
    );
    for (const [posting, { recordID, recordVersion }] of postings) {
      const record = found.get(recordID);
      if (record?.recordVersion !== recordVersion) continue;
      const payload = JSON.parse(record.document) as RecordPayload;
      const hit = await this.pace.through(judgeRecord(this, payload));
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
