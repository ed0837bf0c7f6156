import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { DataDirectoryError, storeDirectory } from '../../service/data-directory.ts';
import { dataDirectoryOf, type LocalChoice } from '../client/local-service.ts';
import { addLocalChoice } from './connection-options.ts';

export function backupCommand(): Command {
  return addLocalChoice(
    new Command('backup')
      .description('Copy the data of this machine into a new directory, also while the service runs.')
      .argument('<directory>', 'new directory; "start --data-dir" takes it as it is'),
    'copy the data',
  ).action(backUp);
}

async function backUp(target: string, choice: LocalChoice): Promise<void> {
  const dataDir = dataDirectoryOf(choice);
  if (!existsSync(storeDirectory(dataDir))) {
    throw new DataDirectoryError(`There is no data in ${dataDir}.`, {
      hint: 'Name what the service was started on with --data-dir or --instance.',
    });
  }
  if (existsSync(target)) {
    throw new DataDirectoryError(`${target} exists already.`, {
      hint: 'Name a new directory; a backup never overwrites anything.',
    });
  }
  // Loaded here because no command that connects to a service needs the engine.
  const { backUpStore } = await import('../../../src/store/embedded/database-file.ts');
  await mkdir(target, { recursive: true, mode: 0o700 });
  process.stderr.write(`Copying ${dataDir} …\n`);
  try {
    backUpStore(storeDirectory(dataDir), storeDirectory(target));
  } catch (error) {
    await rm(target, { recursive: true });
    throw error;
  }
  process.stdout.write(`The backup is complete: ${resolve(target)}\n`);
}
