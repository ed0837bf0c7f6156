import { Command } from 'commander';
import { findLocalService } from '../client/connection.ts';
import { dataDirOption } from './data-dir-option.ts';

export function consoleUrlCommand(): Command {
  return new Command('console-url')
    .description('Print the address that opens the console of the local service. It contains a secret.')
    .addOption(dataDirOption('of the service'))
    .action(async ({ dataDir }: { readonly dataDir: string }) => {
      process.stdout.write(`${(await findLocalService(dataDir)).consoleUrl}\n`);
    });
}
