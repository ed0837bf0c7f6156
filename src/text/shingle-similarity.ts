/** How two sets of shingles (runs of characters) are compared. */
export type ShingleMeasure = 'cosine' | 'jaccard' | 'dice';

/** Counts the shingles of `size` UTF-16 code units; a shorter text is one shingle. */
export function shingles(text: string, size: number): Map<string, number> {
  const counts = new Map<string, number>();
  if (text.length <= size) return text === '' ? counts : counts.set(text, 1);
  for (let at = 0; at + size <= text.length; at++) {
    const shingle = text.slice(at, at + size);
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

/**
 * 0 to 1, symmetric. jaccard and dice compare which shingles occur: |A∩B| / |A∪B| and 2·|A∩B| / (|A|+|B|). cosine compares
 * how often they occur: A·B / (‖A‖·‖B‖).
 */
export function shingleSimilarity(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  measure: ShingleMeasure,
): number {
  if (a.size === 0 || b.size === 0) return a.size === b.size ? 1 : 0;
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let common = 0;
  let product = 0;
  for (const [shingle, count] of few) {
    const other = many.get(shingle);
    if (other === undefined) continue;
    common += 1;
    product += count * other;
  }
  if (measure === 'jaccard') return common / (a.size + b.size - common);
  if (measure === 'dice') return (2 * common) / (a.size + b.size);
  return Math.min(1, product / Math.sqrt(sumOfSquares(a) * sumOfSquares(b)));
}

function sumOfSquares(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum;
}
