import { gzipSync } from 'node:zlib';
import { acceptsGzip } from '../../../functions/api/http/accept-encoding.ts';
import type { PageAnswer } from '../../../functions/console/answer.ts';

/** Below this many UTF-16 units compression saves less than a packet. */
const LEAST_WORTH_COMPRESSING = 1_024;

/**
 * The answer with a gzip body, if the browser accepts it and it pays: scripts and styles are a third of their size. Files
 * are compressed at each request, because browsers ask for each once.
 *
 * @param acceptEncoding the header of the request
 */
export function compressed(answer: PageAnswer, acceptEncoding: string | undefined): PageAnswer {
  const { body, isBase64Encoded, headers } = answer;
  const isSmall = body.length < LEAST_WORTH_COMPRESSING;
  if (isBase64Encoded === true || isSmall || !acceptsGzip(acceptEncoding)) return answer;
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
}
