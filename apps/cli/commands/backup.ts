import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { DataDirectoryError, storeDirectory } from '../../service/data-directory.ts';
import { dataDirOption } from './data-dir-option.ts';

interface BackupOptions {
  readonly dataDir: string;
}

export function backupCommand(): Command {
  return new Command('backup')
    .description('Copy the data of this machine into a new directory, also while the service runs.')
    .argument('<directory>', 'new directory; "start --data-dir" takes it as it is')
    .addOption(dataDirOption('what to copy'))
    .action(backUp);
}

async function backUp(target: string, { dataDir }: BackupOptions): Promise<void> {
  if (!existsSync(storeDirectory(dataDir))) {
    throw new DataDirectoryError(`There is no data in ${dataDir}.`, {
      hint: 'Name the directory that the service was started on with --data-dir.',
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
