import { setTimeout as wait } from 'node:timers/promises';

export interface BackoffOptions {
  /** How often a request is sent at most. */
  readonly attempts: number;
  /** Upper bound of the first pause, in milliseconds; it doubles with every attempt. */
  readonly firstPause: number;
  /** Upper bound of every pause, in milliseconds. */
  readonly longestPause: number;
  /** Milliseconds after which no further attempt is begun; without it, attempts alone count. */
  readonly within?: number;
  /** Milliseconds that one attempt may take; a minute unless it is given, which is longer than the gateway lets a function run. */
  readonly answerTimeout?: number;
}

export const defaultBackoff: BackoffOptions = { attempts: 9, firstPause: 200, longestPause: 20_000 };

/** What pauses and chance are made of; each has the real thing as its default. */
export interface Pacing {
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  /** Milliseconds since any moment. */
  readonly clock?: () => number;
}

/** A failure that is worth another attempt. */
export interface Setback {
  readonly reason: string;
  /** What the service asked for, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * Repeats an attempt until it has a result or the attempts are used up. The pause before each is drawn evenly from
 * zero to a bound that doubles ("full jitter"), so that clients that failed together do not come back together.
 *
 * @returns the result, or the last setback.
 */
export async function withBackoff<Result>(
  attempt: () => Promise<{ readonly result: Result } | { readonly setback: Setback }>,
  options: BackoffOptions,
  pacing: Pacing = {},
  signal?: AbortSignal,
): Promise<{ readonly result: Result } | { readonly setback: Setback }> {
  const { pause = realPause, random = Math.random, clock = () => performance.now() } = pacing;
  const begun = clock();
  for (let count = 1; ; count++) {
    const outcome = await attempt();
    if ('result' in outcome || count >= options.attempts) return outcome;
    if (options.within !== undefined && clock() - begun >= options.within) return outcome;
    const bound = Math.min(options.longestPause, options.firstPause * 2 ** (count - 1));
    const asked = outcome.setback.retryAfter ?? 0;
    await pause(Math.max(random() * bound, Math.min(asked, options.longestPause * 3)), signal);
  }
}

async function realPause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
}

/** Milliseconds of a `retry-after` header, which holds seconds or a date; undefined without a readable one. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
