import type { RulesStatus } from '../../entities/rule-changes/versions/rules-status.ts';
import type { RuleMatcher } from '../../rules/types.ts';
import type { Meter } from '../metrics/meter.ts';

export type Warn = (message: string, fields: Readonly<Record<string, unknown>>) => void;

export interface RulesObserver {
  /** Logs a line for each fact about the active rules that the owner should know. */
  tell(status: RulesStatus): void;
  /** Counts stored records with too many index keys, and logs a line for each matcher that causes them. */
  onTooManyKeys(matcher: RuleMatcher): void;
}

export function observeRules(meter: Meter, warn: Warn): RulesObserver {
  const told = new Set<string>();
  return {
    tell({ findings, inForce, deployed }) {
      for (const { code, message, hint } of findings)
        warn('rules', { code, problem: message, hint, inForce, deployed });
    },
    onTooManyKeys({ ruleID, matcherID }) {
      meter.record('UnindexedRecords', 1);
      const matcher = JSON.stringify([ruleID, matcherID]);
      if (told.has(matcher)) return;
      told.add(matcher);
      warn('stored records have too many index keys', { rule: ruleID, matcher: matcherID });
    },
  };
}
