import { existsSync } from 'node:fs';
import { EntityDataError } from '../../../src/errors.ts';
import { type Finding, failed, ok } from './finding.ts';

/** Checks the files of a local store, whether or not a service has them open; nothing when there is no store. */
export async function checkStorage(directory: string): Promise<readonly Finding[]> {
  if (!existsSync(directory)) return [];
  const { examineStore } = await import('../../../src/store/embedded/database-file.ts');
  try {
    examineStore(directory);
    return [ok('storage', `the database in ${directory} is intact`)];
  } catch (error) {
    if (!(error instanceof EntityDataError)) throw error;
    return [failed('storage', error.message, error.hint ?? '')];
  }
}
