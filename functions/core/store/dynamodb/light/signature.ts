import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** A POST with a body, and headers whose names are in lower case. */
export interface SignableRequest {
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs requests of one region with Signature Version 4. */
export class Signer {
  readonly #region: string;
  readonly #service: string;
  /** A key serves one day and one secret. */
  #key: { readonly day: string; readonly secret: string; readonly value: Buffer } | undefined;

  constructor(region: string, service: string) {
    this.#region = region;
    this.#service = service;
  }

  /**
   * The headers of the request with those that sign it.
   *
   * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
   */
  sign(request: SignableRequest, credentials: Credentials, now: Date): Record<string, string> {
    const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
    const day = time.slice(0, 8);
    const headers: Record<string, string> = {
      ...request.headers,
      host: request.host,
      'x-amz-date': time,
      ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
    };
    const names = Object.keys(headers).sort();
    const signedHeaders = names.join(';');
    const canonical = [
      'POST',
      request.path,
      '',
      ...names.map((name) => `${name}:${headers[name]!.trim()}`),
      '',
      signedHeaders,
      sha256(request.body),
    ].join('\n');
    const scope = `${day}/${this.#region}/${this.#service}/aws4_request`;
    const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
    const signature = createHmac('sha256', this.#keyOf(day, credentials.secretAccessKey)).update(toSign).digest('hex');
    headers['authorization'] =
      `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
    return headers;
  }

  #keyOf(day: string, secret: string): Buffer {
    if (this.#key?.day !== day || this.#key.secret !== secret) {
      const value = [day, this.#region, this.#service, 'aws4_request'].reduce<string | Buffer>(
        (key, part) => createHmac('sha256', key).update(part).digest(),
        `AWS4${secret}`,
      ) as Buffer;
      this.#key = { day, secret, value };
    }
    return this.#key.value;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
