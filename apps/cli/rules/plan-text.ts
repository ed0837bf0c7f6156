import type { ComparedPlan } from '../../../src/rules/compile/compare-rules.ts';

/** Of more carried values, only how many there are is said: a rule by weights carries nearly all. */
const mostNamed = 4;

/** A key plan for people to read: its rules, what its keys are made of, and what it does. */
export function planText({ ruleIDs, combination, exact, carried }: ComparedPlan): string {
  const name = `${ruleIDs.join(', ')}${combination === undefined ? '' : ` by ${combination.join(' and ')}`}`;
  if (exact) return `${name} (decides)`;
  if (carried.length === 0) return `${name} (suggests)`;
  return `${name} (suggests; carries ${carried.length > mostNamed ? `${carried.length} values` : carried.join(', ')})`;
}
