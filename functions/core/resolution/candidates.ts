import type { CompiledRuleConfig, IndexKey, ResolvedValues } from '../matching/compiled.ts';
import type { Observer } from '../observer.ts';
import { type Page, queryMany, type Store } from '../store/port.ts';
import { GENERIC_KEY_RECORDS } from './generic-keys.ts';
import { genericItem, genericKeyItem, isGeneric, type Posting, postingPartition, readPosting } from './layout.ts';

/** A record with its keys and what they were made of. */
export interface KeyedRecord {
  readonly id: string;
  readonly values: ResolvedValues;
  readonly keys: readonly IndexKey[];
}

/** So many postings show whether the key is marked as generic, without reading all of it. */
const FIRST_PAGE = 100;

const NO_VALUES: readonly string[] = [];

/** What is found under a suggesting key; 'generic' when it is marked so, 'overfull' when it should be. */
export type Postings = readonly Posting[] | 'generic' | 'overfull';

const NO_POSTINGS: readonly Posting[] = [];

interface PostingsOptions {
  readonly consistent: boolean;
  readonly cap?: number;
}

/** The postings of suggesting keys, in their order: the first pages by one call. */
export async function readPostings(
  store: Store,
  hashes: readonly string[],
  { consistent, cap = GENERIC_KEY_RECORDS }: PostingsOptions,
): Promise<readonly Postings[]> {
  if (hashes.length === 0) return [];
  const pages = await queryMany(store, hashes.map(postingPartition), { consistent, limit: FIRST_PAGE });
  const found = pages.map((page) => (page.next === undefined ? postingsOn(page, cap) : undefined));
  if (!found.includes(undefined)) return found as Postings[];
  return Promise.all(
    found.map((known, index) => known ?? readRest(store, hashes[index]!, pages[index]!, { consistent, cap })),
  );
}

/** Those of a key that has no more than one page of them. */
function postingsOn({ items }: Page, cap: number): Postings {
  if (items.length === 0) return NO_POSTINGS;
  // Its mark is before all others.
  if (isGeneric(items[0]!)) return 'generic';
  return items.length > cap ? 'overfull' : items.map(readPosting);
}

async function readRest(
  store: Store,
  hash: string,
  first: Page,
  { consistent, cap }: Required<PostingsOptions>,
): Promise<Postings> {
  const postings: Posting[] = [];
  for (let page = first; ; ) {
    for (const item of page.items) {
      if (isGeneric(item)) return 'generic';
      postings.push(readPosting(item));
    }
    if (postings.length > cap) return 'overfull';
    if (page.next === undefined) return postings;
    page = await store.query(postingPartition(hash), {
      consistent,
      limit: cap + 1 - postings.length,
      after: page.next,
    });
  }
}

/** The values that a record's posting carries for the records that come after it. */
export const carriedValues = (key: IndexKey, values: ResolvedValues): (readonly string[])[] =>
  key.plan.carried.map((resolver) => values[resolver]!);

export interface CandidatesOptions {
  readonly genericKeyRecords?: number;
  readonly onGenericKey?: (key: IndexKey) => void;
  readonly observer?: Observer;
}

/** A suggesting key that some link or deduplicate rule has something left to verify of; others serve searches only. */
const canLink = ({ plan }: IndexKey): boolean => !plan.deciding && plan.carried.length > 0;

/** Stored records that share a suggesting key with the records of one batch, judged once each. */
export class Candidates {
  private readonly store: Store;
  private readonly rules: CompiledRuleConfig;
  private readonly options: CandidatesOptions;
  private postings: ReadonlyMap<string, readonly Posting[]> = new Map();
  private readonly generic = new Set<string>();
  /** Verdicts by pair: `record TAB candidate TAB incarnation TAB key plan`. */
  private readonly verdicts = new Map<string, boolean>();

  constructor(store: Store, rules: CompiledRuleConfig, options: CandidatesOptions = {}) {
    this.store = store;
    this.rules = rules;
    this.options = options;
  }

  /**
   * Reads the postings of all suggesting keys of the records, and answers how many; what an earlier call read is
   * forgotten.
   */
  async read(records: readonly KeyedRecord[], options: { consistent: boolean }): Promise<number> {
    const wanted = new Map<string, IndexKey>();
    for (const { keys } of records) {
      for (const key of keys) if (canLink(key) && !this.generic.has(key.hash)) wanted.set(key.hash, key);
    }
    const postings = new Map<string, readonly Posting[]>();
    let candidates = 0;
    const cap = this.options.genericKeyRecords ?? GENERIC_KEY_RECORDS;
    const hashes = [...wanted.keys()];
    const found = await readPostings(this.store, hashes, { ...options, cap });
    const marked: Promise<void>[] = [];
    for (let index = 0; index < hashes.length; index++) {
      const ofKey = found[index]!;
      const hash = hashes[index]!;
      if (typeof ofKey === 'string') {
        this.generic.add(hash);
        if (ofKey === 'overfull') marked.push(this.markGeneric(wanted.get(hash)!));
      } else if (ofKey.length > 0) {
        candidates += ofKey.length;
        postings.set(hash, ofKey);
      }
    }
    if (marked.length > 0) await Promise.all(marked);
    this.postings = postings;
    return candidates;
  }

  /** Whether the key yields no candidates, as far as was seen. */
  isGeneric(hash: string): boolean {
    return this.generic.has(hash);
  }

  /**
   * Adds to `fragments` those of the candidates that are linked with the record; candidates of fragments already there
   * are not judged. `witness` is told which candidate brought a fragment in.
   */
  addLinked(
    record: KeyedRecord,
    fragments: Set<string>,
    witness?: (fragment: string, candidate: Posting) => void,
  ): void {
    if (this.postings.size === 0) return;
    for (const key of record.keys) {
      const postings = key.plan.deciding ? undefined : this.postings.get(key.hash);
      if (postings === undefined) continue;
      for (const posting of postings) {
        if (fragments.has(posting.fragment) || !this.isLinked(record, key, posting)) continue;
        fragments.add(posting.fragment);
        witness?.(posting.fragment, posting);
      }
    }
  }

  /** Every candidate that is linked with the record, each once. */
  linked(record: KeyedRecord): Posting[] {
    const found = new Map<string, Posting>();
    if (this.postings.size === 0) return [];
    for (const key of record.keys) {
      const postings = key.plan.deciding ? undefined : this.postings.get(key.hash);
      for (const posting of postings ?? []) {
        if (this.isLinked(record, key, posting)) found.set(`${posting.recordID}\t${posting.incarnation}`, posting);
      }
    }
    return [...found.values()];
  }

  private isLinked(record: KeyedRecord, key: IndexKey, posting: Posting): boolean {
    if (posting.recordID === record.id) return false;
    const pair = `${record.id}\t${posting.recordID}\t${posting.incarnation}\t${key.plan.signature}`;
    let verdict = this.verdicts.get(pair);
    if (verdict === undefined) {
      verdict = this.rules.linked(key.plan, record.values, this.posted(key, posting));
      this.verdicts.set(pair, verdict);
    }
    return verdict;
  }

  /** What a posting tells about the values of its record: those carried, no value elsewhere. */
  private posted(key: IndexKey, posting: Posting): ResolvedValues {
    const values: (readonly string[])[] = new Array(this.rules.resolverIDs.length).fill(NO_VALUES);
    key.plan.carried.forEach((resolver, index) => {
      values[resolver] = posting.values[index] ?? NO_VALUES;
    });
    return values;
  }

  /** From here on the key costs one short read, and no posting is written for it any more. */
  private async markGeneric(key: IndexKey): Promise<void> {
    await this.store.write([{ put: genericItem(key.hash) }, { put: genericKeyItem(key.hash, key.plan.ruleIDs) }]);
    this.options.onGenericKey?.(key);
    this.options.observer?.genericKey(key.plan.ruleIDs);
  }
}
