import { RulesReplacedError } from '../entities/items/counters.ts';
import { callOf, mayStore, type Resolution, resolutionOf } from '../entities/operations.ts';
import { EntityDataError } from '../errors.ts';

/**
 * The resolution of a process whose rules may be replaced while it runs. An operation that is refused for that is
 * repeated once under the rules that came into force; all operations can be repeated safely. The second attempt may be refused
 * after the first one stored or erased records: by other rules, or because an edge is gone. The refusal says that nothing
 * happened, which would be wrong, so that the caller gets the error of the first attempt, and repeats the request.
 *
 * @param current the resolution by the rules in force, as a starter answers it
 */
export const replaceableResolution = (current: () => Promise<Resolution>): Resolution =>
  resolutionOf((name, given) => {
    const run = async () => callOf(await current(), name, given);
    return run().catch((error: unknown) => {
      if (!(error instanceof RulesReplacedError)) throw error;
      return run().catch((second: unknown) => {
        throw isRefusal(second) && mayStore(name, given) ? error : second;
      });
    });
  });

const isRefusal = (error: unknown): boolean => error instanceof EntityDataError && !error.retryable;
