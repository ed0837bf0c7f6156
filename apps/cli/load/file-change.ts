import { stat } from 'node:fs/promises';
import { FileChangedError } from '../files/errors.ts';
import type { LoadState, LoadSubject } from './load-state.ts';

/** @throws FileChangedError if the file is no longer the one that the load began with */
export async function refuseChanged(
  file: string,
  { size, modified }: Pick<LoadSubject, 'size' | 'modified'>,
  { loaded }: LoadState,
): Promise<void> {
  // A file that is gone was open until the end.
  const now = await stat(file).catch(() => undefined);
  if (now === undefined || (now.size === size && now.mtimeMs === modified)) return;
  const records = loaded === 1 ? '1 record of it is' : `${loaded.toLocaleString('en')} records of it are`;
  throw new FileChangedError(`${file} changed while it was loaded; ${records} stored.`, {
    hint: 'Load it again when it is complete: records that are stored already stay as they are.',
  });
}
