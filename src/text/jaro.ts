import { MAX_EDITED_LENGTH } from './edit-distance.ts';

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
