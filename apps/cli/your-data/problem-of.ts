import { EntityDataError } from '../../../src/errors.ts';
import type { YourDataProblem } from '../../console/app/your-data/state.ts';

/** What the reader is told of an error: the name that the file has for the reader takes the place of its path. */
export function problemOf(
  error: unknown,
  { file, name }: { readonly file: string; readonly name: string },
): YourDataProblem {
  const named = (text: string) => text.replaceAll(file, name);
  if (error instanceof EntityDataError) {
    const { code, message, hint } = error;
    return { code, message: named(message), ...(hint !== undefined && { hint: named(hint) }) };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '')) return diskFull;
  return { message: named(message) };
}

const diskFull: YourDataProblem = {
  code: 'YOUR_DATA_STORAGE_UNUSABLE',
  message: 'The disk with the data directory is full.',
  hint: 'Free space on the disk, then try again.',
};
