/** The longest pattern that fits one 32-bit integer of JavaScript. */
export const MAX_PATTERN = 32;

/** Per UTF-16 code unit, its positions in the pattern as bits; all zero between calls. */
const positions = new Uint32Array(0x10000);

/**
 * Edit distance of a pattern of 1 to 32 code units and a text, one column of the matrix in a few word operations.
 * Source: H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic Journal of
 * Computing 10 (2003), after G. Myers (1999). With `transpositions` it is the optimal string alignment distance.
 * Returns `limit + 1` as soon as the distance certainly exceeds `limit`.
 */
export function bitParallelDistance(pattern: string, text: string, limit: number, transpositions: boolean): number {
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
