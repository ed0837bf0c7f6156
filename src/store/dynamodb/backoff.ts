import { setTimeout as wait } from 'node:timers/promises';

/** Clock and random numbers, injected so that tests are deterministic. */
export interface Pace {
  /** Monotonic time in milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
  /** A number from 0, inclusive, to 1, exclusive. */
  random(): number;
}

export const realPace: Pace = {
  now: () => performance.now(),
  sleep: (milliseconds) => wait(milliseconds),
  random: Math.random,
};

const FIRST_MILLISECONDS = 25;
const MOST_MILLISECONDS = 1_000;

/**
 * Waits between the attempts of one call: a random time up to a bound that doubles ("full jitter"), so that callers
 * that collided do not collide again.
 */
export class Backoff {
  readonly #pace: Pace;
  readonly #deadline: number;
  #bound = FIRST_MILLISECONDS;

  constructor(deadlineMilliseconds: number, pace: Pace) {
    this.#pace = pace;
    this.#deadline = pace.now() + deadlineMilliseconds;
  }

  /** Waits and returns true, or returns false at once when the wait would reach the deadline. */
  async pause(): Promise<boolean> {
    const milliseconds = this.#pace.random() * this.#bound;
    this.#bound = Math.min(this.#bound * 2, MOST_MILLISECONDS);
    if (this.#pace.now() + milliseconds >= this.#deadline) return false;
    await this.#pace.sleep(milliseconds);
    return true;
  }
}
