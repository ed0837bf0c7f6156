import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { FetchDocument } from '../../../../functions/authorizer/document.ts';

/** A key of an issuer that lives in a test. */
export interface TestKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function makeKey(kid: string, alg = 'RS256'): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export type TestClaims = Record<string, unknown>;

/** Signs claims; header fields given override the usual ones. */
export function sign(claims: TestClaims, key: TestKey, header: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);
}

/** Encodes the parts of a token as they are, without a valid signature. */
export function encode(header: unknown, payload: unknown, signature = 'c2lnbmF0dXJl'): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}

/** An issuer's documents by address, and which were asked for. */
export function documents(pages: Record<string, unknown>): { fetch: FetchDocument; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (url) => {
      asked.push(url.href);
      const page = pages[url.href];
      if (page === undefined) throw new Error(`${url.href} is not there.`);
      return typeof page === 'string' ? page : JSON.stringify(page);
    },
  };
}
