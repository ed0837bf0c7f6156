import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Headers of a request that has the body, with the signature among them. */
export type Sign = (
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
  date: Date,
) => Promise<Record<string, string>>;

/** Signs requests to the root of a host, by AWS's own implementation of its Signature Version 4. */
export function createSigner(region: string, credentials: Credentials): Sign {
  const signature = new SignatureV4({
    service: 'dynamodb',
    region,
    credentials,
    sha256: Sha256,
    // A header of its own for the hash of the body, which S3 wants.
    applyChecksum: false,
  });
  return async (headers, body, signingDate) => {
    const request = { method: 'POST', protocol: 'https:', hostname: '', path: '/', query: {}, headers, body };
    const signed = await signature.sign(request as Parameters<typeof signature.sign>[0], { signingDate });
    return signed.headers;
  };
}

/** Node's SHA-256, with a secret as HMAC, in the shape that AWS's signing asks for. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string | Uint8Array);
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  /** Of the interface; nobody hashes twice with one. */
  reset(): void {
    throw new Error('A hash is used once.');
  }
}
