import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { DetailedRuleChange as RuleChange } from '../../../src/graphql/queries/rule-change.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { readRuleChange } from '../client/rule-change.ts';
import { nextStepsText, ruleChangeText, watchRuleChange } from '../rules/rule-change.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';

export interface JsonOption extends ConnectionOptions {
  readonly json: boolean;
}

interface StatusOptions extends JsonOption {
  readonly watch: boolean;
}

/** Milliseconds between two reads of a change that is watched. */
export const WATCH_INTERVAL = 2_000;

export function rulesStatusCommand(): Command {
  return addConnectionOptions(
    new Command('status')
      .description('Say which rules of a service or deployment are in force, and how far a change of them is.')
      .option('--watch', 'follow the change until it is done, or waits for you', false)
      .option('--json', 'print JSON', false),
  )
    .addHelpText('after', '\nExit codes: 0 the state was read, 4 the change has failed, 1 the query failed.')
    .action(async ({ watch, json, ...options }: StatusOptions) => {
      const client = (await openSession(options)).client();
      const read = () => readRuleChange(client);
      const change = watch
        ? await watchRuleChange({
            read,
            tell: (line) => void process.stderr.write(`${line}\n`),
            pause: () => setTimeout(WATCH_INTERVAL),
          })
        : await read();
      printRuleChange(change, json);
    });
}

/** Prints a change. A failed one ends the command with 4. */
export function printRuleChange(change: RuleChange, json: boolean): void {
  process.stdout.write(
    json ? `${JSON.stringify(change, null, 2)}\n` : `${ruleChangeText(change)}${nextStepsText(change)}`,
  );
  if (change.state === 'FAILED') process.exitCode = 4;
}
