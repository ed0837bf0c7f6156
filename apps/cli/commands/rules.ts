import { Command } from 'commander';
import { rulesKeysCommand } from './rules-keys.ts';
import { rulesLintCommand } from './rules-lint.ts';
import { rulesSimulateCommand } from './rules-simulate.ts';
import { rulesTestCommand } from './rules-test.ts';

export function rulesCommand(): Command {
  return new Command('rules')
    .description('Check, try and test a rule-config, without any service.')
    .addCommand(rulesLintCommand())
    .addCommand(rulesSimulateCommand())
    .addCommand(rulesTestCommand())
    .addCommand(rulesKeysCommand());
}
