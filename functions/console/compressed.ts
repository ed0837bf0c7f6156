import { gzipSync } from 'node:zlib';
import { accepts } from '../../src/runtime/accept-encoding.ts';
import type { PageAnswer } from './answer.ts';

/** Below this many UTF-16 units, or bytes, compression saves less than a packet. */
export const leastWorthCompressing = 1_024;

/**
 * The answer with a gzip body, if the browser accepts it and it pays. Scripts and styles mostly have a coding already.
 *
 * @param acceptEncoding the header of the request
 */
export function compressed(answer: PageAnswer, acceptEncoding: string | undefined): PageAnswer {
  const { body, isBase64Encoded, headers } = answer;
  const isSmall = body.length < leastWorthCompressing;
  if (isBase64Encoded === true || isSmall || !accepts('gzip', acceptEncoding)) return answer;
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}
