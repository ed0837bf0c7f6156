import type { ComparedPlan, RulesComparison } from '../../../src/rules/compile/compare-rules.ts';

/** What a deployment on data that the former rules indexed would do, for people to read. */
export function againstText(former: string, { shared, added, gone, linksChange, isAlike }: RulesComparison): string {
  const lines = [
    `against ${former}: ${shared.length} key plans shared, ${added.length} new, ${gone.length} gone`,
    ...added.map((plan) => `  new   ${planText(plan)}`),
    ...gone.map((plan) => `  gone  ${planText(plan)}`),
    ...(linksChange ? ['  links and duplicates are judged differently'] : []),
    isAlike
      ? '  on live data: comes into force at once; nothing that is stored depends on what differs'
      : `  on live data: begins a change of the rules; ${former} serves until you continue it`,
  ];
  return `${lines.join('\n')}\n`;
}

function planText({ ruleIDs, combination, exact, carried }: ComparedPlan): string {
  const name = `${ruleIDs.join(', ')}${combination === undefined ? '' : ` by ${combination.join(' and ')}`}`;
  if (exact) return `${name} (decides)`;
  return `${name} (suggests${carried.length === 0 ? '' : `; carries ${carried.join(', ')}`})`;
}
