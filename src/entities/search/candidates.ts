import type { IndexKey, RecordPayload, SearchRanking } from '../../rules/types.ts';
import { type Item, type Page, queryMany } from '../../store/port.ts';
import type { Forest } from '../forest/forest.ts';
import {
  holdersWhenMarked,
  isOverFrequentMark,
  type Posting,
  postingPartition,
  readPosting,
} from '../items/index-keys.ts';
import { canLink, FIRST_PAGE } from '../keys/candidates.ts';
import { checkTime, judgeRecord, postingOf, type Search, storedRecords } from './hits.ts';
import type { OverFrequentKey } from './incomplete.ts';
import { comparePlaces, earlierOf, isBehind, type Place, ranked } from './place.ts';
import { extend, horizonOf, LONGEST_WINDOW, type PostingList, WindowedList } from './posting-list.ts';

/** The fewest postings of the first read of each key: about 4 KB, which are one read unit. */
export const WINDOW = 30;
/** Each further read of the windowed lists has so many times the postings of the one before. */
const GROWTH = 4;
/** Reading on costs less than looking up more postings than this. */
const LOOKED_UP = 32;

/**
 * The most nodes that are read before it is known which candidates are hit. That saves a round trip and costs a query
 * for each candidate that is not hit; of many candidates, most are not.
 */
const NODES_READ_AHEAD = 64;

type Posted = Omit<Posting, 'values'>;

/** How far lists of postings are read. */
export interface ListsRead {
  /** Candidates before this place were on pages before. */
  readonly after: Place | undefined;
  /** Postings of the first read of each list; undefined to read every list to its end, or to the limit. */
  readonly window: number | undefined;
}

/** A record that the search hits, as far as its postings tell. */
export class SearchCandidate {
  readonly posting: string;
  readonly recordID: string;
  readonly recordVersion: string;
  /** Where the record stood when it was last heard of. */
  node: string;
  readonly rules = new Set<number>();
  /** False if it is unknown whether the search hits the record: its entity is read anyway. */
  isHit = true;
  /** The windowed lists that may have it, too. */
  readonly open: Set<WindowedList>;
  /** The best place that it can have. */
  place: Place;
  /** The worst place that it can have: another one than `place` if a list that may have it counts. */
  worst: Place;

  constructor(posting: string, record: Posted, open: readonly WindowedList[]) {
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
 * The candidates of a search. In a ranked search they come in the order of their places, and are complete up to
 * {@link horizon}; in one of all entities they are complete.
 *
 * Lists with rules that must be judged are read up to the limit of an over-frequent key, and so is every list if all
 * entities are read. In a ranked search, long lists whose keys imply their rules are read by windows, because all that
 * only one of them has stands at one score, in the order of the list. A record of several of them stands before these,
 * so the windows grow until the page is full. If these lists share few records, that is never the case: then, at the
 * limit, only the list of the lowest score goes on, and the others yield what was read of them. That is MAXSCORE (Turtle
 * and Flood 1995) with lists of one score each.
 */
export class SearchCandidates {
  private readonly search: Search;
  private readonly ranking: SearchRanking | undefined;
  private readonly after: Place | undefined;
  private readonly byPosting = new Map<string, SearchCandidate>();
  /** Postings of candidates that were looked at: they stand in an entity that was read, or do not exist. */
  private readonly done = new Set<string>();
  /** Postings of records that were compared, hits or not. */
  private readonly met = new Set<string>();
  private windowed: readonly WindowedList[] = [];
  /** Lists whose postings do not tell whether their records are hits. */
  private readonly untold: PostingList[] = [];
  /** Postings of the next read of each windowed list; undefined if no list is read by windows. */
  private window: number | undefined;
  readonly overFrequent: OverFrequentKey[] = [];

  private constructor(search: Search, { after, window }: ListsRead) {
    this.search = search;
    this.ranking = search.prepared.ranking;
    this.after = after;
    // A list that the limit cuts must be known as a long one.
    this.window = window === undefined ? undefined : Math.min(window, search.context.genericKeyRecords);
  }

  /** One round trip if no list is long, mostly two. */
  static async read(search: Search, keys: readonly IndexKey[], extent: ListsRead): Promise<SearchCandidates> {
    const candidates = new SearchCandidates(search, extent);
    const { after } = extent;
    const { window } = candidates;
    const lists = await candidates.firstPages(keys);
    candidates.windowed = lists.flatMap((list) => candidates.windowedList(list));
    const windowedKeys = new Set(candidates.windowed.map(({ key }) => key));
    const others = lists.filter(({ key }) => !windowedKeys.has(key));
    const entering = after === undefined ? [] : candidates.windowed;
    await Promise.all([
      candidates.readWhole(others),
      ...entering.map((list) => list.enter(search.context.store, after!, window!)),
    ]);
    for (const list of others) await candidates.take(list);
    await candidates.takeWindows();
    return candidates;
  }

  /** How many records the search compared. */
  get compared(): number {
    return this.met.size;
  }

  /** Behind this place there may be candidates that were not read; undefined if all were read. */
  get horizon(): Place | undefined {
    return horizonOf(this.windowed, (rules) => this.scoreOf(rules));
  }

  /** The first place at which something may be that was not looked at. */
  get bound(): Place | undefined {
    return earlierOf(this.waiting()[0]?.place, this.horizon);
  }

  /** True if the record is certain to be hit. */
  isHit(posting: string): boolean {
    return this.byPosting.get(posting)?.isHit ?? false;
  }

  /** The candidates that were not looked at. */
  open(): SearchCandidate[] {
    return [...this.byPosting.values()].filter(({ posting }) => !this.done.has(posting));
  }

  /** Those behind the cursor, in order. */
  waiting(): SearchCandidate[] {
    return this.open()
      .filter(({ worst }) => isBehind(worst, this.after))
      .sort((a, b) => comparePlaces(a.place, b.place));
  }

  /** Those of them that are known to be next. */
  ready(): SearchCandidate[] {
    const { horizon } = this;
    const waiting = this.waiting();
    return horizon === undefined ? waiting : waiting.filter(({ place }) => comparePlaces(place, horizon) <= 0);
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
    const window = this.window!;
    await this.extendAll(this.windowed.map((list) => [list, list.items.length + window] as const));
    this.window = Math.min(GROWTH * window, LONGEST_WINDOW);
  }

  /** Finds out whether the windowed lists have these candidates, at least the first of them. */
  async settle(candidates: readonly SearchCandidate[], most: number): Promise<void> {
    const unsettled = candidates.filter(({ isSettled }) => !isSettled);
    const reading: WindowedList[] = [];
    const lookingUp: { readonly list: WindowedList; readonly candidate: SearchCandidate }[] = [];
    for (const list of this.windowed) {
      const open = unsettled.filter((candidate) => candidate.open.has(list));
      const isReadOn = open.length > LOOKED_UP && list.next !== undefined && list.items.length < LONGEST_WINDOW;
      if (isReadOn) reading.push(list);
      else for (const candidate of open.slice(0, most)) lookingUp.push({ list, candidate });
    }
    const [items] = await Promise.all([
      this.search.context.store.getMany(
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

  /** Marks are the first items of their lists. So little is read of a key that may be marked, unless all is wanted. */
  private async firstPages(keys: readonly IndexKey[]): Promise<PostingList[]> {
    const whole = this.search.context.genericKeyRecords + 1;
    const byLimit = Map.groupBy(keys, (key) => this.window ?? (canLink(key) ? FIRST_PAGE : whole));
    const lists = await Promise.all(
      [...byLimit].map(async ([limit, some]) => {
        const partitions = some.map(({ hash }) => postingPartition(hash));
        const pages = await queryMany(this.search.context.store, partitions, { limit });
        return some.flatMap((key, index) => this.listOf(key, pages[index]!));
      }),
    );
    return lists.flat();
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
    if (this.window === undefined || ranking === undefined || list.next === undefined) return [];
    if (!ranking.isImpliedBy(list.key.plan)) return [];
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
        items.length > this.search.context.genericKeyRecords &&
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
    await Promise.all(lists.map(([list, most]) => extend(this.search.context.store, list, most)));
    await this.takeWindows();
  }

  /** Lists that more records share than the limit yield that many candidates together, an equal number of each. */
  private async readWhole(lists: readonly PostingList[]): Promise<void> {
    const cap = this.search.context.genericKeyRecords;
    await Promise.all(lists.map((list) => extend(this.search.context.store, list, cap + 1)));
    const overloaded = lists.filter(({ items }) => items.length > cap);
    const share = Math.max(1, Math.floor(cap / Math.max(1, overloaded.length)));
    for (const list of overloaded) {
      this.overFrequent.push({ key: list.key, reason: 'TOO_FREQUENT', atLeast: list.items.length });
      list.items = list.items.slice(0, share);
    }
  }

  /** Adds what a whole list tells. */
  private async take(list: PostingList): Promise<void> {
    const { key, items } = list;
    for (const { sk } of items) this.met.add(sk);
    const isEnough = this.window === undefined && this.search.prepared.isHitBy?.(key.plan) === true;
    if (isEnough) for (const item of items) this.candidate(item.sk, readPosting(item));
    else if (this.ranking === undefined) this.untold.push(list);
    else for (const item of items) await this.add(list, item);
  }

  private async add({ key }: PostingList, item: Item): Promise<void> {
    const posting = readPosting(item);
    this.met.add(item.sk);
    const rules = await this.search.pace.judge(() => this.ranking!.rulesOf(key.plan, posting.values));
    if (rules.length === 0) return;
    const candidate = this.candidate(item.sk, posting);
    for (const rule of rules) candidate.rules.add(rule);
    this.score(candidate);
  }

  private candidate(posting: string, record: Posted) {
    let candidate = this.byPosting.get(posting);
    if (candidate === undefined) {
      const open = this.windowed.filter((list) => !list.covers(posting));
      candidate = new SearchCandidate(posting, record, open);
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

  private score(candidate: SearchCandidate): void {
    const { posting, rules, open } = candidate;
    candidate.worst = { score: this.scoreOf(rules), posting };
    candidate.place = candidate.worst;
    if (open.size === 0) return;
    const best = new Set(rules);
    for (const list of open) for (const rule of list.rules) best.add(rule);
    candidate.place = { score: this.scoreOf(best), posting };
  }

  /**
   * Where postings do not tell, the records do.
   *
   * @param ahead of a search that reads all entities: the nodes that it reads anyway, and the read that gets them. Then
   * no record is judged that has a key which is enough for a hit, or whose entity is read for another one.
   */
  async judge(ahead?: { readonly forest: Forest; readonly nodes: ReadonlySet<string> }): Promise<void> {
    const { pace, judged } = this.search;
    const reads = new Set(ahead?.nodes);
    for (const { node } of this.byPosting.values()) reads.add(node);
    const untold = new Map(
      this.untold.flatMap(({ items }) => items.map((item) => [item.sk, readPosting(item)] as const)),
    );
    /** Notes a record of an entity that is read anyway. */
    const isNoted = (at: string, posted: Posted): boolean => {
      if (this.byPosting.has(at)) return true;
      if (ahead === undefined || !reads.has(posted.node)) return false;
      this.candidate(at, posted).isHit = false;
      return true;
    };
    for (const [at, posting] of untold) if (isNoted(at, posting)) untold.delete(at);
    if (untold.size === 0) return;
    checkTime(this.search);
    const nodes = new Set([...reads, ...[...untold.values()].map(({ node }) => node)]);
    const [found] = await Promise.all([
      storedRecords(this.search, new Set([...untold.values()].map(({ recordID }) => recordID))),
      ahead?.forest.read(nodes.size > NODES_READ_AHEAD ? reads : nodes),
    ]);
    for (const record of found.values()) {
      const posting = postingOf(record);
      const posted = { recordID: record.id, recordVersion: record.recordVersion, node: record.node };
      if (isNoted(posting, posted)) continue;
      const hit = await pace.through(judgeRecord(this.search, JSON.parse(record.document) as RecordPayload));
      judged.set(posting, hit);
      if (hit === undefined) continue;
      reads.add(record.node);
      const candidate = this.candidate(posting, posted);
      candidate.place = { score: ranked(hit.score), posting };
      candidate.worst = candidate.place;
    }
  }
}
