/** Texts whose counts are kept after a purge, by default. Between two purges there are up to twice as many. */
const KEPT = 2_048;

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

  /** @param kept texts whose counts are kept after a purge */
  constructor(kept = KEPT) {
    this.kept = kept;
  }

  /** Makes a summary again from its {@link state}. */
  static from<Sample>({ taken, counters }: FrequentTextsState<Sample>, kept = KEPT): FrequentTexts<Sample> {
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

  add(text: string, sample: Sample, times = 1): void {
    const counter = this.counters.get(text);
    if (counter !== undefined) {
      counter.count += times;
      return;
    }
    this.counters.set(text, { count: times, sample });
    if (this.counters.size > 2 * this.kept) this.purge();
  }

  /** Adds all that another summary has counted. */
  merge(other: FrequentTexts<Sample>): void {
    this.taken += other.taken;
    for (const [text, { count, sample }] of other.counters) this.add(text, sample, count);
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
