import type { CompiledRuleConfig, IndexKey, ResolvedValues } from '../matching/compiled.ts';
import type { Page, Store } from '../store/port.ts';
import { type Posting, postingPartition, readPosting } from './layout.ts';
import type { PreparedRecord } from './validate.ts';

/**
 * A suggesting key that more records share than this says nothing about any of them (a switchboard's number, a
 * placeholder): it yields no candidates. 1,000 candidates are judged in a few milliseconds and fit one page of the store.
 */
export const GENERIC_KEY_RECORDS = 1_000;

const NO_VALUES: readonly string[] = [];

/** The postings of a suggesting key; undefined when it is generic. */
export async function readPostings(store: Store, hash: string, consistent: boolean): Promise<Posting[] | undefined> {
  const postings: Posting[] = [];
  let after: string | undefined;
  do {
    const page: Page = await store.query(postingPartition(hash), {
      consistent,
      limit: GENERIC_KEY_RECORDS + 1 - postings.length,
      ...(after === undefined ? {} : { after }),
    });
    for (const item of page.items) postings.push(readPosting(item));
    if (postings.length > GENERIC_KEY_RECORDS) return undefined;
    after = page.next;
  } while (after !== undefined);
  return postings;
}

/** The values that a record's posting carries for the records that come after it. */
export const carriedValues = (key: IndexKey, values: ResolvedValues): (readonly string[])[] =>
  key.plan.carried.map((resolver) => values[resolver]!);

/** Stored records that share a suggesting key with the records of one batch, judged once each. */
export class Candidates {
  private readonly store: Store;
  private readonly rules: CompiledRuleConfig;
  private postings = new Map<string, Posting[]>();
  /** Pairs judged and found not linked: `record TAB candidate TAB incarnation TAB key plan`. */
  private readonly strangers = new Set<string>();

  constructor(store: Store, rules: CompiledRuleConfig) {
    this.store = store;
    this.rules = rules;
  }

  /** Reads the postings of all suggesting keys of the records; what an earlier call read is forgotten. */
  async read(records: readonly PreparedRecord[], options: { consistent: boolean }): Promise<void> {
    const hashes = new Set<string>();
    for (const { keys } of records) for (const key of keys) if (!key.plan.deciding) hashes.add(key.hash);
    const postings = new Map<string, Posting[]>();
    await Promise.all(
      [...hashes].map(async (hash) => {
        const found = await readPostings(this.store, hash, options.consistent);
        if (found !== undefined && found.length > 0) postings.set(hash, found);
      }),
    );
    this.postings = postings;
  }

  /** Adds to `fragments` those of the candidates that are linked with the record; candidates of fragments already there are not judged. */
  addLinked(record: PreparedRecord, fragments: Set<string>): void {
    if (this.postings.size === 0) return;
    for (const key of record.keys) {
      const postings = key.plan.deciding ? undefined : this.postings.get(key.hash);
      if (postings === undefined) continue;
      for (const posting of postings) {
        if (posting.recordID === record.id || fragments.has(posting.fragment)) continue;
        const pair = `${record.id}\t${posting.recordID}\t${posting.incarnation}\t${key.plan.signature}`;
        if (this.strangers.has(pair)) continue;
        if (this.rules.linked(key.plan, record.values, this.posted(key, posting))) fragments.add(posting.fragment);
        else this.strangers.add(pair);
      }
    }
  }

  /** What a posting tells about the values of its record: those carried, no value elsewhere. */
  private posted(key: IndexKey, posting: Posting): ResolvedValues {
    const values: (readonly string[])[] = new Array(this.rules.resolverIDs.length).fill(NO_VALUES);
    key.plan.carried.forEach((resolver, index) => {
      values[resolver] = posting.values[index] ?? NO_VALUES;
    });
    return values;
  }
}
