import { Command } from 'commander';
import type { ConnectionOptions } from '../client/connection.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';

export function tokenCommand(): Command {
  return addConnectionOptions(
    new Command('token').description('Print an access token: the cached one while it is valid, else a new one.'),
  ).action(async (options: ConnectionOptions) => {
    const { tokens } = await openSession(options);
    process.stdout.write(`${await tokens.token()}\n`);
  });
}
