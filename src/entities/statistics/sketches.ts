import { hash } from 'node:crypto';

/** 4,096 registers: a standard error of 1.6 %. */
const INDEX_BITS = 12;
const REGISTERS = 2 ** INDEX_BITS;
/** Bits of a digest whose leading zeros count. */
const RANK_BITS = 32;
const MOST_RANK = RANK_BITS + 1;
const ALPHA = 1 / (2 * Math.LN2);

/**
 * About how many different texts were added, in 4 KB: a HyperLogLog sketch with the estimator of O. Ertl, "New cardinality
 * estimation algorithms for HyperLogLog sketches" (2017), which needs no tables of corrections.
 */
export class DistinctCount {
  private readonly registers = new Uint8Array(REGISTERS);

  add(text: string): void {
    const digest = hash('sha256', text, 'buffer');
    const register = digest.readUInt16BE(0) >> (16 - INDEX_BITS);
    const rank = Math.clz32(digest.readUInt32BE(2)) + 1;
    if (rank > this.registers[register]!) this.registers[register] = rank;
  }

  /** The sketch as text, from which {@link DistinctCount.fromText} makes it again. */
  toText(): string {
    return Buffer.from(this.registers).toString('base64');
  }

  static fromText(text: string): DistinctCount {
    const count = new DistinctCount();
    count.registers.set(Buffer.from(text, 'base64'));
    return count;
  }

  /** The number of different texts. */
  estimate(): number {
    const counts = new Float64Array(MOST_RANK + 1);
    for (const rank of this.registers) counts[rank]! += 1;
    let z = REGISTERS * tau(1 - counts[MOST_RANK]! / REGISTERS);
    for (let rank = RANK_BITS; rank >= 1; rank--) z = 0.5 * (z + counts[rank]!);
    z += REGISTERS * sigma(counts[0]! / REGISTERS);
    return Math.round((ALPHA * REGISTERS * REGISTERS) / z);
  }
}

/** The sum of 2^(k−1)·x^(2^k), over k from 1, plus x. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [power, factor, sum] = [share, 1, share];
  for (let before = -1; sum !== before; ) {
    power *= power;
    before = sum;
    sum += power * factor;
    factor += factor;
  }
  return sum;
}

/** A third of 1 − x, less the sum of 2^(−k)·(1 − x^(2^(−k)))², over k from 1. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [root, factor, sum] = [share, 1, 1 - share];
  for (let before = -1; sum !== before; ) {
    root = Math.sqrt(root);
    before = sum;
    factor *= 0.5;
    sum -= (1 - root) ** 2 * factor;
  }
  return sum / 3;
}

export interface FrequentText<Sample> {
  readonly text: string;
  /** The text was added so often at least. */
  readonly atLeast: number;
  /** And so often at most. */
  readonly atMost: number;
  /** What came with one of its first occurrences. */
  readonly sample: Sample;
}

interface Counter<Sample> {
  count: number;
  readonly sample: Sample;
}

/** A summary as JSON. */
export interface FrequentTextsState<Sample> {
  readonly taken: number;
  readonly counters: readonly (readonly [text: string, count: number, sample: Sample])[];
}

/**
 * The most frequent of any number of texts, in bounded memory: the summary of Misra and Gries with purges by the median
 * (Anderson and others, "A high-performance algorithm for identifying frequent items in data streams", 2017). After n
 * additions a count is at most n / kept too low.
 */
export class FrequentTexts<Sample> {
  private readonly counters = new Map<string, Counter<Sample>>();
  private readonly kept: number;
  /** What purges have taken from each count. */
  private taken = 0;

  /** @param kept texts whose counts are kept after a purge; between two purges there are up to twice as many */
  constructor(kept: number) {
    this.kept = kept;
  }

  /** Makes a summary again from its {@link state}. */
  static from<Sample>({ taken, counters }: FrequentTextsState<Sample>, kept: number): FrequentTexts<Sample> {
    const texts = new FrequentTexts<Sample>(kept);
    texts.taken = taken;
    for (const [text, count, sample] of counters) texts.counters.set(text, { count, sample });
    return texts;
  }

  state(): FrequentTextsState<Sample> {
    return {
      taken: this.taken,
      counters: [...this.counters].map(([text, { count, sample }]) => [text, count, sample]),
    };
  }

  add(text: string, sample: Sample): void {
    const counter = this.counters.get(text);
    if (counter !== undefined) {
      counter.count += 1;
      return;
    }
    this.counters.set(text, { count: 1, sample });
    if (this.counters.size > 2 * this.kept) this.purge();
  }

  /** Texts that were added at least so often for sure, the most frequent first. */
  atLeast(count: number): FrequentText<Sample>[] {
    return [...this.counters]
      .filter(([, counter]) => counter.count >= count)
      .map(([text, counter]) => ({
        text,
        atLeast: counter.count,
        atMost: counter.count + this.taken,
        sample: counter.sample,
      }))
      .sort((a, b) => b.atLeast - a.atLeast || (a.text < b.text ? -1 : 1));
  }

  private purge(): void {
    const counts = Float64Array.from(this.counters.values(), ({ count }) => count).sort();
    const median = counts[counts.length - this.kept - 1]!;
    this.taken += median;
    for (const [text, counter] of this.counters) {
      counter.count -= median;
      if (counter.count <= 0) this.counters.delete(text);
    }
  }
}
