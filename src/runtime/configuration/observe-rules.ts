import type { RulesStatus } from '../../entities/types.ts';
import type { RuleMatcher } from '../../rules/types.ts';
import type { Meter } from '../metrics/meter.ts';

export type Warn = (message: string, fields: Readonly<Record<string, unknown>>) => void;

export interface RulesObserver {
  /** A line of the log for each thing that the owner should know of the rules in force. */
  tell(status: RulesStatus): void;
  /** Counts stored records that have more index keys than they may have; a line for each matcher that makes them. */
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
