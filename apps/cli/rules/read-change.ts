import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareRules, type RulesComparison } from '../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
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
