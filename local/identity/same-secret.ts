import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that does not tell how much of a guess is right. */
export function isSameSecret(given: string, expected: string): boolean {
  // Digests have one length, which the comparison in constant time needs.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
