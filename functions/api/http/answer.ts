import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { accepts } from '../../../src/runtime/accept-encoding.ts';

/** Node's zlib is loaded with the first answer that is compressed. */
const compressAside = (body: string, options: ZlibOptions) =>
  promisify<string, ZlibOptions, Buffer>(gzip)(body, options);

/** The fastest level: on answers of entities it is within a few percent of the default in size, at half its time. */
const options = { level: 1 };

/** Up to this many UTF-16 units compressing takes less time than handing the work to a thread and back. */
const LEAST_WORTH_A_THREAD = 65_536;

/** Below this many UTF-16 units compression saves less than it costs. */
const LEAST_WORTH_COMPRESSING = 1_024;

/** An answer that does not fit through the gateway. */
export interface Oversize {
  /** Bytes of the body as it would have left the function. */
  readonly bytes: number;
}

/**
 * Makes the answer of the function: compressed where the client accepts it and it pays. Answers the size instead when
 * the body is larger than `maxBytes`.
 */
export async function sendable(
  body: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
  maxBytes: number,
): Promise<APIGatewayProxyStructuredResultV2 | Oversize> {
  const common = { ...headers, 'cache-control': 'no-store', vary: 'accept-encoding' };
  if (body.length >= LEAST_WORTH_COMPRESSING && accepts('gzip', acceptEncoding)) {
    const compressed =
      body.length < LEAST_WORTH_A_THREAD ? gzipSync(body, options) : await compressAside(body, options);
    const encoded = compressed.toString('base64');
    if (encoded.length > maxBytes) return { bytes: encoded.length };
    return {
      statusCode: status,
      headers: { ...common, 'content-encoding': 'gzip' },
      body: encoded,
      isBase64Encoded: true,
    };
  }
  const bytes = bytesAsPayload(body, maxBytes);
  if (bytes > maxBytes) return { bytes };
  return { statusCode: status, headers: common, body, isBase64Encoded: false };
}

/**
 * Bytes of a body inside the function's answer. That answer is JSON itself, so the body's quotes and backslashes are
 * escaped once more. Exact only near and above the limit; below it a bound is enough.
 */
function bytesAsPayload(body: string, maxBytes: number): number {
  const bound = body.length * 3 + 2;
  if (bound <= maxBytes) return bound;
  return Buffer.byteLength(JSON.stringify(body));
}
