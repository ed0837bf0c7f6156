import { existsSync } from 'node:fs';
import { EntityDataError } from '../../../src/errors.ts';
import { type Finding, failed, ok } from './finding.ts';

/** Checks the files of a local store, whether or not a service has them open; nothing when there is no store. */
export async function checkStorage(directory: string): Promise<readonly Finding[]> {
  if (!existsSync(directory)) return [];
  const { inspectDatabase } = await import('../../../src/store/embedded/database-file.ts');
  try {
    const { database } = inspectDatabase(directory);
    const problem = database.pragma('quick_check(1)', { simple: true });
    database.close();
    if (problem === 'ok') return [ok('storage', `the database in ${directory} is intact`)];
    return [failed('storage', `The database in ${directory} is damaged: ${problem}`, 'Restore a backup.')];
  } catch (error) {
    if (!(error instanceof EntityDataError)) throw error;
    return [failed('storage', error.message, error.hint ?? '')];
  }
}
