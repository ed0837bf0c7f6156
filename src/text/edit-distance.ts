/** The longest pattern that fits one 32-bit integer of JavaScript. */
const MAX_PATTERN = 32;

/** Per UTF-16 code unit, its positions in the pattern as bits; all zero between calls. */
const positions = new Uint32Array(0x10000);

/**
 * Edit distance of a pattern of 1 to 32 code units and a text, one column of the matrix in a few word operations.
 * Source: H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
 * Computing 10 (2003), after G. Myers (1999). With `transpositions` it is the optimal string alignment distance.
 * Returns `limit + 1` as soon as the distance certainly exceeds `limit`.
 */
function bitParallelDistance(pattern: string, text: string, limit: number, transpositions: boolean): number {
  const m = pattern.length;
  const n = text.length;
  for (let i = 0; i < m; i++) positions[pattern.charCodeAt(i)]! |= 1 << i;
  const last = 1 << (m - 1);
  let vertPlus = -1;
  let vertMinus = 0;
  let diagonal = 0;
  let previous = 0;
  let score = m;
  for (let j = 0; j < n; j++) {
    const matches = positions[text.charCodeAt(j)]! | 0;
    const swapped = transpositions ? ((~diagonal & matches) << 1) & previous : 0;
    diagonal = (((matches & vertPlus) + vertPlus) ^ vertPlus) | matches | vertMinus | swapped;
    let horPlus = vertMinus | ~(diagonal | vertPlus);
    let horMinus = diagonal & vertPlus;
    if ((horPlus & last) !== 0) score += 1;
    else if ((horMinus & last) !== 0) score -= 1;
    // Every further column lowers the score by at most one.
    if (score - (n - j - 1) > limit) {
      score = limit + 1;
      break;
    }
    horPlus = (horPlus << 1) | 1;
    horMinus <<= 1;
    vertPlus = horMinus | ~(diagonal | horPlus);
    vertMinus = horPlus & diagonal;
    previous = matches;
  }
  for (let i = 0; i < m; i++) positions[pattern.charCodeAt(i)] = 0;
  return score;
}

let matrix = new Uint16Array(0);

/**
 * Damerau–Levenshtein distance without the restriction of optimal string alignment: other characters may be inserted or
 * deleted between the two swapped ones. Source: R. Lowrance and R. A. Wagner, "An extension of the string-to-string
 * correction problem", Journal of the ACM 22 (1975). Time and memory m·n; lengths up to 65,000 in sum.
 */
function unrestrictedDamerauLevenshtein(a: string, b: string): number {
  const m = a.length;
  const n = b.length;
  const width = n + 2;
  const size = (m + 2) * width;
  if (matrix.length < size) matrix = new Uint16Array(size);
  const far = m + n;
  matrix[0] = far;
  for (let i = 0; i <= m; i++) {
    matrix[(i + 1) * width] = far;
    matrix[(i + 1) * width + 1] = i;
  }
  for (let j = 0; j <= n; j++) {
    matrix[j + 1] = far;
    matrix[width + j + 1] = j;
  }
  /** Per character, the last row that contained it. */
  const lastRow = new Map<number, number>();
  for (let i = 1; i <= m; i++) {
    const unit = a.charCodeAt(i - 1);
    let lastColumn = 0;
    for (let j = 1; j <= n; j++) {
      const other = b.charCodeAt(j - 1);
      const k = lastRow.get(other) ?? 0;
      const l = lastColumn;
      let cost = matrix[i * width + j]!;
      if (unit === other) lastColumn = j;
      else cost += 1;
      const inserted = matrix[(i + 1) * width + j]! + 1;
      const deleted = matrix[i * width + j + 1]! + 1;
      const swapped = matrix[k * width + l]! + (i - k - 1) + 1 + (j - l - 1);
      matrix[(i + 1) * width + j + 1] = Math.min(cost, inserted, deleted, swapped);
    }
    lastRow.set(unit, i);
  }
  return matrix[(m + 1) * width + n + 1]!;
}

/**
 * levenshtein: insert, delete, substitute. osa (optimal string alignment): also swap two neighbours, but edit no part
 * twice. damerauLevenshtein: the same without that restriction.
 */
export type EditAlgorithm = 'levenshtein' | 'osa' | 'damerauLevenshtein';

/** Longer texts are compared only for equality, because the work grows with the product of the lengths. */
export const MAX_EDITED_LENGTH = 1_024;

/**
 * Returns the number of edits, in UTF-16 code units, that turn one text into the other if it is at most `limit`,
 * otherwise some number above `limit`. Symmetric. Infinite for two different texts longer than {@link
 * MAX_EDITED_LENGTH}.
 */
export function editDistance(a: string, b: string, algorithm: EditAlgorithm, limit: number): number {
  if (a === b) return 0;
  const shorter = a.length <= b.length ? a : b;
  const longer = shorter === a ? b : a;
  if (longer.length > MAX_EDITED_LENGTH) return Number.POSITIVE_INFINITY;
  if (longer.length - shorter.length > limit || limit < 1) return limit + 1;
  // A common beginning and end need no edit, and most similar pairs have both.
  let start = 0;
  let end = shorter.length;
  let endOfLonger = longer.length;
  while (start < end && shorter.charCodeAt(start) === longer.charCodeAt(start)) start += 1;
  while (end > start && shorter.charCodeAt(end - 1) === longer.charCodeAt(endOfLonger - 1)) {
    end -= 1;
    endOfLonger -= 1;
  }
  if (start === end) return endOfLonger - start;
  const pattern = shorter.slice(start, end);
  const text = longer.slice(start, endOfLonger);
  if (algorithm === 'damerauLevenshtein') return boundedUnrestricted(pattern, text, limit);
  return boundedAlignment(pattern, text, limit, algorithm === 'osa');
}

function boundedAlignment(pattern: string, text: string, limit: number, transpositions: boolean): number {
  return pattern.length <= MAX_PATTERN
    ? bitParallelDistance(pattern, text, limit, transpositions)
    : bandedDistance(pattern, text, limit, transpositions);
}

/**
 * Computes the whole matrix only for pairs that the two cheaper distances do not decide: osa is never less, levenshtein
 * at most double.
 */
function boundedUnrestricted(pattern: string, text: string, limit: number): number {
  const aligned = boundedAlignment(pattern, text, limit, true);
  if (aligned <= 1) return aligned;
  if (aligned > limit && boundedAlignment(pattern, text, 2 * limit, false) > 2 * limit) return limit + 1;
  return unrestrictedDamerauLevenshtein(pattern, text);
}

type Rows = [before: Uint16Array, above: Uint16Array, row: Uint16Array];

let rows: Rows = [new Uint16Array(0), new Uint16Array(0), new Uint16Array(0)];

/** Returns the rows to compute the first row of `n` columns from; `far` stands for all that is too far away. */
function firstRows(n: number, far: number): Rows {
  if (rows[0].length <= n) rows = [new Uint16Array(n + 1), new Uint16Array(n + 1), new Uint16Array(n + 1)];
  const [before, above] = rows;
  for (let j = 0; j <= n; j++) above[j] = Math.min(j, far);
  before.fill(far, 0, n + 1);
  return rows;
}

/**
 * Computes three rows of the matrix at a time, and only the cells that can still stay within `limit` (E. Ukkonen 1985).
 */
function bandedDistance(pattern: string, text: string, limit: number, transpositions: boolean): number {
  const m = pattern.length;
  const n = text.length;
  const bound = Math.min(limit, n);
  const far = bound + 1;
  let [before, above, row] = firstRows(n, far);
  let unitBefore = -1;
  for (let i = 1; i <= m; i++) {
    const from = Math.max(1, i - bound);
    const to = Math.min(n, i + bound);
    const unit = pattern.charCodeAt(i - 1);
    row[0] = Math.min(i, far);
    if (from > 1) row[from - 1] = far;
    let best = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = text.charCodeAt(j - 1);
      let cost = Math.min(above[j - 1]! + (unit === other ? 0 : 1), above[j]! + 1, row[j - 1]! + 1);
      if (transpositions && other === unitBefore && j > 1 && unit === text.charCodeAt(j - 2)) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      row[j] = Math.min(cost, far);
      best = Math.min(best, cost);
    }
    if (to < n) row[to + 1] = far;
    // With transpositions, a later row may still use the row before.
    if (best > bound && !transpositions) return limit + 1;
    unitBefore = unit;
    const spare = before;
    before = above;
    above = row;
    row = spare;
  }
  return above[n]! > bound ? limit + 1 : above[n]!;
}

const matchedA = new Uint8Array(MAX_EDITED_LENGTH);

const matchedB = new Uint8Array(MAX_EDITED_LENGTH);

/** Strict order of two texts by length, then by code units. */
const isFirst = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length);

/**
 * Jaro similarity, 0 to 1, in UTF-16 code units. Source: M. A. Jaro, "Advances in record-linkage methodology", Journal
 * of the American Statistical Association 84 (1989). Characters are assigned greedily, and in rare cases the result
 * depends on which text is first. The shorter text is always first here, so that the measure is symmetric. It is 0 for
 * different texts longer than 1,024.
 */
export function jaro(a: string, b: string): number {
  if (a === b) return 1;
  return isFirst(a, b) ? orderedJaro(a, b) : orderedJaro(b, a);
}

/**
 * The weight of each character of the common beginning, and the maximum number of characters that count (Winkler 1990).
 */
const PREFIX_WEIGHT = 0.1;

const MAX_PREFIX = 4;

/**
 * Jaro–Winkler similarity: Jaro, raised for a common beginning of up to four characters. Source: W. E. Winkler, "String
 * comparator metrics and enhanced decision rules in the Fellegi-Sunter model of record linkage" (1990).
 */
export function jaroWinkler(a: string, b: string): number {
  const similarity = jaro(a, b);
  let prefix = 0;
  while (prefix < MAX_PREFIX && prefix < a.length && prefix < b.length && a[prefix] === b[prefix]) prefix += 1;
  return similarity + prefix * PREFIX_WEIGHT * (1 - similarity);
}

/** The least Jaro similarity of two texts with this Jaro–Winkler similarity: that with the longest common beginning. */
export function leastJaroOf(similarity: number): number {
  const raise = PREFIX_WEIGHT * MAX_PREFIX;
  return (similarity - raise) / (1 - raise);
}

function orderedJaro(a: string, b: string): number {
  const m = a.length;
  const n = b.length;
  if (m === 0 || n > MAX_EDITED_LENGTH) return 0;
  const reach = Math.max(0, Math.floor(n / 2) - 1);
  matchedA.fill(0, 0, m);
  matchedB.fill(0, 0, n);
  let common = 0;
  for (let i = 0; i < m; i++) {
    const unit = a.charCodeAt(i);
    const to = Math.min(n - 1, i + reach);
    for (let j = Math.max(0, i - reach); j <= to; j++) {
      if (matchedB[j] === 1 || b.charCodeAt(j) !== unit) continue;
      matchedA[i] = 1;
      matchedB[j] = 1;
      common += 1;
      break;
    }
  }
  if (common === 0) return 0;
  let outOfOrder = 0;
  let j = 0;
  for (let i = 0; i < m; i++) {
    if (matchedA[i] === 0) continue;
    while (matchedB[j] === 0) j += 1;
    if (a.charCodeAt(i) !== b.charCodeAt(j)) outOfOrder += 1;
    j += 1;
  }
  return (common / m + common / n + (common - outOfOrder / 2) / common) / 3;
}
