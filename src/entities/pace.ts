import { setImmediate } from 'node:timers/promises';
import { piecewise } from '../rules/matchers/long-comparison.ts';
import type { Work } from '../work.ts';

/**
 * Units of work between two rests. A unit is about a microsecond, so that other requests wait about 10 milliseconds.
 */
const UNITS_AT_ONCE = 10_000;

/** The cost of making the keys of a record; longer documents take longer. */
export const UNITS_OF_RECORD = 100;
export const unitsOfRecord = (document: string): number => UNITS_OF_RECORD + document.length / 20;
/** The cost of judging two records, besides what comparing many tokens takes, and of finding that it is not needed. */
export const UNITS_OF_PAIR = 20;
export const UNITS_OF_LOOK = 0.05;

/** Those who rest take turns: between two of them, the event loop serves other requests. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Interrupts a long computation, so that the event loop serves other requests in between. It counts work and reads no
 * clock, so that it does the same on every machine:
 *
 *     if (pace.isDue(units)) await pace.rest();
 */
export class Pace {
  private readonly duringRest: () => Promise<unknown>;
  /** How often it rested. */
  rests = 0;
  private spent = 0;

  /** @param duringRest called at every rest; what it throws ends the computation */
  constructor(duringRest: () => Promise<unknown> = async () => undefined) {
    this.duringRest = duringRest;
  }

  /** Counts work. Returns true when it is time to rest. */
  isDue(units: number): boolean {
    this.spent += units;
    return this.spent >= UNITS_AT_ONCE;
  }

  async rest(): Promise<void> {
    this.spent = 0;
    this.rests += 1;
    const turn = lastTurn.then(() => setImmediate());
    lastTurn = turn;
    await turn;
    await this.duringRest();
  }

  /** Does work piece by piece. */
  async through<Result>(work: Work<Result>): Promise<Result> {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      if (this.isDue(step.value)) await this.rest();
    }
  }

  /**
   * Judges two records, and rests inside of a long comparison, too.
   *
   * @param judge without side effects
   */
  async judge<Result>(judge: () => Result): Promise<Result> {
    if (this.isDue(UNITS_OF_PAIR)) await this.rest();
    return this.through(piecewise(judge));
  }
}
