import { isObject } from '../../../src/is-object.ts';
import { parsedJson } from '../../../src/text/json.ts';
import { causeOf, type Fetch } from '../client/http-exchange.ts';
import { type Finding, failed, ok } from './finding.ts';

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

/** Whether the text can be the address of an API of this service, before anything is sent to it. */
export function checkAddress(check: string, output: string, text: string): Finding {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return failed(check, `${JSON.stringify(text)} is no http or https address`, `Use the output ${output} as it is.`);
  }
  if (url.username !== '' || url.password !== '') {
    return failed(check, 'the address holds credentials', 'Give them as --client-id and --client-secret.');
  }
  if (output === 'token_url' && url.pathname === '/') {
    return failed(
      check,
      `${url.href} has no path`,
      'Use the output token_url as it is, with /oauth2/token at its end.',
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return failed(check, `${url.href} is not encrypted: tokens and records can be read on the way`, 'Use https.');
  }
  return ok(check, url.href);
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** What to do when nothing answers at an address. */
export function silenceHint(text: string, what: string): string {
  const check = `Check host and port of ${what}.`;
  const url = URL.parse(text);
  if (url === null || !isLoopback(url.hostname)) return check;
  return `Is the local service running? Start it with \`npx entity-data start\` and leave it running. If it runs: ${check}`;
}

/** The names of what is in a list; none when it is no such list. */
export const namesIn = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? list.flatMap((one: unknown) => (isObject(one) && typeof one['name'] === 'string' ? [one['name']] : []))
    : [];

export interface GraphqlBody {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly unknown[];
}

/** Undefined when it is no answer of GraphQL, whose errors are a list and whose data are an object. */
export function bodyOf(answer: Answer | Silence): GraphqlBody | undefined {
  if ('silence' in answer || !isObject(answer.json)) return undefined;
  const { data, errors = [] } = answer.json;
  if (!Array.isArray(errors) || (data == null ? errors.length === 0 : !isObject(data))) return undefined;
  return { data: data as GraphqlBody['data'], errors };
}

export const codesOf = (body: GraphqlBody | undefined): string[] =>
  (body?.errors ?? []).map((error) => {
    const extensions = isObject(error) ? error['extensions'] : undefined;
    return isObject(extensions) && typeof extensions['code'] === 'string' ? extensions['code'] : 'none';
  });

/** The scope that the API asks for where it refuses an operation: the wording is part of the API. */
export function wantedScope(body: GraphqlBody | undefined): string | undefined {
  const messages = (body?.errors ?? []).flatMap((error) => (isObject(error) ? [String(error['message'])] : []));
  return /required privilege: ([\w.-]+\/[\w.]+)$/m.exec(messages.join('\n'))?.[1];
}
