import { join } from 'node:path';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { IdentityFileError, readPrivateJson, writePrivateJson } from './private-file.ts';

/** The key that the local identity provider signs with. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  /** The public part of the key, as the key set publishes it. */
  readonly publicJwk: JWK;
}

/** The file in the data directory that keeps the key. */
export const signingKeyFileName = 'signing-key.json';

/** The only algorithm of the local identity provider, as of Cognito. */
export const signingAlgorithm = 'RS256';

/**
 * Reads the key from the directory, or creates it on the first start, so that tokens stay valid across restarts.
 *
 * @throws IdentityFileError
 */
export async function loadSigningKey(directory: string): Promise<SigningKey> {
  const path = join(directory, signingKeyFileName);
  const kept = await readPrivateJson(path);
  if (kept !== undefined) return importKey(kept, path);
  const { privateKey } = await generateKeyPair(signingAlgorithm, { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  await writePrivateJson(path, jwk);
  return importKey(jwk, path);
}

async function importKey(value: unknown, path: string): Promise<SigningKey> {
  try {
    const jwk = value as JWK;
    const { kty, n, e } = jwk;
    if (kty !== 'RSA' || n === undefined || e === undefined || jwk.d === undefined) throw new TypeError('no RSA key');
    const keyId = await calculateJwkThumbprint({ kty, n, e });
    const privateKey = (await importJWK({ ...jwk, alg: signingAlgorithm }, signingAlgorithm)) as CryptoKey;
    return { keyId, privateKey, publicJwk: { kty, n, e, alg: signingAlgorithm, use: 'sig', kid: keyId } };
  } catch (cause) {
    throw new IdentityFileError(path, 'does not contain an RSA private key', cause);
  }
}
