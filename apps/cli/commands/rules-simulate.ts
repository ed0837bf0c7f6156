import { Command } from 'commander';
import { explainPair } from '../../../src/rules/compile/explain.ts';
import { pairText } from '../rules/pair-text.ts';
import { readRules } from '../rules/read-rules.ts';
import { readRuleCases } from '../rules/rule-case.ts';
import { addRulesOptions, type RulesOptions, ruleConfigFor } from './rules-options.ts';

interface SimulateOptions extends RulesOptions {
  readonly trace: boolean;
  readonly json: boolean;
}

export function rulesSimulateCommand(): Command {
  return addRulesOptions(
    new Command('simulate').description('Show why pairs of records do or do not match, down to every matcher.'),
  )
    .argument('<files...>', 'JSON files with {"recordA": {…}, "recordB": {…}}, or lists of such pairs')
    .option('--trace', 'show what every transformer did', false)
    .option('--json', 'print JSON', false)
    .action((files: readonly string[], { trace, json, ...named }: SimulateOptions) => {
      const rules = readRules(ruleConfigFor(files, named), named.schema);
      for (const file of files) {
        for (const { name, recordA, recordB } of readRuleCases(file)) {
          const pair = explainPair(rules, recordA, recordB);
          if (json) process.stdout.write(`${JSON.stringify({ file, name, ...pair }, null, 2)}\n`);
          else process.stdout.write(`== ${file}: ${name}\n${pairText(pair, { trace })}\n`);
        }
      }
    });
}
