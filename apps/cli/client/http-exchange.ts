import type { Setback } from './backoff.ts';
import { retryAfterOf } from './backoff.ts';

export type Fetch = typeof globalThis.fetch;

export interface HttpExchange {
  readonly status: number;
  readonly text: string;
}

/** Milliseconds; longer than the gateway lets a function run. */
const longestAnswer = 60_000;

/** Sends a request once. Network failures, overload and failures of the service are returned as setbacks. */
export async function exchange(
  send: Fetch,
  url: string,
  init: RequestInit,
  now: number,
  answerTimeout = longestAnswer,
): Promise<{ readonly result: HttpExchange } | { readonly setback: Setback }> {
  let response: Response;
  let text: string;
  try {
    response = await send(url, { ...init, signal: AbortSignal.timeout(answerTimeout) });
    text = await response.text();
  } catch (error) {
    return { setback: { reason: `${url} does not answer: ${causeOf(error)}` } };
  }
  if (response.status === 429 || response.status >= 500) {
    const retryAfter = retryAfterOf(response.headers.get('retry-after'), now);
    return { setback: { reason: `${url} answers ${response.status} ${text.slice(0, 200)}`.trim(), retryAfter } };
  }
  return { result: { status: response.status, text } };
}

/** The message of the error's cause: `fetch failed` alone gives no reason. */
export function causeOf(error: unknown): string {
  const { name, message, cause } = error as {
    name?: string;
    message?: string;
    cause?: { message?: string; code?: string };
  };
  if (name === 'TimeoutError') return 'no answer in time';
  return cause?.message || cause?.code || message || String(error);
}
