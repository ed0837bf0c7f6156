import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { RulesFileError } from '../rules/errors.ts';
import { readRules } from '../rules/read-rules.ts';
import { type CaseResult, checkCase, junitXml, readRuleCases } from '../rules/rule-case.ts';
import { addRulesOptions, type RulesOptions, ruleConfigFor } from './rules-options.ts';

interface TestOptions extends RulesOptions {
  readonly junit?: string;
}

export function rulesTestCommand(): Command {
  return addRulesOptions(
    new Command('test').description('Run files of cases: two records and what the rules should say of them.'),
  )
    .argument('<files...>', 'JSON files with a case, or a list of cases')
    .option('--junit <file>', 'write the results as JUnit XML')
    .action((files: readonly string[], { junit, ...named }: TestOptions) => {
      const rules = readRules(ruleConfigFor(files, named), named.schema);
      const results = files.flatMap((file) =>
        readRuleCases(file).map((ruleCase): CaseResult => {
          if (ruleCase.expectation === undefined || Object.keys(ruleCase.expectation).length === 0) {
            throw new RulesFileError(`${file}: ${ruleCase.name} expects nothing, so it cannot fail`, {
              hint: 'Give the case an "expectation", for example {"together": true}.',
            });
          }
          const start = performance.now();
          const differences = checkCase(rules, ruleCase);
          return { file, name: ruleCase.name, differences, seconds: (performance.now() - start) / 1000 };
        }),
      );
      for (const { file, name, differences } of results) {
        process.stdout.write(`${differences.length === 0 ? 'ok  ' : 'FAIL'} ${file}: ${name}\n`);
        for (const difference of differences) process.stdout.write(`${difference.replace(/^/gm, '     ')}\n`);
      }
      const failed = results.filter(({ differences }) => differences.length > 0).length;
      process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
      if (junit !== undefined) writeFileSync(junit, junitXml(results));
      if (failed > 0) process.exitCode = 1;
    });
}
