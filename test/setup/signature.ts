import { createHash, createHmac } from 'node:crypto';

/** A request as it came over the network. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The `Authorization` that a request has to have, by the algorithm as AWS describes it ("Create a signed AWS API request",
 * IAM user guide), for the headers and the date that it names itself.
 */
export function expectedAuthorization(
  { method, path, headers, body }: ReceivedRequest,
  { accessKeyId, secretAccessKey, region }: { accessKeyId: string; secretAccessKey: string; region: string },
): string {
  const signed = /SignedHeaders=([^,]+),/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const canonicalHeaders = signed.split(';').map((name) => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}\n`);
  const canonicalRequest = [method, path, '', canonicalHeaders.join(''), signed, sha256(body)].join('\n');
  const date = headers['x-amz-date']!;
  const scope = [date.slice(0, 8), region, 'dynamodb', 'aws4_request'];
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonicalRequest)].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${signed}, Signature=${signature}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
