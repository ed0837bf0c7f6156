import { RulesReplacedError } from './items/counters.ts';
import type { RegisterAccess } from './rule-changes/versions/register-access.ts';
import type { Resolution } from './types.ts';

/**
 * Makes every operation check first that the rules of this process are still those of the table. A submit checks with a
 * write, before it stores its records (submit.ts). An operation that other rules refuse notes that the process must read
 * them.
 */
export function underRegister(resolution: Resolution, register: RegisterAccess): Resolution {
  const noting =
    <Arguments extends unknown[], Answer>(run: (...given: Arguments) => Promise<Answer>) =>
    async (...given: Arguments): Promise<Answer> => {
      try {
        return await run(...given);
      } catch (error) {
        if (error instanceof RulesReplacedError) register.noteReplaced();
        throw error;
      }
    };
  const asking = <Arguments extends unknown[], Answer>(run: (...given: Arguments) => Promise<Answer>) =>
    noting((...given: Arguments) =>
      register.isSettled ? run(...given) : register.beforeReading().then(() => run(...given)),
    );
  return {
    submit: noting(resolution.submit),
    submitWithPreview: asking(resolution.submitWithPreview),
    disassemble: asking(resolution.disassemble),
    removeConnectionBan: asking(resolution.removeConnectionBan),
    link: asking(resolution.link),
    separate: asking(resolution.separate),
    undoDecision: asking(resolution.undoDecision),
    decisions: resolution.decisions,
    reviews: asking(resolution.reviews),
    history: resolution.history,
    countReviews: resolution.countReviews,
    countAssigned: resolution.countAssigned,
    skipReview: resolution.skipReview,
    takeReviews: asking(resolution.takeReviews),
    releaseReviews: resolution.releaseReviews,
    search: asking(resolution.search),
    rankedSearch: asking(resolution.rankedSearch),
    entity: asking(resolution.entity),
    entityByRecord: asking(resolution.entityByRecord),
    listEntities: asking(resolution.listEntities),
    explain: asking(resolution.explain),
    pathsRead: resolution.pathsRead,
    assemblyStatus: asking(resolution.assemblyStatus),
    metrics: asking(resolution.metrics),
    statistics: asking(resolution.statistics),
    refreshStatistics: asking(resolution.refreshStatistics),
    workOnStatistics: asking(resolution.workOnStatistics),
    oldestInterrupted: asking(resolution.oldestInterrupted),
    sweep: asking(resolution.sweep),
  };
}
