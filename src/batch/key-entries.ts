import { keyOwnerKey, postingPartition } from '../entities/items/index-keys.ts';
import { canLink, carriedValues } from '../entities/keys/candidates.ts';
import type { IndexKey, KeyPlan, ResolvedValues } from '../rules/types.ts';
import { partitionNumber, wellFormed } from '../store/embedded/rows.ts';
import { DIGEST_LENGTH } from '../text/digest.ts';
import type { Spill } from './spill.ts';

/**
 * An entry says that a record has a key:
 *
 * | bytes | hold |
 * |---|---|
 * | 4 | position of the record |
 * | 4, 4 | high and low half of the number of the row that the embedded store gives the key |
 * | 2 | number of the key's plan |
 * | 22 | hash of the key |
 * | 4, … | length of the values that the plan carries, and these values as JSON |
 *
 * The upper bits of the number are the bucket: so a bucket holds all entries of its keys, and rows can be written bucket by
 * bucket in the order of their numbers.
 */
const HEAD = 4 + 4 + 4 + 2 + DIGEST_LENGTH + 4;
const PLAN = 12;
const HASH = 14;

const TWO32 = 2 ** 32;
/** Bits of the high half of a row's number. */
const HIGH_BITS = 21;

/** The bucket of a row's number, of as many as a power of two. */
export const bucketOf = (number: number, buckets: number): number =>
  Math.floor(number / TWO32) >>> (HIGH_BITS - Math.log2(buckets));

/** The partition of the key's owner, or of its postings. */
export const partitionOfKey = (plan: KeyPlan, hash: string): string =>
  plan.exact ? keyOwnerKey(hash).pk : postingPartition(hash);

/** Plans by number: the same in every thread that compiles the same rules. */
export class PlanNumbers {
  readonly plans: readonly KeyPlan[];
  private readonly numbers: ReadonlyMap<KeyPlan, number>;
  /** By number of a plan: plans of one number here carry values of the same resolvers. */
  private readonly carriedSets: readonly number[];

  constructor(plans: readonly KeyPlan[]) {
    this.plans = plans;
    this.numbers = new Map(plans.map((plan, number) => [plan, number]));
    const carried = plans.map((plan) => plan.carried.join());
    this.carriedSets = carried.map((names) => carried.indexOf(names));
  }

  /** Of the plans that carry the same values the first. */
  carriedSet(number: number): number {
    return this.carriedSets[number]!;
  }

  of(plan: KeyPlan): number {
    return this.numbers.get(plan)!;
  }
}

export interface KeyWriterOptions {
  readonly plans: PlanNumbers;
  /** That of `partitionNumber`. */
  readonly seed: number;
  /** Whether keys are written that serve searches only. */
  readonly forSearches: boolean;
}

/** Writes the keys of records, which come in ascending order. */
export class KeyWriter {
  count = 0;
  private readonly spill: Spill;
  private readonly options: KeyWriterOptions;
  private readonly shift: number;
  /** Of the record that is being written: the texts of what its keys carry, by set. */
  private readonly texts: (string | undefined)[] = [];

  constructor(spill: Spill, options: KeyWriterOptions) {
    this.spill = spill;
    this.options = options;
    this.shift = HIGH_BITS - Math.log2(spill.buckets);
  }

  add(position: number, keys: readonly IndexKey[], values: ResolvedValues): void {
    const { plans, forSearches } = this.options;
    this.texts.length = 0;
    for (const key of keys) {
      const { exact } = key.plan;
      if (!exact && !forSearches && !canLink(key)) continue;
      const plan = plans.of(key.plan);
      this.write(position, key, plan, exact ? '' : this.carriedText(key, plan, values));
    }
  }

  /** The values that a key carries, as a store keeps them. */
  private carriedText(key: IndexKey, plan: number, values: ResolvedValues): string {
    const set = this.options.plans.carriedSet(plan);
    const known = this.texts[set];
    if (known !== undefined) return known;
    const text = wellFormed(JSON.stringify(carriedValues(key, values)));
    this.texts[set] = text;
    return text;
  }

  private write(position: number, key: IndexKey, plan: number, text: string): void {
    const { spill, options } = this;
    const number = partitionNumber(partitionOfKey(key.plan, key.hash), options.seed);
    const high = Math.floor(number / TWO32);
    const bucket = high >>> this.shift;
    const buffer = spill.room(bucket, HEAD + text.length * 3);
    let at = spill.at(bucket);
    at = buffer.writeUInt32LE(position, at);
    at = buffer.writeUInt32LE(high, at);
    at = buffer.writeUInt32LE(number - high * TWO32, at);
    at = buffer.writeUInt16LE(plan, at);
    at += buffer.write(key.hash, at, 'latin1');
    const length = text === '' ? 0 : buffer.write(text, at + 4);
    at = buffer.writeUInt32LE(length, at) + length;
    spill.wrote(bucket, at);
    this.count += 1;
  }
}

/** The records that hold one key, in ascending order. */
export interface KeyGroup {
  readonly plan: KeyPlan;
  /** Numbers of entries. */
  readonly entries: readonly number[];
}

/** The entries of one bucket, chained by the number of their row. */
export class KeyBucket {
  readonly content: Buffer;
  private readonly plans: PlanNumbers;
  private readonly starts: Uint32Array;
  private readonly high: Uint32Array;
  private readonly low: Uint32Array;
  private readonly next: Int32Array;
  private readonly heads: Int32Array;
  private count = 0;
  private chains = 0;

  /** @param isLeftOut whether a record's keys count for nothing, by position */
  constructor(content: Buffer, plans: PlanNumbers, isLeftOut: (position: number) => boolean) {
    this.content = content;
    this.plans = plans;
    const most = Math.floor(content.length / HEAD);
    this.starts = new Uint32Array(most);
    this.high = new Uint32Array(most);
    this.low = new Uint32Array(most);
    this.next = new Int32Array(most).fill(-1);
    this.heads = new Int32Array(most);
    let slots = 1_024;
    while (slots < most * 2) slots *= 2;
    const firsts = new Int32Array(slots).fill(-1);
    const lasts = new Int32Array(slots);
    for (let at = 0; at < content.length; at += HEAD + content.readUInt32LE(at + HEAD - 4)) {
      if (isLeftOut(content.readUInt32LE(at))) continue;
      const entry = this.count++;
      this.starts[entry] = at;
      this.high[entry] = content.readUInt32LE(at + 4);
      this.low[entry] = content.readUInt32LE(at + 8);
      this.chain(entry, firsts, lasts);
    }
  }

  private chain(entry: number, firsts: Int32Array, lasts: Int32Array): void {
    const mask = firsts.length - 1;
    const [high, low] = [this.high[entry]!, this.low[entry]!];
    for (let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask; ; slot = (slot + 1) & mask) {
      const first = firsts[slot]!;
      if (first < 0) {
        firsts[slot] = entry;
        lasts[slot] = entry;
        this.heads[this.chains++] = entry;
        return;
      }
      if (this.low[first] !== low || this.high[first] !== high) continue;
      this.next[lasts[slot]!] = entry;
      lasts[slot] = entry;
      return;
    }
  }

  /** The groups of the bucket's keys. @param least holders of a group */
  *groups(least = 1): Generator<KeyGroup, void, undefined> {
    for (let chain = 0; chain < this.chains; chain++) {
      const head = this.heads[chain]!;
      if (least > 1 && this.next[head]! < 0) continue;
      for (const entries of this.groupsOf(head)) {
        if (entries.length >= least) yield { plan: this.plan(entries[0]!), entries };
      }
    }
  }

  /** Nearly always one: several where keys share a number, or plans share a hash. */
  private groupsOf(head: number): Iterable<readonly number[]> {
    const all: number[] = [];
    let isSorted = true;
    for (let entry = head, before = -1; entry >= 0; entry = this.next[entry]!) {
      const position = this.position(entry);
      if (position < before) isSorted = false;
      before = position;
      all.push(entry);
    }
    if (!isSorted) all.sort((a, b) => this.position(a) - this.position(b));
    if (all.every((entry) => this.isSameKey(head, entry))) return [all];
    return Map.groupBy(all, (entry) => `${this.planNumber(entry)} ${this.hash(entry)}`).values();
  }

  private isSameKey(a: number, b: number): boolean {
    const [first, second] = [this.starts[a]! + PLAN, this.starts[b]! + PLAN];
    const length = HASH - PLAN + DIGEST_LENGTH;
    return this.content.compare(this.content, first, first + length, second, second + length) === 0;
  }

  /** Of the record. */
  position(entry: number): number {
    return this.content.readUInt32LE(this.starts[entry]!);
  }

  /** Of the row. */
  number(entry: number): number {
    return this.high[entry]! * TWO32 + this.low[entry]!;
  }

  hash(entry: number): string {
    const at = this.starts[entry]! + HASH;
    return this.content.toString('latin1', at, at + DIGEST_LENGTH);
  }

  /** The values that the plan carries, as JSON. */
  values(entry: number): string {
    const at = this.starts[entry]! + HEAD;
    return this.content.toString('utf8', at, at + this.content.readUInt32LE(at - 4));
  }

  private planNumber(entry: number): number {
    return this.content.readUInt16LE(this.starts[entry]! + PLAN);
  }

  private plan(entry: number): KeyPlan {
    return this.plans.plans[this.planNumber(entry)]!;
  }
}
