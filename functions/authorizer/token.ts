import { compactVerify, errors } from 'jose';
import { type Caller, type ClaimRules, type Claims, judgeClaims } from './claims.ts';
import { type IssuerKeys, type Jwk, type Jwks, KeysUnavailableError } from './keys.ts';
import type { RefusalReason } from './refusal.ts';

/** Verifies one token. Resolves for every input of a caller; rejects only for an error in the code. */
export type VerifyToken = (token: string) => Promise<Caller | RefusalReason>;

export interface TokenRules extends ClaimRules {
  readonly issuerUrl: string;
  readonly keys: IssuerKeys;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Asymmetric algorithms only: a symmetric one would take a public key for a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The key type of each family of algorithms. A key without `alg` has no other hint of its algorithm. */
const keyTypeOfFamily: Readonly<Record<string, string>> = { RS: 'RSA', ES: 'EC', Ed: 'OKP' };

/** A token whose signature is valid under a key of this set. */
interface Verified {
  readonly payload: Claims;
  readonly algorithm: string;
  readonly keyId: string;
  readonly jwks: Jwks;
}

/** The most tokens to cache, because clients send one token with thousands of requests. They take a few megabytes. */
const rememberedTokens = 200;

/**
 * Creates a verifier that checks the signature with the issuer's current keys, then the claims. Cheap checks come
 * first, and a token of another issuer causes no fetch. The signature of a token is verified once for each key set; its
 * claims are checked every time.
 */
export function createTokenVerifier({ issuerUrl, keys, clock, ...rules }: TokenRules): VerifyToken {
  /** Ordered by last use, because a map iterates in insertion order. */
  const verified = new Map<string, Verified>();

  const remember = (token: string, one: Verified): void => {
    verified.delete(token);
    verified.set(token, one);
    if (verified.size > rememberedTokens) verified.delete(verified.keys().next().value as string);
  };

  return async (token) => {
    const before = verified.get(token);
    const read = before ?? readToken(token, issuerUrl);
    if (typeof read === 'string') return read;
    const jwks = await availableKeys(keys, read.keyId);
    if (typeof jwks === 'string') return jwks;
    const current = { ...read, jwks };
    const refusal = before?.jwks === jwks ? undefined : await refusalBySignature(token, current);
    if (refusal !== undefined) return refusal;
    remember(token, current);
    return judgeClaims(read.payload, rules, clock() / 1000);
  };
}

async function refusalBySignature(
  token: string,
  { algorithm, keyId, jwks }: Verified,
): Promise<RefusalReason | undefined> {
  const key = jwks.keys.find(({ kid }) => kid === keyId);
  if (key === undefined) return 'KEY_UNKNOWN';
  if (!fits(key, algorithm)) return 'KEY_UNFIT';
  try {
    await compactVerify(token, key, { algorithms: [algorithm] });
    return undefined;
  } catch (error) {
    // The library's other errors, and Node's own, are about broken keys.
    return error instanceof errors.JWSSignatureVerificationFailed ? 'SIGNATURE_INVALID' : 'KEY_UNFIT';
  }
}

/** The issuer's current key set, fetched again if it lacks the key. */
async function availableKeys(keys: IssuerKeys, keyId: string): Promise<Jwks | 'KEYS_UNAVAILABLE'> {
  try {
    return await keys.containing(keyId);
  } catch (error) {
    if (!(error instanceof KeysUnavailableError)) throw error;
    // The cause is logged once for each fetch, not for each request.
    return 'KEYS_UNAVAILABLE';
  }
}

/** Decodes a token and makes the checks that need no keys. */
function readToken(token: string, issuerUrl: string): Omit<Verified, 'jwks'> | RefusalReason {
  const parts = decompose(token);
  if (typeof parts === 'string') return parts;
  const { header, payload } = parts;
  const refusal = refusalByHeader(header);
  if (refusal !== undefined) return refusal;
  if (payload['iss'] !== issuerUrl) return 'ISSUER_MISMATCH';
  const keyId = header['kid'];
  return typeof keyId === 'string' ? { payload, keyId, algorithm: header['alg'] as string } : 'KEY_ID_MISSING';
}

interface TokenParts {
  readonly header: Claims;
  readonly payload: Claims;
}

// Compact serialization, RFC 7515, section 7.1: base64url without padding.
const compactPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*$/;

function decompose(token: string): TokenParts | RefusalReason {
  const match = compactPattern.exec(token);
  if (match === null) return 'TOKEN_MALFORMED';
  const header = parseObject(match[1]!);
  const payload = parseObject(match[2]!);
  return header === undefined || payload === undefined ? 'TOKEN_MALFORMED' : { header, payload };
}

function parseObject(base64url: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

function refusalByHeader({ alg, typ, crit }: Claims): RefusalReason | undefined {
  if (!(algorithms as readonly unknown[]).includes(alg)) return 'ALGORITHM_NOT_ALLOWED';
  // RFC 7515, section 4.1.11: unsupported extensions must be refused, and this verifier supports none.
  if (crit !== undefined) return 'TOKEN_MALFORMED';
  // RFC 8725, section 3.11: a token with another type (a logout token, a proof) is not an access token.
  if (typ === undefined) return undefined;
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
  return type === 'jwt' || type === 'at+jwt' ? undefined : 'TOKEN_TYPE_NOT_ALLOWED';
}

function fits(key: Jwk, algorithm: string): boolean {
  return key.kty === keyTypeOfFamily[algorithm.slice(0, 2)];
}
