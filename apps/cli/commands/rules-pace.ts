import { Command } from 'commander';
import { setRuleChangePace } from '../client/rule-change.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { wholeNumber } from './numbers.ts';
import { type JsonOption, printRuleChange } from './rules-status.ts';

interface ResumeOptions extends JsonOption {
  readonly writeUnits?: number;
}

export function rulesPauseCommand(): Command {
  return addConnectionOptions(
    new Command('pause')
      .description('Stop a change of the rules after the records under way. Requests are answered as before.')
      .option('--json', 'print JSON', false),
  ).action(async ({ json, ...options }: JsonOption) => {
    const client = (await openSession(options, { isWriting: true })).client();
    printRuleChange(await setRuleChangePace(client, { paused: true }), json);
  });
}

export function rulesResumeCommand(): Command {
  return addConnectionOptions(
    new Command('resume')
      .description('Let a paused change of the rules go on, or set its pace.')
      .option('--write-units <number>', 'write units a second that the change may use', wholeNumber(1, 1_000_000))
      .option('--json', 'print JSON', false),
  ).action(async ({ json, writeUnits: writeUnitsPerSecond, ...options }: ResumeOptions) => {
    const client = (await openSession(options, { isWriting: true })).client();
    printRuleChange(await setRuleChangePace(client, { paused: false, writeUnitsPerSecond }), json);
  });
}
