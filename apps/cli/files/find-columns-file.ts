import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ColumnsFile, columnsFileName, readColumnsFile } from './columns-file.ts';

/** The options that say which file maps the columns. */
export interface ColumnsFileOptions {
  /** False asks for none. */
  readonly columnsFile?: string | false;
}

/**
 * The mapping of columns: the file that was named, else that of the first directory that has one.
 *
 * @param directories of instances: of the running service, or of rules; undefined ones are skipped
 * @throws ColumnsFileError
 */
export async function findColumnsFile(
  { columnsFile }: ColumnsFileOptions,
  ...directories: readonly (string | undefined)[]
): Promise<ColumnsFile | undefined> {
  if (columnsFile === false) return undefined;
  if (columnsFile !== undefined) return readColumnsFile(columnsFile);
  for (const directory of directories) {
    if (directory === undefined) continue;
    const path = join(directory, columnsFileName);
    if (existsSync(path)) return readColumnsFile(relative('', path) || path);
  }
  return undefined;
}
