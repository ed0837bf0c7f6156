import { hash } from 'node:crypto';
import { canonicalJson } from './json.ts';

/**
 * Length of every digest: 132 bits in base64url. Even among 10^12 keys, the probability of a collision is below 10^-15.
 */
export const DIGEST_LENGTH = 22;

/** Digest of a text. */
export const digestText = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);

/** Digest of a JSON-like value. Ignores the order of an object's members, and members that are undefined. */
export const digest = (value: unknown): string => digestText(canonicalJson(value, isDefined));

const isDefined = (member: unknown): boolean => member !== undefined;

/**
 * Joins texts with length prefixes, so that different lists of the same length never give the same result, whatever
 * their characters. With an exact key, a collision would be a false link.
 */
export function joinKeyTexts(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  let joined = '';
  for (let i = 0; i < texts.length; i++) joined += `${texts[i]!.length}:${texts[i]!}`;
  return joined;
}
