import type { Sketch } from '../comparers/comparer.ts';

/** The number of bits that are set. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The sketches of a list of texts, side by side in memory. */
export class Sketches {
  private readonly marks: Int32Array;
  private readonly foreign: Uint8Array;

  constructor(texts: readonly string[], sketch: (text: string) => Sketch) {
    this.marks = new Int32Array(texts.length);
    this.foreign = new Uint8Array(texts.length);
    for (const [position, text] of texts.entries()) {
      const { marks, foreign } = sketch(text);
      this.marks[position] = marks;
      this.foreign[position] = Math.min(32, foreign);
    }
  }

  /** The next position, from one on, of a text of another list that may satisfy the comparer with one of these. */
  next(position: number, { marks, foreign }: Sketches, from: number): number {
    const [mine, allowed] = [this.marks[position]!, this.foreign[position]!];
    let at = from;
    for (; at < marks.length; at++) {
      const theirs = marks[at]!;
      if (bitCount(mine & ~theirs) <= allowed && bitCount(theirs & ~mine) <= foreign[at]!) break;
    }
    return at;
  }
}
