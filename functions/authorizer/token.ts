import { JwtInvalidSignatureError } from 'aws-jwt-verify/error';
import type { Jwk, Jwks } from 'aws-jwt-verify/jwk';
import type { DecomposedJwt } from 'aws-jwt-verify/jwt';
import {
  JwtVerifier,
  type JwtVerifierProperties,
  supportedSignatureAlgorithms,
  type VerifyProperties,
} from 'aws-jwt-verify/jwt-verifier';
import { type Caller, type Claims, judgeClaims } from './claims.ts';
import { type IssuerKeys, KeysUnavailableError } from './keys.ts';
import type { RefusalReason } from './refusal.ts';

/** Judges one token. Answers for whatever a caller sends; rejects only where the program itself is wrong. */
export type VerifyToken = (token: string) => Promise<Caller | RefusalReason>;

export interface TokenRules {
  readonly issuerUrl: string;
  readonly audience: readonly string[];
  readonly keys: IssuerKeys;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** The kind of key that each family of algorithms signs with; keys without `alg` say no more about themselves. */
const keyTypeOfFamily: Readonly<Record<string, string>> = { RS: 'RSA', ES: 'EC', Ed: 'OKP' };

/** A token whose signature was good under a key of this set. */
interface Verified {
  readonly jwt: TokenParts;
  readonly keyId: string;
  readonly jwks: Jwks;
}

/** Clients send one token with thousands of requests. Those used last are remembered, a few megabytes at most. */
const rememberedTokens = 200;

/**
 * Verifies by the issuer's keys at this time, then judges the claims. The order is cheap first, and nothing is fetched
 * for a token that another issuer signed. A token that was verified is not verified again while the key set is the
 * same; its claims are judged anew each time.
 */
export function createTokenVerifier({ issuerUrl, audience, keys, clock }: TokenRules): VerifyToken {
  let verifier: SignatureVerifier | undefined;
  /** In the order of their last use: a map iterates in the order of insertion. */
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
    const { jwt, keyId } = read;
    let known: Jwks;
    try {
      known = await keys.containing(keyId);
    } catch (error) {
      if (!(error instanceof KeysUnavailableError)) throw error;
      // Why is in the log, once for each fetch and not for each request.
      return 'KEYS_UNAVAILABLE';
    }
    if (before?.jwks !== known) {
      const key = known.keys.find(({ kid }) => kid === keyId);
      if (key === undefined) return 'KEY_UNKNOWN';
      if (!fits(key, jwt.header['alg'] as string)) return 'KEY_UNFIT';
      if (verifier?.jwks !== known) verifier = new SignatureVerifier(issuerUrl, known);
      const refusal = verifier.refusalOf(jwt);
      if (refusal !== undefined) return refusal;
    }
    remember(token, { jwt, keyId, jwks: known });
    return judgeClaims(jwt.payload, audience, clock() / 1000);
  };
}

/** A token as far as it can be judged without keys. */
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
 * The library's verifier over one key set. It takes the token apart itself in `verify`, and there refuses a `scope`
 * that is a list; its inner step is used instead, which checks key, algorithm, signature and issuer. It would fetch
 * keys over https only and knows no discovery, so it is given the set. Times and audience are left to the claims'
 * rules, which are stricter than the library's: it accepts a token without `exp`.
 */
class SignatureVerifier extends JwtVerifier<VerifyProperties & Record<string, unknown>, IssuerProperties, false> {
  readonly jwks: Jwks;
  readonly #properties: IssuerProperties & { readonly jwksUri: string };

  constructor(issuer: string, jwks: Jwks) {
    // The address is a label for the set below; nothing is fetched from it.
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
      // The library has a class for each thing that is wrong with a key; Node's own errors are about broken keys too.
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

// Compact serialisation, RFC 7515 section 7.1: base64url without padding.
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

function parseObject(base64url: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64url, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

function refusalByHeader({ alg, typ, crit }: Claims): RefusalReason | undefined {
  if (!(supportedSignatureAlgorithms as readonly unknown[]).includes(alg)) return 'ALGORITHM_NOT_ALLOWED';
  // RFC 7515, section 4.1.11: an extension that is not understood must be refused, and none is.
  if (crit !== undefined) return 'TOKEN_MALFORMED';
  // RFC 8725, section 3.11: a token that says it is of another kind (a logout token, a proof) is no access token.
  if (typ === undefined) return undefined;
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
  return type === 'jwt' || type === 'at+jwt' ? undefined : 'TOKEN_TYPE_NOT_ALLOWED';
}

function fits(key: Jwk, algorithm: string): boolean {
  return key.kty === keyTypeOfFamily[algorithm.slice(0, 2)];
}
