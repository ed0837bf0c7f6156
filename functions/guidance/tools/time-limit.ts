import { createContext, Script } from 'node:vm';

/** A computation was cut off. */
export class OutOfTime extends Error {}

interface Slot {
  run?: () => unknown;
  result?: unknown;
}

let slot: Slot | undefined;
const script = new Script('result = run()');

/**
 * Runs a computation and cuts it off after so many milliseconds, wherever it is: no input, however made, keeps the
 * process from its other requests for longer. Only for computations that leave nothing half done behind them.
 *
 * The watchdog of `vm` stops whatever runs within the script's time, also code of the outside that it calls.
 *
 * @throws OutOfTime
 */
export function withinTime<Result>(milliseconds: number, compute: () => Result): Result {
  slot ??= createContext({}) as Slot;
  slot.run = compute;
  try {
    script.runInContext(slot, { timeout: milliseconds });
    return slot.result as Result;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new OutOfTime();
    throw error;
  } finally {
    // The slot is shared: what a caller sent must not outlive its call.
    slot.run = undefined as never;
    slot.result = undefined;
  }
}
