/** A repeatable source of chance: mulberry32 (Tommy Ettinger, 2017), 32 bits of state, good enough to draw samples with. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but without, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** Normally distributed with mean 0 and deviation 1 (Box and Muller 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** How many of very many rare things happen when `mean` are expected (Knuth's method; the normal one for many). */
  poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }
}

/** Draws positions in proportion to weights. */
export class Weighted {
  private readonly sums: Float64Array;

  constructor(weights: ArrayLike<number>) {
    this.sums = new Float64Array(weights.length);
    let sum = 0;
    for (let index = 0; index < weights.length; index++) {
      sum += weights[index]!;
      this.sums[index] = sum;
    }
  }

  draw(random: Random): number {
    const { sums } = this;
    const aim = random.next() * sums[sums.length - 1]!;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > aim) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
