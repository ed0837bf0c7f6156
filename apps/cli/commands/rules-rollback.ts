import { Command } from 'commander';
import { readRuleChange, rollBackRuleChange } from '../client/rule-change.ts';
import { RuleChangeError } from '../rules/errors.ts';
import { ruleChangeText } from '../rules/rule-change.ts';
import { confirm } from '../terminal/confirm.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import type { ApplyOptions } from './rules-apply.ts';
import { printRuleChange } from './rules-status.ts';

export function rulesRollbackCommand(): Command {
  return addConnectionOptions(
    new Command('rollback')
      .description('Take a change of the rules back: the one under way or, when it is done, the last one.')
      .option('--yes', 'ask no question', false)
      .option('--json', 'print JSON; needs --yes', false),
  ).action(async ({ yes, json, ...options }: ApplyOptions) => {
    const client = (await openSession(options, { isWriting: true })).client();
    const change = await readRuleChange(client);
    if (change.from === null || change.to === null) {
      throw new RuleChangeError('there is no change of the rules to take back', {
        hint: 'See `entity-data rules status`.',
      });
    }
    if (!json) process.stdout.write(ruleChangeText(change));
    await confirm(`Take the change back, to the rule-config ${change.from}?`, yes);
    printRuleChange(await rollBackRuleChange(client, change.to), json);
  });
}
