import { BodyNotJsonError, InvalidRequestError, RequestTooLargeError } from '../../../src/graphql/errors.ts';
import { MAX_NESTING } from '../../../src/graphql/limits.ts';
import { isObject } from '../../../src/is-object.ts';
import { nestsDeeperThan, parsedJson } from '../../../src/text/json.ts';

import type { ApiEvent } from './event.ts';

/**
 * The text of an event's body; undefined when there is none.
 *
 * @throws RequestTooLargeError, or BodyNotJsonError when it is not UTF-8.
 */
export function readBody(event: Pick<ApiEvent, 'body' | 'isBase64Encoded'>, maxBytes: number): string | undefined {
  const { body } = event;
  if (body === undefined || body === '') return undefined;
  if (!event.isBase64Encoded) {
    // A UTF-16 unit is one to three bytes of UTF-8: most bodies need not be measured.
    const bytes = body.length * 3 <= maxBytes ? 0 : Buffer.byteLength(body);
    if (bytes > maxBytes) throw new RequestTooLargeError(bytes, maxBytes);
    return body;
  }
  const decoded = Buffer.from(body, 'base64');
  if (decoded.byteLength > maxBytes) throw new RequestTooLargeError(decoded.byteLength, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decoded);
  } catch {
    throw new BodyNotJsonError('is not UTF-8');
  }
}

/**
 * Parses the JSON object that a client sent. Nesting is bounded here, because everything behind this walks values
 * recursively.
 *
 * @throws BodyNotJsonError, InvalidRequestError when brackets nest deeper than {@link MAX_NESTING}.
 */
export function parseBody(text: string): Record<string, unknown> {
  if (nestsDeeperThan(text, MAX_NESTING)) {
    throw new InvalidRequestError(`the request nests values more than ${MAX_NESTING} levels deep`, {
      hint: 'Flatten the value, or send it as text.',
    });
  }
  const body = parsedJson(text);
  if (body === undefined) throw new BodyNotJsonError('is not JSON');
  if (isObject(body)) return body;
  throw new BodyNotJsonError('is not a JSON object');
}
