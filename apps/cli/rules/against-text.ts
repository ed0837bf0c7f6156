import type { RulesComparison } from '../../../src/rules/compile/compare-rules.ts';
import { eachOnce } from '../terminal/once.ts';
import { planText } from './plan-text.ts';

/** What a deployment on data that the former rules indexed would do, for people to read. */
export function againstText(former: string, { shared, added, gone, linksChange, isAlike }: RulesComparison): string {
  const lines = [
    `against ${former}: ${shared.length} key plans shared, ${added.length} new, ${gone.length} gone`,
    ...eachOnce(added.map((plan) => `  new   ${planText(plan)}`)),
    ...eachOnce(gone.map((plan) => `  gone  ${planText(plan)}`)),
    ...(linksChange ? ['  links and duplicates are judged differently'] : []),
    isAlike
      ? '  on live data: comes into force at once; nothing that is stored depends on what differs'
      : `  on live data: begins a change of the rules; ${former} serves until you continue it`,
  ];
  return `${lines.join('\n')}\n`;
}
