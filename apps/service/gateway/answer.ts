import { Readable } from 'node:stream';
import { isObject } from '../../../src/is-object.ts';

/** An HTTP answer, ready to be written. */
export interface HttpAnswer {
  readonly statusCode: number;
  /** Names and values in turns, as `ServerResponse.writeHead` takes them. */
  readonly headers: string[];
  readonly body: string | Buffer;
  /** Sent in place of the body, in its own time. */
  readonly stream?: Readable;
}

/** An answer that the gateway makes itself, such as a 404. */
export function gatewayAnswer(statusCode: number, message: string): HttpAnswer {
  return { statusCode, headers: ['content-type', 'application/json'], body: JSON.stringify({ message }) };
}

/**
 * Turns the result of a Lambda function in payload format 2.0 into an HTTP answer. A result without `statusCode` is a
 * body with status 200 and content type application/json: a string as it is, any other value as JSON.
 *
 * @throws TypeError for a result that API Gateway refuses; the caller then gets a 500.
 */
export function readAnswer(answer: unknown): HttpAnswer {
  if (!isObject(answer) || answer['statusCode'] === undefined) {
    const body = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? 'null');
    return { statusCode: 200, headers: ['content-type', 'application/json'], body };
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = answer;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`${JSON.stringify(statusCode)} is not an HTTP status code.`);
  }
  const pairs = readHeaders(headers);
  for (const cookie of readCookies(cookies)) pairs.push('set-cookie', cookie);
  const { stream } = answer;
  return {
    statusCode: status,
    headers: pairs,
    body: readBody(body, isBase64Encoded === true),
    // API Gateway has no such answers.
    ...(stream instanceof Readable && { stream }),
  };
}

function readHeaders(headers: unknown): string[] {
  const pairs: string[] = [];
  let typed = false;
  if (headers !== undefined && headers !== null) {
    if (!isObject(headers)) throw new TypeError('The headers of the answer are not an object.');
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || value === null) continue;
      if (typeof value === 'object') throw new TypeError(`The header ${name} of the answer is not a text.`);
      const lowerCase = name.toLowerCase();
      // The gateway sets the framing headers itself.
      if (lowerCase === 'content-length' || lowerCase === 'transfer-encoding' || lowerCase === 'connection') continue;
      typed ||= lowerCase === 'content-type';
      pairs.push(name, String(value));
    }
  }
  if (!typed) pairs.push('content-type', 'text/plain;charset=UTF-8');
  return pairs;
}

function readCookies(cookies: unknown): string[] {
  if (cookies === undefined || cookies === null) return [];
  if (!Array.isArray(cookies) || cookies.some((cookie) => typeof cookie !== 'string')) {
    throw new TypeError('The cookies of the answer are not a list of texts.');
  }
  return cookies;
}

function readBody(body: unknown, isBase64Encoded: boolean): string | Buffer {
  if (body === undefined || body === null) return '';
  if (typeof body !== 'string') throw new TypeError('The body of the answer is not a text.');
  return isBase64Encoded ? Buffer.from(body, 'base64') : body;
}
