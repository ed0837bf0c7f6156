import { Command } from 'commander';
import { rulesDiffCommand } from './rules-diff.ts';
import { rulesKeysCommand } from './rules-keys.ts';
import { rulesLintCommand } from './rules-lint.ts';
import { rulesPreviewCommand } from './rules-preview.ts';
import { rulesSimulateCommand } from './rules-simulate.ts';
import { rulesTestCommand } from './rules-test.ts';

export function rulesCommand(): Command {
  return new Command('rules')
    .description('Check, try and test a rule-config, and see what a change of it does, without any service.')
    .addCommand(rulesLintCommand())
    .addCommand(rulesSimulateCommand())
    .addCommand(rulesTestCommand())
    .addCommand(rulesKeysCommand())
    .addCommand(rulesDiffCommand())
    .addCommand(rulesPreviewCommand());
}
