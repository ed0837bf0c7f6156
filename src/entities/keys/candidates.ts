import { byNames } from '../../multimap.ts';
import { postedValues } from '../../rules/compile/index-plan.ts';
import type { CompiledRuleConfig, IndexKey, KeyPlan, ResolvedValues } from '../../rules/types.ts';
import { type Item, type Page, queryMany, type Store } from '../../store/port.ts';
import {
  holdersWhenMarked,
  isOverFrequentMark,
  listedKeyItem,
  OVER_FREQUENT_KEY_RECORDS,
  overFrequentMarkWrite,
  type Posting,
  postingPartition,
  readPosting,
} from '../items/index-keys.ts';
import type { Observer } from '../observer.ts';
import { Pace, UNITS_OF_LOOK } from '../pace.ts';

/** The cost of finding what is known of a pair. */
const UNITS_OF_KNOWN = 2;

/** The content of a record. */
export interface Content {
  readonly id: string;
  readonly values: ResolvedValues;
  /** Absent for a record of the request itself. */
  readonly recordVersion?: string;
}

/** Judges the pairs of one request, each once, however often the request is attempted. */
export class Verdicts {
  readonly rules: CompiledRuleConfig;
  readonly pace: Pace;
  private readonly known = new Map<string, boolean>();
  /** Versions of records of the request, as it stored or found them. */
  private readonly own = new Set<string>();

  /** @param pace whose rests may end the judging */
  constructor(rules: CompiledRuleConfig, pace: Pace = new Pace()) {
    this.rules = rules;
    this.pace = pace;
  }

  /** Says that a stored version has the content of the record of the request with its id. */
  noteOwn(recordID: string, recordVersion: string): void {
    this.own.add(versionName(recordID, recordVersion));
  }

  /** Whether two records that share a key of the plan are linked. */
  async linked(plan: KeyPlan, a: Content, b: Content): Promise<boolean> {
    const [first, second] = [this.nameOf(a), this.nameOf(b)];
    const pair = first < second ? `${first}\n${second}` : `${second}\n${first}`;
    const name = `${pair}\n${plan.signature}`;
    const before = this.known.get(name);
    if (before !== undefined) {
      if (this.pace.isDue(UNITS_OF_KNOWN)) await this.pace.rest();
      return before;
    }
    const verdict = await this.pace.judge(() => this.rules.linked(plan, a.values, b.values));
    this.known.set(name, verdict);
    return verdict;
  }

  private nameOf({ id, recordVersion }: Content): string {
    if (recordVersion === undefined) return id;
    const name = versionName(id, recordVersion);
    return this.own.has(name) ? id : name;
  }
}

const versionName = (id: string, recordVersion: string): string => `${id}\t${recordVersion}`;

/** A record with its keys and the values that they were made of. */
export interface KeyedRecord {
  readonly id: string;
  readonly values: ResolvedValues;
  readonly keys: readonly IndexKey[];
}

/** Postings of the first read: it shows whether the key is marked as over-frequent, without reading all of it. */
export const FIRST_PAGE = 100;

/** All postings of a blocking key, or that there are too many. */
type Postings = readonly Posting[] | OverFrequent;

/** A blocking key that more records share than the limit. */
interface OverFrequent {
  /** True if the key is marked in the table: from then on it links nothing more and gets no postings. */
  readonly isMarked: boolean;
  /** At least this many records had the key: now, or when it was marked. */
  readonly atLeast: number;
  /** The first postings, up to the limit; none of a marked key, unless they were asked for. */
  readonly postings: readonly Posting[];
}

export const isOverFrequent = (found: Postings): found is OverFrequent => !Array.isArray(found);

const NO_POSTINGS: readonly Posting[] = [];

interface PostingsOptions {
  readonly consistent: boolean;
  readonly cap?: number;
  /** Keys whose postings are read even if the key is marked. */
  readonly pastMark?: ReadonlySet<string>;
}

/** The postings of blocking keys, in their order: the first pages by one call. */
export async function readPostings(
  store: Store,
  hashes: readonly string[],
  { consistent, cap = OVER_FREQUENT_KEY_RECORDS, pastMark }: PostingsOptions,
): Promise<readonly Postings[]> {
  if (hashes.length === 0) return [];
  const pages = await queryMany(store, hashes.map(postingPartition), { consistent, limit: FIRST_PAGE });
  const found = pages.map((page, index): Postings | undefined => {
    if (page.items.length === 0 && page.next === undefined) return NO_POSTINGS;
    // The mark is the first item of its partition.
    const isMarked = page.items.length > 0 && isOverFrequentMark(page.items[0]!);
    if (isMarked && !pastMark?.has(hashes[index]!)) return marked(page.items[0]!, NO_POSTINGS);
    if (isMarked || page.next !== undefined || page.items.length > cap) return undefined;
    return page.items.map(readPosting);
  });
  if (!found.includes(undefined)) return found as Postings[];
  return Promise.all(
    found.map((known, index) => known ?? readRest(store, hashes[index]!, pages[index]!, consistent, cap)),
  );
}

async function readRest(store: Store, hash: string, first: Page, consistent: boolean, cap: number): Promise<Postings> {
  const postings: Posting[] = [];
  let mark: Item | undefined;
  for (let page = first; ; ) {
    for (const item of page.items) {
      if (isOverFrequentMark(item)) mark = item;
      else postings.push(readPosting(item));
    }
    if (page.next === undefined || postings.length > cap) break;
    page = await store.query(postingPartition(hash), {
      consistent,
      limit: cap + 1 - postings.length,
      after: page.next,
    });
  }
  if (mark !== undefined) return marked(mark, postings.slice(0, cap));
  if (postings.length <= cap) return postings;
  return { isMarked: false, atLeast: postings.length, postings: postings.slice(0, cap) };
}

const marked = (mark: Item, postings: readonly Posting[]): OverFrequent => ({
  isMarked: true,
  atLeast: holdersWhenMarked(mark),
  postings,
});

/** The values that a record's posting carries for the records that come after it. */
export const carriedValues = (key: IndexKey, values: ResolvedValues): (readonly string[])[] =>
  key.plan.carried.map((resolver) => values[resolver]!);

interface CandidatesOptions {
  readonly genericKeyRecords?: number;
  readonly onOverFrequentKey?: (key: IndexKey) => void;
  readonly observer?: Observer;
  /** What is known of pairs already; nothing when absent. */
  readonly verdicts?: Verdicts;
}

/** A candidate that deserves a review with a record. */
interface NearCandidate {
  readonly posting: Posting;
  /** 0 to 1. */
  readonly score: number;
}

/** A blocking key that some link or deduplicate rule has something left to verify of; others serve searches only. */
export const canLink = ({ plan }: IndexKey): boolean => !plan.exact && plan.carried.length > 0;

/**
 * Stored records that share a blocking key with the records of one batch, judged once each.
 *
 * Of the records that have one blocking key, the first `genericKeyRecords` are linked by it and no others. Which these
 * are must not depend on the batches in which records arrive. So the first read decides for the whole operation: a key
 * that was over-frequent then is closed to the batch. Another key is open to as many records of the batch, in their
 * order, as fit below the limit, even if other submits add records meanwhile. Only records that a key is open to have a
 * posting under it.
 */
export class Candidates {
  private readonly store: Store;
  private readonly rules: CompiledRuleConfig;
  private readonly options: CandidatesOptions;
  private readonly cap: number;
  private postings: ReadonlyMap<string, readonly Posting[]> = new Map();
  /** Keys that were over-frequent at the first read, and those that were not. */
  private readonly closed = new Set<string>();
  private readonly open = new Set<string>();
  /** Ids of records that an open key has no room for, by key. */
  private readonly late = new Map<string, ReadonlySet<string>>();
  private readonly marked = new Set<string>();
  private readonly verdicts: Verdicts;
  private hasBegun = false;

  constructor(store: Store, rules: CompiledRuleConfig, options: CandidatesOptions = {}) {
    this.store = store;
    this.rules = rules;
    this.options = options;
    this.cap = options.genericKeyRecords ?? OVER_FREQUENT_KEY_RECORDS;
    this.verdicts = options.verdicts ?? new Verdicts(rules);
  }

  /**
   * Reads the postings of all blocking keys of the records, and answers how many; what an earlier call read is
   * forgotten. After {@link admit} it also marks keys that the batch made over-frequent, so the batch must be stored.
   */
  async read(records: readonly KeyedRecord[], { consistent }: { consistent: boolean }): Promise<number> {
    const wanted = new Map<string, IndexKey>();
    for (const { keys } of records) {
      for (const key of keys) if (canLink(key) && !this.closed.has(key.hash)) wanted.set(key.hash, key);
    }
    this.hasBegun = true;
    const postings = new Map<string, readonly Posting[]>();
    let candidates = 0;
    const hashes = [...wanted.keys()];
    const found = await readPostings(this.store, hashes, { consistent, cap: this.cap, pastMark: this.open });
    const marking: Promise<void>[] = [];
    for (let index = 0; index < hashes.length; index++) {
      const hash = hashes[index]!;
      const ofKey = found[index]!;
      const holders = this.holdersToMark(hash, ofKey);
      if (holders !== undefined) marking.push(this.markOverFrequent(wanted.get(hash)!, holders));
      const usable = this.usable(hash, ofKey);
      candidates += usable.length;
      if (usable.length > 0) postings.set(hash, usable);
    }
    if (marking.length > 0) await Promise.all(marking);
    this.postings = postings;
    return candidates;
  }

  /** How many records at least share a key that is over-frequent and not marked yet; undefined of all others. */
  private holdersToMark(hash: string, found: Postings): number | undefined {
    if (isOverFrequent(found)) return found.isMarked ? undefined : found.atLeast;
    const late = this.late.get(hash);
    return late === undefined ? undefined : found.length + late.size;
  }

  /** The candidates of a key; none if it was over-frequent at the first read. */
  private usable(hash: string, found: Postings): readonly Posting[] {
    if (!isOverFrequent(found)) {
      this.open.add(hash);
      return found;
    }
    if (this.open.has(hash)) return found.postings;
    this.closed.add(hash);
    return NO_POSTINGS;
  }

  /**
   * Decides which of the records, about to be stored in this order, the keys are open to. Records that have their
   * postings already stay among those that are.
   */
  admit(records: readonly KeyedRecord[]): void {
    const sharing = byNames(records, ({ keys }) =>
      keys.filter((key) => canLink(key) && !this.closed.has(key.hash)).map(({ hash }) => hash),
    );
    for (const [hash, holders] of sharing) {
      const stored = this.postings.get(hash) ?? NO_POSTINGS;
      if (stored.length + holders.length <= this.cap) continue;
      const known = new Set(stored.map(({ recordID }) => recordID));
      const fresh = holders.filter(({ id }) => !known.has(id));
      const late = fresh.slice(Math.max(0, this.cap - stored.length));
      if (late.length > 0) this.late.set(hash, new Set(late.map(({ id }) => id)));
    }
  }

  /** The first read of an operation that changes records one by one, unless there was one. */
  async begin(records: readonly KeyedRecord[]): Promise<void> {
    if (this.hasBegun) return;
    await this.read(records, { consistent: false });
    this.admit(records);
  }

  /** Whether the key, being over-frequent, neither links the record nor gets a posting of it. */
  isClosedTo(recordID: string, hash: string): boolean {
    return this.closed.has(hash) || this.late.get(hash)?.has(recordID) === true;
  }

  /**
   * Adds to `nodes` those of the candidates that are linked with the record; candidates of nodes already there
   * are not judged. `evidence` is told which candidate brought a node in.
   */
  async addLinked(
    record: KeyedRecord,
    nodes: Set<string>,
    evidence?: (node: string, candidate: Posting) => void,
  ): Promise<void> {
    const { pace } = this.verdicts;
    for (const [key, posting] of this.candidatesOf(record)) {
      if (pace.isDue(UNITS_OF_LOOK)) await pace.rest();
      if (nodes.has(posting.node) || !(await this.isLinked(record, key, posting))) continue;
      nodes.add(posting.node);
      evidence?.(posting.node, posting);
    }
  }

  /** Every candidate that is linked with the record, each once. */
  async linked(record: KeyedRecord): Promise<Posting[]> {
    const found = new Map<string, Posting>();
    for (const [key, posting] of this.candidatesOf(record)) {
      if (await this.isLinked(record, key, posting)) {
        found.set(`${posting.recordID}\t${posting.recordVersion}`, posting);
      }
    }
    return [...found.values()];
  }

  /**
   * Candidates outside of a node that are not linked with the record and that a review rule holds for, each once with its
   * best score. None without review rules.
   */
  async near(record: KeyedRecord, node: string): Promise<NearCandidate[]> {
    const found = new Map<string, NearCandidate>();
    const { nearMatch } = this.rules;
    const { pace } = this.verdicts;
    if (nearMatch === undefined) return [];
    for (const [key, posting] of this.candidatesOf(record)) {
      if (pace.isDue(UNITS_OF_LOOK)) await pace.rest();
      if (posting.node === node || posting.recordID === record.id || this.rules.mayBeNear?.(key.plan) === false)
        continue;
      if (await this.isLinked(record, key, posting)) continue;
      const candidate = this.posted(key, posting);
      const score = await pace.judge(() => nearMatch(key.plan, record.values, candidate));
      const known = found.get(posting.recordID);
      if (score !== undefined && score > (known?.score ?? -1)) found.set(posting.recordID, { posting, score });
    }
    return [...found.values()];
  }

  private *candidatesOf(record: KeyedRecord): Generator<readonly [IndexKey, Posting], void, undefined> {
    if (this.postings.size === 0) return;
    for (const key of record.keys) {
      for (const posting of this.openPostings(record, key) ?? NO_POSTINGS) yield [key, posting];
    }
  }

  private openPostings({ id }: KeyedRecord, { plan, hash }: IndexKey): readonly Posting[] | undefined {
    return plan.exact || this.isClosedTo(id, hash) ? undefined : this.postings.get(hash);
  }

  private async isLinked(record: KeyedRecord, key: IndexKey, posting: Posting): Promise<boolean> {
    const { recordID, recordVersion } = posting;
    if (recordID === record.id) return false;
    const candidate = { id: recordID, recordVersion, values: this.posted(key, posting) };
    return this.verdicts.linked(key.plan, { id: record.id, values: record.values }, candidate);
  }

  private posted({ plan }: IndexKey, { values }: Posting): ResolvedValues {
    return postedValues(plan, values, this.rules.resolverIDs.length);
  }

  /** From here on the key costs one short read, and no posting is written for it any more. */
  private async markOverFrequent(key: IndexKey, holders: number): Promise<void> {
    if (this.marked.has(key.hash)) return;
    this.marked.add(key.hash);
    await this.store.write([
      overFrequentMarkWrite(key.hash, holders),
      { put: listedKeyItem({ hash: key.hash, ruleIDs: key.plan.ruleIDs, isMarked: true }) },
    ]);
    this.options.onOverFrequentKey?.(key);
    this.options.observer?.overFrequentKey(key.plan.ruleIDs);
  }
}
