import { RulesReplacedError } from '../entities/items/rules-sign.ts';
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
  const repeating =
    <Arguments extends unknown[], Answer>(
      run: (by: Resolution, ...given: Arguments) => Promise<Answer>,
      mayStore: (...given: Arguments) => boolean = () => false,
    ) =>
    async (...given: Arguments): Promise<Answer> => {
      try {
        return await run(await upToDate(), ...given);
      } catch (error) {
        if (!(error instanceof RulesReplacedError)) throw error;
        return run(await upToDate(), ...given).catch((second: unknown) => {
          throw isRefusal(second) && mayStore(...given) ? error : second;
        });
      }
    };
  return {
    submit: repeating((by, ...given: Parameters<Resolution['submit']>) => by.submit(...given), always),
    submitWithPreview: repeating(
      (by, ...given: Parameters<Resolution['submitWithPreview']>) => by.submitWithPreview(...given),
      (_records, { dryRun }) => !dryRun,
    ),
    disassemble: repeating((by, ...given: Parameters<Resolution['disassemble']>) => by.disassemble(...given), always),
    removeConnectionBan: repeating(
      (by, ...given: Parameters<Resolution['removeConnectionBan']>) => by.removeConnectionBan(...given),
      always,
    ),
    link: repeating((by, ...given: Parameters<Resolution['link']>) => by.link(...given), always),
    separate: repeating((by, ...given: Parameters<Resolution['separate']>) => by.separate(...given), always),
    undoDecision: repeating(
      (by, ...given: Parameters<Resolution['undoDecision']>) => by.undoDecision(...given),
      always,
    ),
    decisions: repeating((by, ...given: Parameters<Resolution['decisions']>) => by.decisions(...given)),
    reviews: repeating((by, ...given: Parameters<Resolution['reviews']>) => by.reviews(...given)),
    history: repeating((by, ...given: Parameters<Resolution['history']>) => by.history(...given)),
    countReviews: repeating((by) => by.countReviews()),
    skipReview: repeating((by, ...given: Parameters<Resolution['skipReview']>) => by.skipReview(...given)),
    countAssigned: repeating((by, user: string) => by.countAssigned(user)),
    takeReviews: repeating((by, ...given: Parameters<Resolution['takeReviews']>) => by.takeReviews(...given)),
    releaseReviews: repeating((by, ...given: Parameters<Resolution['releaseReviews']>) => by.releaseReviews(...given)),
    assignReview: repeating((by, ...given: Parameters<Resolution['assignReview']>) => by.assignReview(...given)),
    search: repeating((by, ...given: Parameters<Resolution['search']>) => by.search(...given)),
    rankedSearch: repeating((by, ...given: Parameters<Resolution['rankedSearch']>) => by.rankedSearch(...given)),
    entity: repeating((by, ...given: Parameters<Resolution['entity']>) => by.entity(...given)),
    entityByRecord: repeating((by, ...given: Parameters<Resolution['entityByRecord']>) => by.entityByRecord(...given)),
    listEntities: repeating((by, ...given: Parameters<Resolution['listEntities']>) => by.listEntities(...given)),
    explain: repeating((by, ...given: Parameters<Resolution['explain']>) => by.explain(...given)),
    get pathsRead() {
      return latest.pathsRead;
    },
    assemblyStatus: repeating((by) => by.assemblyStatus()),
    metrics: repeating((by) => by.metrics()),
    statistics: repeating((by) => by.statistics()),
    refreshStatistics: repeating((by) => by.refreshStatistics()),
    workOnStatistics: repeating((by, milliseconds: number) => by.workOnStatistics(milliseconds)),
    oldestInterrupted: repeating((by) => by.oldestInterrupted()),
    sweep: repeating((by) => by.sweep()),
  };
}

const always = (..._given: unknown[]): boolean => true;

const isRefusal = (error: unknown): boolean => error instanceof EntityDataError && !error.retryable;
