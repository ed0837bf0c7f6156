import { randomBytes } from 'node:crypto';
import { isSameSecret } from './private-file.ts';

/** What a person signed in for, as the authorization request asked. */
export interface SignIn {
  /** Name of the person, as tokens give it. */
  readonly person: string;
  readonly redirectUri: string;
  /** Scopes of tokens, `openid` included if it was asked for. */
  readonly scopes: readonly string[];
  /** SHA-256 of the verifier of PKCE, in base64url. */
  readonly codeChallenge: string;
  /** Repeated in the ID token; undefined if the request had none. */
  readonly nonce: string | undefined;
  /** Seconds since 1970. */
  readonly authTime: number;
}

/** A sign-in with the refresh token that continues it. */
export interface ContinuedSignIn {
  readonly signIn: SignIn;
  readonly refreshToken: string;
}

/** The sign-ins of people, in memory: they end with the service. */
export interface SignIns {
  /** The public client that signs people in. */
  readonly clientId: string;
  /** Keeps a sign-in and returns its code, which is valid once and for a minute. */
  codeFor(signIn: SignIn): string;
  /** Exchanges a code. A second use of a code ends the sign-in. Undefined for a code that is not valid. */
  redeem(code: string): ContinuedSignIn | undefined;
  /**
   * Exchanges a refresh token for the next one. A token that was exchanged before ends the sign-in, because one of its two
   * holders is not the page. Undefined for a token that is not valid.
   */
  renew(refreshToken: string): ContinuedSignIn | undefined;
  /** Ends the sign-in of a refresh token. Ignores a token that is not valid. */
  end(refreshToken: string): void;
}

/** Milliseconds. */
const codeLifetime = 60_000;
/** Milliseconds; after that, people sign in again. Cognito's refresh tokens last as long in a deployment. */
const signInLifetime = 24 * 60 * 60_000;
/** Above this, the oldest sign-in ends. */
const mostSignIns = 1_000;

interface Kept {
  readonly signIn: SignIn;
  /** Milliseconds since 1970. */
  readonly codeEnds: number;
  readonly ends: number;
  /** The code, then the secret part of the present refresh token. */
  secret: string;
  isRedeemed: boolean;
}

/** Codes and refresh tokens are `<sign-in>.<secret>`; each use of one replaces the secret. */
export function createSignIns(clock: () => number = Date.now): SignIns {
  const kept = new Map<string, Kept>();

  const find = (text: string): { readonly id: string; readonly entry: Kept; readonly secret: string } | undefined => {
    const [, id = '', secret = ''] = /^([^.]{1,64})\.([^.]{1,64})$/.exec(text) ?? [];
    const entry = kept.get(id);
    if (entry === undefined) return undefined;
    if (clock() < entry.ends) return { id, entry, secret };
    kept.delete(id);
    return undefined;
  };

  const exchange = (text: string, isCode: boolean): ContinuedSignIn | undefined => {
    const found = find(text);
    if (found === undefined) return undefined;
    const { id, entry, secret } = found;
    const isFit = entry.isRedeemed !== isCode && isSameSecret(secret, entry.secret);
    if (!isFit || (isCode && clock() >= entry.codeEnds)) {
      kept.delete(id);
      return undefined;
    }
    entry.isRedeemed = true;
    entry.secret = randomText();
    return { signIn: entry.signIn, refreshToken: `${id}.${entry.secret}` };
  };

  return {
    clientId: `console-${randomText()}`,
    codeFor(signIn) {
      const [oldest] = kept.keys();
      if (kept.size >= mostSignIns && oldest !== undefined) kept.delete(oldest);
      const id = randomText();
      const now = clock();
      const secret = randomText();
      kept.set(id, { signIn, codeEnds: now + codeLifetime, ends: now + signInLifetime, secret, isRedeemed: false });
      return `${id}.${secret}`;
    },
    redeem: (code) => exchange(code, true),
    renew: (refreshToken) => exchange(refreshToken, false),
    end(refreshToken) {
      const found = find(refreshToken);
      if (found?.entry.isRedeemed && isSameSecret(found.secret, found.entry.secret)) kept.delete(found.id);
    },
  };
}

const randomText = (): string => randomBytes(24).toString('base64url');
