/** Distinct patterns of levels, each with how many pairs of the population have it. */
export interface Patterns {
  /** Number of items of a pattern. */
  readonly items: number;
  /** Levels, one row of bytes for each pattern. */
  readonly levels: Uint8Array;
  /** How many pairs of all records have the pattern, by estimate. */
  readonly weights: Float64Array;
  /** How many of the pairs that were looked at have it. */
  readonly counts: Float64Array;
}

/** Counts equal patterns once. */
export class PatternCounter {
  readonly items: number;
  private readonly numbers = new Map<string, number>();
  private readonly rows: Uint8Array[] = [];
  private readonly weights: number[] = [];
  private readonly counts: number[] = [];

  constructor(items: number) {
    this.items = items;
  }

  /** @returns the number of the pattern */
  add(pattern: Uint8Array, weight: number): number {
    const text = String.fromCharCode(...pattern);
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.rows.push(pattern.slice()) - 1;
      this.numbers.set(text, number);
      this.weights.push(0);
      this.counts.push(0);
    }
    this.weights[number]! += weight;
    this.counts[number]! += 1;
    return number;
  }

  patterns(): Patterns {
    const levels = new Uint8Array(this.rows.length * this.items);
    for (const [index, row] of this.rows.entries()) levels.set(row, index * this.items);
    return {
      items: this.items,
      levels,
      weights: Float64Array.from(this.weights),
      counts: Float64Array.from(this.counts),
    };
  }
}
