import { hash } from 'node:crypto';

/**
 * Length of every digest: 132 bits in base64url. Even among 10^12 keys, the probability of a collision is below 10^-15.
 */
export const DIGEST_LENGTH = 22;

/** Digest of a text. */
export const digestText = (text: string): string => hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);

/** Digest of a JSON-like value. Ignores the order of an object's members, and members that are undefined. */
export const digest = (value: unknown): string => digestText(canonicalJson(value));

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
