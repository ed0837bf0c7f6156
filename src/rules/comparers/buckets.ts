/**
 * Returns the smallest power of two that is at least `width`. Division by a power of two is exact, so rounding cannot
 * put a value near the edge into the wrong bucket.
 */
export const powerOfTwoWidth = (width: number): number => 2 ** Math.ceil(Math.log2(width));

/**
 * Returns the two buckets of a number: its own and the next. Two numbers at most `width` apart (a power of two) have
 * one in common.
 */
export function bucketPair(value: number, width: number): readonly number[] {
  const own = Math.floor(value / width);
  const next = own + 1;
  // The next bucket has no number of its own this far from zero, where numbers of different buckets are far apart.
  return next === own ? [own] : [own, next];
}
