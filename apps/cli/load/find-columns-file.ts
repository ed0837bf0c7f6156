import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ColumnsFile, columnsFileName, readColumnsFile } from './columns-file.ts';

/** The options that say which file maps the columns. */
export interface ColumnsFileOptions {
  /** False asks for none. */
  readonly columnsFile?: string | false;
}

/**
 * The mapping of columns: the file that was named, else that of the instance which the local service runs.
 *
 * @param instanceDirectory of the running service
 * @throws ColumnsFileError
 */
export async function findColumnsFile(
  { columnsFile }: ColumnsFileOptions,
  instanceDirectory: string | undefined,
): Promise<ColumnsFile | undefined> {
  if (columnsFile === false) return undefined;
  if (columnsFile !== undefined) return readColumnsFile(columnsFile);
  if (instanceDirectory === undefined) return undefined;
  const path = join(instanceDirectory, columnsFileName);
  return existsSync(path) ? readColumnsFile(relative('', path) || path) : undefined;
}
