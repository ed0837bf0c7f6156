import { RulesReplacedError } from '../entities/items/counters.ts';
import type { Resolution } from '../entities/types.ts';
import { EntityDataError } from '../errors.ts';

/**
 * The resolution of a process whose rules may be replaced while it runs. An operation that is refused for that is
 * repeated once under the rules that came into force; all operations can be repeated safely. The second attempt may be refused
 * after the first one stored or erased records: by other rules, or because an edge is gone. The refusal says that nothing
 * happened, which would be wrong, so that the caller gets the error of the first attempt, and repeats the request.
 *
 * @param first the resolution of the start
 * @param current the resolution by the rules in force, as a starter answers it
 */
export function replaceableResolution(first: Resolution, current: () => Promise<Resolution>): Resolution {
  let latest = first;
  const upToDate = async (): Promise<Resolution> => {
    latest = await current();
    return latest;
  };
  return new Proxy(first, {
    get(_first, name: keyof Resolution) {
      if (name === 'pathsRead') return latest.pathsRead;
      if (!(name in first)) return undefined;
      return async (...given: readonly unknown[]) => {
        const run = async () => {
          const by = await upToDate();
          return (by[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given);
        };
        return run().catch((error: unknown) => {
          if (!(error instanceof RulesReplacedError)) throw error;
          return run().catch((second: unknown) => {
            throw isRefusal(second) && mayStore[name]?.(...given) ? error : second;
          });
        });
      };
    },
  });
}

const always = () => true;

/** Whether an attempt may store or erase records; an operation that is not named never does. */
const mayStore: { readonly [Name in keyof Resolution]?: (...given: readonly unknown[]) => boolean } = {
  submit: always,
  submitWithPreview: (_records, options) => !(options as { readonly dryRun: boolean }).dryRun,
  disassemble: always,
  removeConnectionBan: always,
  link: always,
  separate: always,
  undoDecision: always,
};

const isRefusal = (error: unknown): boolean => error instanceof EntityDataError && !error.retryable;
