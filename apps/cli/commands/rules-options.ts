import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { RulesFileError } from '../rules/errors.ts';

export interface RulesOptions {
  readonly ruleConfig?: string;
  readonly schema?: string;
}

const usual = 'rule-config.json';

/** The options of commands that run a rule-config. */
export const addRulesOptions = (command: Command): Command =>
  command
    .option('--rule-config <file>', `the rules; default: ${usual} beside the first file, or here`)
    .option('--schema <file>', 'the record schema; default: schema.graphqls beside the rules, where there is one');

/**
 * The rule-config that was named, else the one beside the files that it is to be tried on, else the one in the working
 * directory.
 *
 * @throws RulesFileError when there is none.
 */
export function ruleConfigFor([first = '']: readonly string[], { ruleConfig }: RulesOptions): string {
  if (ruleConfig !== undefined) return ruleConfig;
  const found = [join(dirname(first), usual), usual].find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new RulesFileError(`There is no ${usual} beside ${first} or in this directory.`, {
    hint: 'Name the rules with --rule-config.',
  });
}
