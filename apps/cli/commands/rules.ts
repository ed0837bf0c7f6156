import { Command } from 'commander';
import { rulesApplyCommand } from './rules-apply.ts';
import { rulesDiffCommand } from './rules-diff.ts';
import { rulesExamplesCommand } from './rules-examples.ts';
import { rulesKeysCommand } from './rules-keys.ts';
import { rulesLintCommand } from './rules-lint.ts';
import { rulesPauseCommand, rulesResumeCommand } from './rules-pace.ts';
import { rulesPreviewCommand } from './rules-preview.ts';
import { rulesRollbackCommand } from './rules-rollback.ts';
import { rulesSimulateCommand } from './rules-simulate.ts';
import { rulesStatisticsCommand } from './rules-statistics.ts';
import { rulesStatusCommand } from './rules-status.ts';
import { rulesTestCommand } from './rules-test.ts';

export function rulesCommand(): Command {
  return new Command('rules')
    .description('Check, try and test a rule-config, see what a change of it does, and change the rules of a service.')
    .addCommand(rulesLintCommand())
    .addCommand(rulesSimulateCommand())
    .addCommand(rulesTestCommand())
    .addCommand(rulesKeysCommand())
    .addCommand(rulesDiffCommand())
    .addCommand(rulesPreviewCommand())
    .addCommand(rulesStatusCommand())
    .addCommand(rulesExamplesCommand())
    .addCommand(rulesApplyCommand())
    .addCommand(rulesPauseCommand())
    .addCommand(rulesResumeCommand())
    .addCommand(rulesRollbackCommand())
    .addCommand(rulesStatisticsCommand());
}
