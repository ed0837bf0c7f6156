import type { ChangeKind, RulesComparison } from '../../../src/rules/compile/compare-rules.ts';
import { eachOnce } from '../terminal/once.ts';
import { planText } from './plan-text.ts';

const KINDS: Readonly<Record<ChangeKind, string>> = {
  search: 'search only: nothing that is stored depends on it; it comes into force at once',
  keys: 'keys only: the same pairs are linked, found by other keys',
  loosened: 'loosened: linked records stay linked, and more may be; entities can only merge',
  tightened: 'tightened: no record is linked that was not; entities can only split',
  mixed: 'mixed: entities may merge and split',
};

/** What a change of rules is, for people to read. */
export function changeText(
  former: string,
  next: string,
  { kind, shared, added, gone, linksChange }: RulesComparison,
): string {
  const lines = [
    `${former} → ${next}`,
    KINDS[kind],
    `key plans: ${shared.length} shared, ${added.length} new, ${gone.length} gone`,
    ...eachOnce(shared.map((plan) => `  shared  ${planText(plan)}`)),
    ...eachOnce(added.map((plan) => `  new     ${planText(plan)}`)),
    ...eachOnce(gone.map((plan) => `  gone    ${planText(plan)}`)),
    ...(linksChange ? ['links and duplicates are judged differently'] : []),
    ...costLines({ kind, added, gone }),
  ];
  return `${lines.join('\n')}\n`;
}

/** A record mostly has one key of a plan. */
function costLines({ kind, added, gone }: Pick<RulesComparison, 'kind' | 'added' | 'gone'>): string[] {
  if (kind === 'search') return ['cost: none'];
  const writes = [
    ...(added.length > 0 ? [`${added.length} to write`] : []),
    ...(gone.length > 0 ? [`${gone.length} to delete`] : []),
  ];
  return [
    `cost a record: ${writes.length === 0 ? 'no key is written' : `about ${writes.join(' and ')} of keys, one for each plan`}; rules preview counts it`,
  ];
}
