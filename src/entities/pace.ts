import { setImmediate } from 'node:timers/promises';

/**
 * Units of work between two rests. A unit is about a microsecond, so that other requests wait about 10 milliseconds.
 */
const UNITS_AT_ONCE = 10_000;

/** The cost of making the keys of a record; longer documents take longer. */
export const UNITS_OF_RECORD = 100;
export const unitsOfRecord = (document: string): number => UNITS_OF_RECORD + document.length / 20;
/** The cost of judging two records, and of finding that it is not needed. */
export const UNITS_OF_PAIR = 20;
export const UNITS_OF_LOOK = 0.05;

/**
 * Interrupts a long computation, so that the event loop serves other requests in between. It counts work and reads no
 * clock, so that it does the same on every machine:
 *
 *     if (pace.isDue(units)) await pace.rest();
 */
export class Pace {
  private readonly duringRest: () => Promise<unknown>;
  private spent = 0;

  /** @param duringRest called at every rest */
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
    await setImmediate();
    await this.duringRest();
  }
}
