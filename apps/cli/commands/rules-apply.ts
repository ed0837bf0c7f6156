import { Command } from 'commander';
import { rulesInForceQuery } from '../../../src/graphql/queries/metrics.generated.ts';
import { continueRuleChange, readRuleChange } from '../client/rule-change.ts';
import { readText } from '../rules/read-rules.ts';
import { changeTarget, ruleChangeText } from '../rules/rule-change.ts';
import { confirm } from '../terminal/confirm.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { type JsonOption, printRuleChange } from './rules-status.ts';

export interface ApplyOptions extends JsonOption {
  readonly yes: boolean;
}

export function rulesApplyCommand(): Command {
  return addConnectionOptions(
    new Command('apply')
      .description('Let a held change of the rules go on, after showing what it does.')
      .argument('[next]', 'the rule-config that you examined: no change to another one goes on')
      .option('--yes', 'ask no question', false)
      .option('--json', 'print JSON; needs --yes', false),
  ).action(async (next: string | undefined, { yes, json, ...options }: ApplyOptions) => {
    const text = next === undefined ? undefined : readText(next);
    const client = (await openSession(options, { isWriting: true })).client();
    const change = await readRuleChange(client);
    // A caller who may not read metrics learns of none.
    const { data } = await client.execute(rulesInForceQuery, {});
    const to = changeTarget(change, data?.metrics.rules?.deployed, text);
    if (!json) process.stdout.write(ruleChangeText(change));
    const question =
      change.phase === null
        ? `Begin the change to the rule-config ${to}? It waits again after it has counted what it does.`
        : `Put the rule-config ${to} into force?`;
    await confirm(question, yes);
    printRuleChange(await continueRuleChange(client, to), json);
  });
}
