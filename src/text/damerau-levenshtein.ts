let matrix = new Uint16Array(0);

/**
 * Damerau–Levenshtein distance without the restriction of optimal string alignment: other characters may be inserted or
 * deleted between the two swapped ones. Source: R. Lowrance and R. A. Wagner, "An extension of the string-to-string
 * correction problem", Journal of the ACM 22 (1975). Time and memory m·n; lengths up to 65,000 in sum.
 */
export function unrestrictedDamerauLevenshtein(a: string, b: string): number {
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
