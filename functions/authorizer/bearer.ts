import type { RefusalReason } from './refusal.ts';

/** In characters. API Gateway limits all headers to 10,240 bytes; this limit is for gateways that accept more. */
const maxHeaderLength = 10_240;

/**
 * Reads the token of an Authorization header: the scheme in any case, spaces, the token (RFC 9110, section 11.4, and
 * RFC 6750, section 2.1).
 */
export function tokenIn(header: string | undefined): { readonly token: string } | RefusalReason {
  if (typeof header !== 'string' || header.trim() === '') return 'TOKEN_MISSING';
  if (header.length > maxHeaderLength) return 'TOKEN_TOO_LARGE';
  const [scheme = '', token, ...more] = header.split(' ').filter((part) => part !== '');
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return 'TOKEN_MISSING';
  return more.length === 0 ? { token } : 'TOKEN_MALFORMED';
}
