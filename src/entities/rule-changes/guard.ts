import type { HeldBecause, RuleChangeOptions, RuleChangeReport } from './types.ts';

/** Why a change waits for its owner after it was counted; undefined if it goes on by itself. */
export function heldBecause(report: RuleChangeReport, options: RuleChangeOptions): HeldBecause | undefined {
  if (options.mode !== 'automatic') return 'MODE';
  if (report.largestEntity > options.largestEntity) return 'LARGE_ENTITY';
  if (report.recordsTouched * 100 > report.records * options.largestChangePercent) return 'MANY_RECORDS';
  return undefined;
}
