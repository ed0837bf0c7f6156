import { Command } from 'commander';
import { lintRuleConfig } from '../../functions/core/ruleconfig/lint-rule-config.ts';
import { findingText } from '../../functions/core/ruleconfig/rule-config-error.ts';
import { readSchemaFor, readText } from '../rules/read-rules.ts';
import { count } from './entity-text.ts';

interface LintCommandOptions {
  readonly schema?: string;
  readonly json: boolean;
  readonly strict: boolean;
}

export function rulesLintCommand(): Command {
  return new Command('lint')
    .description('Say everything that is wrong with rule-configs, with line, column and hint.')
    .argument('<files...>', 'rule-configs')
    .option('--schema <file>', 'the record schema; default: schema.graphqls beside the file, where there is one')
    .option('--json', 'print JSON', false)
    .option('--strict', 'warnings fail as well', false)
    .action((files: readonly string[], { schema, json, strict }: LintCommandOptions) => {
      const results = files.map((file) => {
        const recordSchema = readSchemaFor(file, schema);
        const { errors, warnings } = lintRuleConfig(readText(file), recordSchema ? { schema: recordSchema } : {});
        return { file, valid: errors.length === 0, errors, warnings };
      });
      if (json) {
        process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
      } else {
        for (const { file, errors, warnings } of results) {
          for (const finding of [...errors, ...warnings]) process.stdout.write(`${findingText(finding, file)}\n`);
          process.stdout.write(`${file}: ${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}\n`);
        }
      }
      const bad = results.some(({ errors, warnings }) => errors.length > 0 || (strict && warnings.length > 0));
      if (bad) process.exitCode = 1;
    });
}
