import { ruleChangePhases } from '../../entities/items/rules-register.ts';
import type { RuleChangeStatus } from '../../entities/rule-changes/types.ts';
import type { RulesStatus } from '../../entities/rule-changes/versions/register-access.ts';
import type { RuleMatcher } from '../../rules/types.ts';
import type { Meter } from './meter.ts';

type Warn = (message: string, fields: Readonly<Record<string, unknown>>) => void;

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

/** Records how far a change of the rules is. In a steady state there is nothing to record, and nothing is billed. */
export function observeRuleChange(meter: Meter, status: RuleChangeStatus, now: number): void {
  const { state, phase, progress, recordsChanged, lastHeartbeat, since } = status;
  if (state === 'STEADY') return;
  // The phase as a number for a graph: 0 is before the first.
  meter.record('RuleChangePhase', phase === undefined ? 0 : ruleChangePhases.indexOf(phase) + 1);
  meter.record('RuleChangeProgress', Math.round(100 * progress));
  // Before a change begins, the count is that of the last one.
  meter.record('RuleChangeChanged', phase === undefined ? 0 : recordsChanged);
  const seconds = Math.max(0, Math.round((now - (lastHeartbeat ?? since ?? now)) / 1_000));
  // A change that its owner paused waits for no one else, and one that has not begun costs nothing.
  meter.record('RuleChangeAge', state === 'RUNNING' || state === 'FAILED' ? seconds : 0, 'running');
  meter.record('RuleChangeAge', state === 'HELD' && phase !== undefined ? seconds : 0, 'held');
}

/** True if a change that is under way leads, or will lead, to the deployed rule-config. */
export const leadsToDeployed = ({ phase, to, waiting }: RuleChangeStatus, deployed: string): boolean =>
  phase !== undefined && (to === deployed || waiting === deployed);
