import { setTimeout as wait } from 'node:timers/promises';

export interface BackoffOptions {
  /** Most attempts of one request, the first included. */
  readonly attempts: number;
  /** Upper bound of the first pause, in milliseconds; it doubles with every attempt. */
  readonly firstPause: number;
  /** Upper bound of every pause, in milliseconds. */
  readonly longestPause: number;
  /** Milliseconds after which no further attempt starts; by default only `attempts` limits them. */
  readonly within?: number;
  /** Milliseconds for one attempt; default 60,000, which is longer than the gateway lets a function run. */
  readonly answerTimeout?: number;
}

export const defaultBackoff: BackoffOptions = { attempts: 9, firstPause: 200, longestPause: 20_000 };

/** Replacements for timers, random numbers and the clock, for tests. */
export interface Pacing {
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  /** Milliseconds since an arbitrary moment. */
  readonly clock?: () => number;
}

/** A failure after which another attempt makes sense. */
export interface Setback {
  readonly reason: string;
  /** The pause that the service requested, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * Repeats an attempt until it has a result or no attempt is left. Each pause is uniformly random between zero and a
 * bound that doubles ("full jitter"), so that clients that failed together do not retry together.
 *
 * @returns the result, or the last setback
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

/** Parses a `retry-after` header, in seconds or as a date, to milliseconds; undefined when it is missing or invalid. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
