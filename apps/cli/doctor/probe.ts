import { parsedJson } from '../../../src/text/parsed-json.ts';
import { causeOf, type Fetch } from '../client/http-exchange.ts';

/** What an address answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
  readonly contentType: string;
  /** By which the gateway's log names the request. */
  readonly requestId: string | undefined;
  /** Milliseconds from sending to the last byte. */
  readonly milliseconds: number;
  /** Seconds by which the other clock is ahead of this one; undefined when it does not tell the time. */
  readonly clockAhead: number | undefined;
}

export interface Silence {
  /** Why there was no answer. */
  readonly silence: string;
}

export interface ProbeOptions {
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds for which an answer is waited for. */
  readonly timeout: number;
}

/** Sends one request, once, and notes what can be seen from outside. */
export async function probe(
  { fetch, now, timeout }: ProbeOptions,
  url: string,
  init: RequestInit,
): Promise<Answer | Silence> {
  const sent = now();
  const started = performance.now();
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
    const text = await response.text();
    const milliseconds = performance.now() - started;
    return {
      status: response.status,
      text,
      json: parsedJson(text),
      contentType: response.headers.get('content-type') ?? '',
      requestId: response.headers.get('apigw-requestid') ?? undefined,
      milliseconds,
      clockAhead: clockAhead(response.headers.get('date'), sent, sent + milliseconds),
    };
  } catch (error) {
    return { silence: causeOf(error) };
  }
}

/** The header has whole seconds, and was written some time between sending and receiving. */
function clockAhead(date: string | null, sent: number, received: number): number | undefined {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told)) return undefined;
  if (told + 1_000 < sent) return (told + 1_000 - sent) / 1_000;
  return told > received ? (told - received) / 1_000 : 0;
}
