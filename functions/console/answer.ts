import { gzipSync } from 'node:zlib';
import { accepts } from '../../src/runtime/accept-encoding.ts';

/** The answer of a page's route, in Lambda's payload format 2.0. */
export interface PageAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/** The content type of a text. */
export const textType = (type: string): string => `${type}; charset=utf-8`;

/** A text answer whose content type browsers must not second-guess. */
export function textAnswer(type: string, body: string, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return {
    statusCode: 200,
    headers: { 'content-type': textType(type), 'x-content-type-options': 'nosniff', ...headers },
    body,
  };
}

/** A JSON answer that must not be cached. */
export function jsonAnswer(statusCode: number, body: object): PageAnswer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}

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
