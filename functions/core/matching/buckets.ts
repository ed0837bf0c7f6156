/**
 * The smallest power of two that is not below `width`. Dividing by a power of two is exact, so that values near the edge
 * of a bucket cannot fall into the wrong one by rounding.
 */
export const powerOfTwoWidth = (width: number): number => 2 ** Math.ceil(Math.log2(width));

/**
 * The two buckets that a number stands for: its own and the next. Two numbers not farther apart than `width` (a power of
 * two) have one in common.
 */
export function bucketPair(value: number, width: number): readonly number[] {
  const own = Math.floor(value / width);
  const next = own + 1;
  // So far from zero that the next bucket has no number of its own, numbers of different buckets are far apart.
  return next === own ? [own] : [own, next];
}
