import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type ChangeKind,
  type ComparedPlan,
  compareRules,
  type RulesComparison,
} from '../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { eachOnce } from '../terminal/once.ts';
import { RulesFileError } from './errors.ts';
import { type NamedText, readRules, readText } from './read-rules.ts';

/** Two rule-configs: the one that records are stored by, and the one that is to take its place. */
export interface RulesChange {
  readonly former: CompiledRules;
  readonly next: CompiledRules;
  readonly compared: RulesComparison;
}

/** The former rules may read fields that the schema does not have any more: they are compiled without it. */
export function readChange(formerFile: string, nextFile: string, schemaFile?: string): RulesChange {
  return readChangeFrom({ name: formerFile, text: readText(formerFile) }, nextFile, schemaFile);
}

/** The same, of rules that are not in a file. */
export function readChangeFrom({ name, text }: NamedText, nextFile: string, schemaFile?: string): RulesChange {
  const next = readRules(nextFile, schemaFile);
  const former = compileRuleConfig(loadRuleConfig(text, undefined, name));
  return { former, next, compared: compareRules(former, next) };
}

const usual = 'rule-config.json';

/**
 * The rule-config that was named, else `rule-config.json` beside the next one or in the working directory.
 *
 * @throws RulesFileError when there is no other one than the next
 */
export function formerFileFor(nextFile: string, against: string | undefined): string {
  if (against !== undefined) return against;
  const found = [join(dirname(nextFile), usual), usual].find((file) => existsSync(file) && file !== nextFile);
  if (found !== undefined) return found;
  throw new RulesFileError(`There is no other ${usual} beside ${nextFile} or in this directory to compare with.`, {
    hint: 'Name the rules that are in force with --against.',
  });
}

const KINDS: Readonly<Record<ChangeKind, string>> = {
  search: 'search only: nothing that is stored depends on it; it comes into force at once',
  keys: 'keys only: the same pairs are linked, found by other keys',
  loosened: 'loosened: linked records stay linked, and more may be; entities can only merge',
  tightened: 'tightened: no record is linked that was not; entities can only split',
  mixed: 'mixed: entities may merge and split',
};

const KEPT_APART = 'linked records hold together differently';

/** What a change of rules is, for people to read. */
export function changeText(
  former: string,
  next: string,
  { kind, shared, added, gone, linksChange, entitiesChange }: RulesComparison,
): string {
  const lines = [
    `${former} → ${next}`,
    KINDS[entitiesChange ? 'mixed' : kind],
    `key plans: ${shared.length} shared, ${added.length} new, ${gone.length} gone`,
    ...eachOnce(shared.map((plan) => `  shared  ${planText(plan)}`)),
    ...eachOnce(added.map((plan) => `  new     ${planText(plan)}`)),
    ...eachOnce(gone.map((plan) => `  gone    ${planText(plan)}`)),
    ...(linksChange ? ['links and duplicates are judged differently'] : []),
    ...(entitiesChange ? [KEPT_APART] : []),
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

/** What a deployment on data that the former rules indexed would do, for people to read. */
export function againstText(
  former: string,
  { shared, added, gone, linksChange, entitiesChange, isAlike }: RulesComparison,
): string {
  const lines = [
    `against ${former}: ${shared.length} key plans shared, ${added.length} new, ${gone.length} gone`,
    ...eachOnce(added.map((plan) => `  new   ${planText(plan)}`)),
    ...eachOnce(gone.map((plan) => `  gone  ${planText(plan)}`)),
    ...(linksChange ? ['  links and duplicates are judged differently'] : []),
    ...(entitiesChange ? [`  ${KEPT_APART}`] : []),
    isAlike
      ? '  on live data: comes into force at once; nothing that is stored depends on what differs'
      : `  on live data: begins a change of the rules; ${former} serves until you continue it`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Of more carried values, only how many there are is said: a rule by weights carries nearly all. */
const mostNamed = 4;

/** A key plan for people to read: its rules, what its keys are made of, and what it does. */
function planText({ ruleIDs, combination, exact, carried }: ComparedPlan): string {
  const name = `${ruleIDs.join(', ')}${combination === undefined ? '' : ` by ${combination.join(' and ')}`}`;
  if (exact) return `${name} (decides)`;
  if (carried.length === 0) return `${name} (suggests)`;
  return `${name} (suggests; carries ${carried.length > mostNamed ? `${carried.length} values` : carried.join(', ')})`;
}
