import { existsSync } from 'node:fs';
import { EntityDataError } from '../../../src/errors.ts';

/** `ok` and `failed` speak for themselves; `warning` may be meant so, `skipped` could not be looked at. */
type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** What one check found. */
export interface Finding {
  /** Stable name of the check, explained in docs/operations.md. */
  readonly check: string;
  readonly status: FindingStatus;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Numbers and names that programs may want. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export const ok = (check: string, message: string, details?: Finding['details']): Finding =>
  details === undefined ? { check, status: 'ok', message } : { check, status: 'ok', message, details };

export const failed = (check: string, message: string, hint: string): Finding => ({
  check,
  status: 'failed',
  message,
  hint,
});

export const warning = (check: string, message: string, hint: string): Finding => ({
  check,
  status: 'warning',
  message,
  hint,
});

export const skipped = (check: string, message: string): Finding => ({ check, status: 'skipped', message });

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
