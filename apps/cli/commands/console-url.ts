import { Command } from 'commander';
import { connectionText } from '../client/connection.ts';
import { findLocalService, type LocalChoice } from '../client/local-service.ts';
import { addLocalChoice } from './data-dir-option.ts';

export function consoleUrlCommand(): Command {
  return addLocalChoice(
    new Command('console-url').description(
      'Print the address that opens the console of the local service. It contains a secret.',
    ),
    'the service',
  ).action(async (choice: LocalChoice) => {
    const { service, others } = await findLocalService(choice, false);
    process.stderr.write(`${connectionText({ ...service, others })}\n`);
    process.stdout.write(`${service.consoleUrl}\n`);
  });
}
