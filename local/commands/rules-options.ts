import type { Command } from 'commander';

export interface RulesOptions {
  readonly ruleConfig: string;
  readonly schema?: string;
}

/** The options of commands that run a rule-config. */
export const addRulesOptions = (command: Command): Command =>
  command
    .option('--rule-config <file>', 'the rules', 'rule-config.json')
    .option('--schema <file>', 'the record schema; default: schema.graphqls beside the rules, where there is one');
