import { Command } from 'commander';
import { compareRules, type RulesComparison } from '../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import { findingText } from '../../../src/rules/document/findings.ts';
import type { RuleConfig } from '../../../src/rules/document/types.ts';
import { lintRuleConfig, loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { withoutGuesses } from '../../service/designed-rules.ts';
import { againstText } from '../rules/compared-rules.ts';
import { readSchemaFor, readText } from '../rules/read-rules.ts';
import { eachOnce } from '../terminal/once.ts';
import { count } from './entity.ts';

interface LintCommandOptions {
  readonly schema?: string;
  readonly against?: string;
  readonly json: boolean;
  readonly strict: boolean;
}

export function rulesLintCommand(): Command {
  return new Command('lint')
    .description('Say everything that is wrong with rule-configs, with line, column and hint.')
    .argument('<files...>', 'rule-configs')
    .option('--schema <file>', 'the record schema; default: schema.graphqls beside the file, where there is one')
    .option(
      '--against <former>',
      'the rule-config that is in force: say what deploying the others would do to its data',
    )
    .option('--json', 'print JSON', false)
    .option('--strict', 'warnings fail as well', false)
    .action((files: readonly string[], options: LintCommandOptions) => {
      const results = files.map((file) => lint(file, options));
      if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
      else for (const result of results) process.stdout.write(resultText(result, options));
      const bad = results.some(({ errors, warnings }) => errors.length > 0 || (options.strict && warnings.length > 0));
      if (bad) process.exitCode = 1;
    });
}

type LintedFile = ReturnType<typeof lint>;

function lint(file: string, { schema, against }: LintCommandOptions) {
  const recordSchema = readSchemaFor(file, schema);
  const text = readText(file);
  const { config, errors, warnings: found } = lintRuleConfig(text, { schema: recordSchema });
  const warnings = withoutGuesses(found, text, file);
  const compared = against === undefined || config === undefined ? undefined : compare(against, config);
  return { file, valid: errors.length === 0, errors, warnings, ...(compared && { against: compared }) };
}

/** Without a schema: the former document may read fields that today's has no more. */
function compare(former: string, config: RuleConfig): RulesComparison {
  const inForce = compileRuleConfig(loadRuleConfig(readText(former), undefined, former));
  return compareRules(inForce, compileRuleConfig(config));
}

function resultText({ file, errors, warnings, against }: LintedFile, options: LintCommandOptions): string {
  return [
    ...eachOnce([...errors, ...warnings].map((finding) => findingText(finding, file))).map((line) => `${line}\n`),
    `${file}: ${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}\n`,
    against === undefined ? '' : againstText(options.against!, against),
  ].join('');
}
