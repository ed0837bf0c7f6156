import { setTimeout } from 'node:timers/promises';
import { EntityDataError } from '../errors.ts';
import type { TimeLeft } from '../request-time.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { describeFailure, type FailureDescription } from './log.ts';
import { SelfCheckFailedError, type SelfCheckPassed, selfCheckPassed } from './self-check.ts';

/** What a function made of its configuration. */
export interface Started {
  /** Whether it must be made again, because other rules became active. */
  isReplaced(): boolean;
  /** Why the function can do nothing but say so; undefined where it works. */
  readonly problem?: EntityDataError;
}

/** Starts a function, and starts it again where that is due. */
export interface Starter<S extends Started> {
  /** What was started. A start that failed is tried again by each call. */
  current(): Promise<S>;
  /**
   * Checks that the function starts with its configuration. Permissions that an apply has just written may take some
   * seconds, so a failure that time may mend is tried again while there is time.
   *
   * @throws SelfCheckFailedError with every problem
   */
  check(timeLeft: TimeLeft): Promise<SelfCheckPassed>;
}

/** Whether time does not mend a failure to start. */
export const isLasting = (error: unknown): error is EntityDataError =>
  error instanceof EntityDataError && !error.retryable && !(error instanceof StoreUnavailableError);

/** Milliseconds between two attempts of a self-check. */
const PAUSE = 1_000;

export interface StarterOptions {
  /** Receives why the first start failed. The next call tries again. */
  readonly onFailure: (failure: FailureDescription) => void;
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * What was started; starts it again where that is due. Calls that wait for the same start begin it once.
 *
 * @param first undefined if the first start failed
 */
export function restarting<S extends Pick<Started, 'isReplaced'>>(
  start: () => Promise<S>,
  first: S | undefined,
): () => Promise<S> {
  let started = first;
  let starting: Promise<S> | undefined;
  const startAgain = async (): Promise<S> => {
    try {
      started = await start();
      return started;
    } finally {
      starting = undefined;
    }
  };
  return async () => {
    if (started !== undefined && !started.isReplaced()) return started;
    starting ??= startAgain();
    return starting;
  };
}

/** @param start makes what answers calls out of the configuration */
export async function createStarter<S extends Started>(
  start: () => Promise<S>,
  { onFailure, pause = setTimeout }: StarterOptions,
): Promise<Starter<S>> {
  // Lambda gives a starting function a full CPU.
  const started = await start().catch((failure: unknown) => {
    onFailure(describeFailure(failure));
    return undefined;
  });

  const current = restarting(start, started);

  const check = async (timeLeft: TimeLeft): Promise<SelfCheckPassed> => {
    for (;;) {
      try {
        const { problem } = await current();
        if (problem !== undefined) throw problem;
        return selfCheckPassed;
      } catch (error) {
        if (isLasting(error) || !(timeLeft() > 2 * PAUSE)) throw new SelfCheckFailedError(error);
        await pause(PAUSE);
      }
    }
  };

  return { current, check };
}
