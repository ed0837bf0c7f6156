import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  // `timingSafeEqual` needs inputs of equal length, which digests have.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
