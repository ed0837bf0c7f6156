import { setImmediate } from 'node:timers/promises';

/** Units of work between two rests. A unit is about a microsecond, so that others wait some 10 milliseconds. */
const UNITS_AT_ONCE = 10_000;

/** What making the keys of a record costs; longer documents take longer. */
export const UNITS_OF_RECORD = 100;
export const unitsOfRecord = (document: string): number => UNITS_OF_RECORD + document.length / 20;
/** What judging two records costs, and what finding out that it is not needed. */
export const UNITS_OF_PAIR = 20;
export const UNITS_OF_LOOK = 0.05;

/**
 * Parts a long computation, so that the event loop serves other requests in between. It counts work and reads no clock:
 * what it does is the same on every machine.
 *
 *     if (pace.isDue(units)) await pace.rest();
 */
export class Pace {
  private readonly duringRest: () => Promise<unknown>;
  private spent = 0;

  /** @param duringRest what is to happen now and then while the computation goes on */
  constructor(duringRest: () => Promise<unknown> = async () => undefined) {
    this.duringRest = duringRest;
  }

  /** Counts work; answers whether it is time to rest. */
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
