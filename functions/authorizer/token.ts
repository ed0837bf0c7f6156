import { JwtInvalidSignatureError } from 'aws-jwt-verify/error';
import type { Jwk, Jwks } from 'aws-jwt-verify/jwk';
import type { DecomposedJwt } from 'aws-jwt-verify/jwt';
import {
  JwtVerifier,
  type JwtVerifierProperties,
  supportedSignatureAlgorithms,
  type VerifyProperties,
} from 'aws-jwt-verify/jwt-verifier';
import { parsedObject } from '../../src/text/json.ts';
import type { Claims } from './claims.ts';
import { type Caller, type ClaimRules, judgeClaims } from './claims.ts';
import { type IssuerKeys, KeysUnavailableError } from './keys.ts';
import type { RefusalReason } from './log.ts';

/** Verifies one token. Resolves for every input of a caller; rejects only for an error in the code. */
export type VerifyToken = (token: string) => Promise<Caller | RefusalReason>;

export interface TokenRules extends ClaimRules {
  readonly issuerUrl: string;
  readonly keys: IssuerKeys;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** The key type of each family of algorithms. A key without `alg` has no other hint of its algorithm. */
const keyTypeOfFamily: Readonly<Record<string, string>> = { RS: 'RSA', ES: 'EC', Ed: 'OKP' };

/** A token whose signature is valid under a key of this set. */
interface Verified {
  readonly jwt: TokenParts;
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
  let verifier: SignatureVerifier | undefined;
  /** Ordered by last use, because a map iterates in insertion order. */
  const verified = new Map<string, Verified>();

  const remember = (token: string, one: Verified): void => {
    verified.delete(token);
    verified.set(token, one);
    if (verified.size > rememberedTokens) verified.delete(verified.keys().next().value as string);
  };

  const refusalBySignature = ({ jwt, keyId, jwks }: Verified): RefusalReason | undefined => {
    const key = jwks.keys.find(({ kid }) => kid === keyId);
    if (key === undefined) return 'KEY_UNKNOWN';
    if (!fits(key, jwt.header['alg'] as string)) return 'KEY_UNFIT';
    if (verifier?.jwks !== jwks) verifier = new SignatureVerifier(issuerUrl, jwks);
    return verifier.refusalOf(jwt);
  };

  return async (token) => {
    const before = verified.get(token);
    const read = before ?? readToken(token, issuerUrl);
    if (typeof read === 'string') return read;
    const jwks = await availableKeys(keys, read.keyId);
    if (typeof jwks === 'string') return jwks;
    const current = { jwt: read.jwt, keyId: read.keyId, jwks };
    const refusal = before?.jwks === jwks ? undefined : refusalBySignature(current);
    if (refusal !== undefined) return refusal;
    remember(token, current);
    return judgeClaims(read.jwt.payload, rules, clock() / 1000);
  };
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
  const jwt = decompose(token);
  if (typeof jwt === 'string') return jwt;
  const { header, payload } = jwt;
  const refusal = refusalByHeader(header);
  if (refusal !== undefined) return refusal;
  if (payload['iss'] !== issuerUrl) return 'ISSUER_MISMATCH';
  const keyId = header['kid'];
  return typeof keyId === 'string' ? { jwt, keyId } : 'KEY_ID_MISSING';
}

/**
 * The library's verifier for one key set. The library's `verify` refuses a `scope` that is a list, so this class calls
 * its inner step, which checks key, algorithm, signature and issuer. The class passes it the key set, because the
 * library fetches keys over https only and supports no discovery. `judgeClaims` checks times and audience: its rules
 * are stricter than the library's, which accepts a token without `exp`.
 */
class SignatureVerifier extends JwtVerifier<VerifyProperties & Record<string, unknown>, IssuerProperties, false> {
  readonly jwks: Jwks;
  readonly #properties: IssuerProperties & { readonly jwksUri: string };

  constructor(issuer: string, jwks: Jwks) {
    // The URL is only a label for the set below; nothing is fetched from it.
    const properties = { issuer, jwksUri: issuer, audience: null, graceSeconds: Number.POSITIVE_INFINITY };
    super(properties);
    this.#properties = properties;
    this.jwks = jwks;
    this.cacheJwks(jwks);
  }

  refusalOf({ header, payload, headerB64, payloadB64, signatureB64 }: TokenParts): RefusalReason | undefined {
    const { iss } = payload;
    const jwt = { header, payload: { iss }, headerB64, payloadB64, signatureB64 } as DecomposedJwt;
    try {
      this.verifyDecomposedJwtSync(jwt, this.#properties.jwksUri, this.#properties);
      return undefined;
    } catch (error) {
      // The library has an error class for each problem of a key. Node's own errors are about broken keys too.
      return error instanceof JwtInvalidSignatureError ? 'SIGNATURE_INVALID' : 'KEY_UNFIT';
    }
  }
}

type IssuerProperties = JwtVerifierProperties<VerifyProperties> & VerifyProperties & Record<string, unknown>;

interface TokenParts {
  readonly header: Claims;
  readonly payload: Claims;
  readonly headerB64: string;
  readonly payloadB64: string;
  readonly signatureB64: string;
}

// Compact serialization, RFC 7515, section 7.1: base64url without padding.
const compactPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]*)$/;

function decompose(token: string): TokenParts | RefusalReason {
  const match = compactPattern.exec(token);
  if (match === null) return 'TOKEN_MALFORMED';
  const [, headerB64 = '', payloadB64 = '', signatureB64 = ''] = match;
  const header = parseObject(headerB64);
  const payload = parseObject(payloadB64);
  if (header === undefined || payload === undefined) return 'TOKEN_MALFORMED';
  return { header, payload, headerB64, payloadB64, signatureB64 };
}

const parseObject = (base64url: string): Claims | undefined =>
  parsedObject(Buffer.from(base64url, 'base64url').toString('utf8'));

function refusalByHeader({ alg, typ, crit }: Claims): RefusalReason | undefined {
  if (!(supportedSignatureAlgorithms as readonly unknown[]).includes(alg)) return 'ALGORITHM_NOT_ALLOWED';
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
