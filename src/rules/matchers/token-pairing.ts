import type { Work } from '../../work.ts';
import type { Comparer, Sketch } from '../comparers/comparer.ts';

/** The number of bits that are set. */
function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The sketches of a list of texts, side by side in memory. */
class Sketches {
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

/** The maximum time of one comparison of two tokens, in units for each product of their lengths and for itself. */
const UNITS_OF_CHARACTERS = 0.003;
const UNITS_OF_COMPARISON = 0.1;
/** The same for a comparer that is an equivalence, whatever the lengths. */
const UNITS_OF_EQUIVALENCE = 0.01;
const UNITS_OF_LOOK = 0.01;

interface Sized {
  readonly count: number;
  readonly units: number;
}

/** The units of work that comparing all tokens of one side with all of the other takes at most. */
export function unitsOfPairing(a: Sized, b: Sized, { equivalence }: Comparer): number {
  if (equivalence === true) return a.count * b.count * UNITS_OF_EQUIVALENCE;
  return a.units * b.units * UNITS_OF_CHARACTERS + a.count * b.count * UNITS_OF_COMPARISON;
}

/**
 * True if at least `count` tokens of one side pair up one to one with tokens of the other. Pairs greedily if the
 * comparer is an equivalence, because the choice of partner then does not matter; otherwise computes a maximum
 * bipartite matching along augmenting paths (Kuhn 1955). Compares no pair twice.
 */
export function pairsAtLeast(a: readonly string[], b: readonly string[], comparer: Comparer, count: number): boolean {
  if (count > a.length || count > b.length) return false;
  if (a.length === 1 && b.length === 1) return comparer.satisfied(a[0]!, b[0]!);
  const [rows, columns] = a.length <= b.length ? [a, b] : [b, a];
  const pairing = new Pairing(rows, columns, comparer);
  let paired = 0;
  for (let row = 0; row < rows.length; row++) {
    if (pairing.add(row)) paired += 1;
    if (paired >= count) return true;
    if (paired + rows.length - row - 1 < count) return false;
  }
  return paired >= count;
}

/** The same as {@link pairsAtLeast} in pieces: many tokens are compared before they are paired. */
export function* pairsInPieces(
  a: readonly string[],
  b: readonly string[],
  comparer: Comparer,
  count: number,
): Work<boolean> {
  if (count > a.length || count > b.length) return false;
  const [rows, columns] = a.length <= b.length ? [a, b] : [b, a];
  const pairing = new Pairing(rows, columns, comparer);
  yield UNITS_OF_COMPARISON;
  for (let row = 0; row < rows.length; row++) yield pairing.compareRow(row);
  let paired = 0;
  for (let row = 0; row < rows.length; row++) {
    if (pairing.add(row)) paired += 1;
    if (paired >= count) return true;
    if (paired + rows.length - row - 1 < count) return false;
    yield columns.length * UNITS_OF_LOOK;
  }
  return paired >= count;
}

/**
 * Whether one list of one side pairs up with one list of the other, in pieces. Compares each token of one side with all
 * tokens of the other first, so that of many lists only those are paired that have enough tokens to pair.
 *
 * @param needed how many tokens of two lists must pair up, by the lengths of the lists
 */
export function* anyPairsInPieces(
  left: readonly (readonly string[])[],
  right: readonly (readonly string[])[],
  comparer: Comparer,
  needed: (a: number, b: number) => number,
): Work<boolean> {
  if (left.length === 1 && right.length === 1) {
    return yield* pairsInPieces(left[0]!, right[0]!, comparer, needed(left[0]!.length, right[0]!.length));
  }
  const rows = new Rows(left.flat(), right.flat(), comparer);
  const listOf = right.flatMap((list, index) => list.map(() => index));
  let row = 0;
  for (const list of left) {
    /** Per list of the other side, how many tokens of this list have a partner in it. */
    const partnered = new Map<number, number>();
    for (const end = row + list.length; row < end; row++) {
      for (const other of listsWithPartner(rows, row, listOf)) partnered.set(other, (partnered.get(other) ?? 0) + 1);
      yield rows.takeUnits();
    }
    for (const [index, count] of partnered) {
      const other = right[index]!;
      const least = needed(list.length, other.length);
      if (count >= least && (yield* pairsInPieces(list, other, comparer, least))) return true;
    }
  }
  return false;
}

/** The lists that have a partner for the token of the row. */
function listsWithPartner(rows: Rows, row: number, listOf: readonly number[]): Set<number> {
  const lists = new Set<number>();
  for (let at = rows.firstOf(row); at !== undefined; at = rows.firstOf(row, at + 1)) lists.add(listOf[at]!);
  return lists;
}

/** Whether one list of one side and one of the other are `satisfied`, which takes that their first tokens are similar. */
export function* anyByFirstTokens(
  left: readonly (readonly string[])[],
  right: readonly (readonly string[])[],
  comparer: Comparer,
  satisfied: (a: readonly string[], b: readonly string[]) => boolean,
): Work<boolean> {
  const firsts = (lists: readonly (readonly string[])[]) => lists.map((list) => list[0]!);
  const rows = new Rows(firsts(left), firsts(right), comparer);
  for (const [row, list] of left.entries()) {
    for (let at = rows.firstOf(row); at !== undefined; at = rows.firstOf(row, at + 1)) {
      if (satisfied(list, right[at]!)) return true;
      yield list.length * UNITS_OF_COMPARISON;
    }
    yield rows.takeUnits();
  }
  return false;
}

/** Compares whole rows of tokens: sketches tell quickly of most that they do not satisfy the comparer. */
class Rows {
  private readonly rows: readonly string[];
  private readonly columns: readonly string[];
  private readonly comparer: Comparer;
  private readonly sketches: readonly [Sketches, Sketches] | undefined;
  private units = 0;

  constructor(rows: readonly string[], columns: readonly string[], comparer: Comparer) {
    this.rows = rows;
    this.columns = columns;
    this.comparer = comparer;
    const { sketch } = comparer;
    if (sketch !== undefined) this.sketches = [new Sketches(rows, sketch), new Sketches(columns, sketch)];
  }

  /** The first column, from one on, that satisfies the comparer with the row. */
  firstOf(row: number, from = 0): number | undefined {
    const { columns, comparer } = this;
    const text = this.rows[row]!;
    for (let column = this.next(row, from); column < columns.length; column = this.next(row, column + 1)) {
      const other = columns[column]!;
      this.units += unitsOfPairing(sizeOf(text), sizeOf(other), comparer);
      if (comparer.satisfied(text, other)) return column;
    }
    return undefined;
  }

  /** The units of the comparisons since the last call. */
  takeUnits(): number {
    const units = this.units + this.columns.length * UNITS_OF_LOOK;
    this.units = 0;
    return units;
  }

  private next(row: number, from: number): number {
    return this.sketches === undefined ? from : this.sketches[0].next(row, this.sketches[1], from);
  }
}

const sizeOf = ({ length }: string): Sized => ({ count: 1, units: length });

class Pairing {
  /** Per column, the row that it is paired with, or -1. */
  readonly partner: Int32Array;
  private readonly rows: readonly string[];
  private readonly columns: readonly string[];
  private readonly comparer: Comparer;
  /** Made when many tokens are compared at once. */
  private compared: Rows | undefined;
  /** 0 not compared, 1 satisfied, 2 not. */
  private readonly verdicts: Uint8Array;
  private readonly visited: Uint8Array;

  constructor(rows: readonly string[], columns: readonly string[], comparer: Comparer) {
    this.rows = rows;
    this.columns = columns;
    this.comparer = comparer;
    this.partner = new Int32Array(columns.length).fill(-1);
    this.verdicts = new Uint8Array(comparer.equivalence === true ? 0 : rows.length * columns.length);
    this.visited = new Uint8Array(columns.length);
  }

  /** Compares a row with all columns, if the comparer is no equivalence. Returns the units that it took. */
  compareRow(row: number): number {
    if (this.comparer.equivalence === true) return 0;
    this.compared ??= new Rows(this.rows, this.columns, this.comparer);
    const start = row * this.columns.length;
    this.verdicts.fill(2, start, start + this.columns.length);
    for (let column = this.compared.firstOf(row); column !== undefined; ) {
      this.verdicts[start + column] = 1;
      column = this.compared.firstOf(row, column + 1);
    }
    return this.compared.takeUnits();
  }

  /** Pairs one more row, and moves others to new partners if necessary. Returns false if no larger pairing exists. */
  add(row: number): boolean {
    const { partner, columns } = this;
    if (this.comparer.equivalence === true) {
      const text = this.rows[row]!;
      for (let column = 0; column < columns.length; column++) {
        if (partner[column] === -1 && this.comparer.satisfied(text, columns[column]!)) {
          partner[column] = row;
          return true;
        }
      }
      return false;
    }
    for (let column = 0; column < columns.length; column++) {
      if (partner[column] === -1 && this.fits(row, column)) {
        partner[column] = row;
        return true;
      }
    }
    this.visited.fill(0);
    return this.augment(row);
  }

  /** Searches alternating paths breadth first, so that many tokens cannot overflow the stack. */
  private augment(start: number): boolean {
    const { partner, visited, columns } = this;
    const queue: number[] = [start];
    /** Per column, the row that reached it. */
    const reachedBy = new Int32Array(columns.length).fill(-1);
    for (let head = 0; head < queue.length; head++) {
      const row = queue[head]!;
      for (let column = 0; column < columns.length; column++) {
        if (visited[column] === 1 || !this.fits(row, column)) continue;
        visited[column] = 1;
        reachedBy[column] = row;
        if (partner[column] !== -1) {
          queue.push(partner[column]!);
          continue;
        }
        this.flip(column, start, reachedBy);
        return true;
      }
    }
    return false;
  }

  private flip(end: number, start: number, reachedBy: Int32Array): void {
    const { partner } = this;
    let column = end;
    for (;;) {
      const row = reachedBy[column]!;
      const next = row === start ? -1 : partner.indexOf(row);
      partner[column] = row;
      if (next === -1) return;
      column = next;
    }
  }

  private fits(row: number, column: number): boolean {
    const at = row * this.columns.length + column;
    const known = this.verdicts[at]!;
    if (known !== 0) return known === 1;
    const fits = this.comparer.satisfied(this.rows[row]!, this.columns[column]!);
    this.verdicts[at] = fits ? 1 : 2;
    return fits;
  }
}

export interface TokenPair {
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
}

/**
 * For display: returns the token pairs of a maximum pairing and a mean similarity. The mean is over the tokens of the
 * shorter side, each with its partner or, without one, with the closest token.
 */
export function closestPairs(
  a: readonly string[],
  b: readonly string[],
  comparer: Comparer,
  placeByPlace: boolean,
): { pairs: readonly TokenPair[]; similarity: number } {
  const swapped = a.length > b.length;
  const rows = swapped ? b : a;
  const columns = swapped ? a : b;
  const pairs: TokenPair[] = [];
  const best = rows.map(() => 0);
  const note = (row: number, column: number): void => {
    const { similarity } = comparer.compare(rows[row]!, columns[column]!);
    best[row] = similarity;
    pairs.push({
      a: (swapped ? columns[column] : rows[row])!,
      b: (swapped ? rows[row] : columns[column])!,
      similarity,
    });
  };
  if (placeByPlace) {
    rows.forEach((text, row) => {
      if (comparer.satisfied(text, columns[row]!)) note(row, row);
      else best[row] = comparer.compare(text, columns[row]!).similarity;
    });
  } else {
    const pairing = new Pairing(rows, columns, comparer);
    for (let row = 0; row < rows.length; row++) pairing.add(row);
    pairing.partner.forEach((row, column) => {
      if (row !== -1) note(row, column);
    });
    const paired = new Set(pairing.partner);
    rows.forEach((text, row) => {
      if (paired.has(row)) return;
      for (const column of columns) best[row] = Math.max(best[row]!, comparer.compare(text, column).similarity);
    });
  }
  const similarity = best.length === 0 ? 0 : best.reduce((sum, one) => sum + one, 0) / best.length;
  return { pairs, similarity };
}
