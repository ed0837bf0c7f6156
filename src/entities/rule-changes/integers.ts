const FIRST_CAPACITY = 1_024;

/** A growing list of whole numbers from 0 to 2³² − 1, at 4 to 8 bytes each. */
export class Integers {
  private numbers = new Uint32Array(FIRST_CAPACITY);
  private used = 0;

  get length(): number {
    return this.used;
  }

  push(number: number): void {
    if (this.used === this.numbers.length) {
      const grown = new Uint32Array(this.used * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.used] = number;
    this.used += 1;
  }

  at(index: number): number {
    return this.numbers[index]!;
  }
}
