import { join } from 'node:path';
import { formatted, keepCurrent } from './generated-file.ts';

/**
 * Writes a JSON Schema that is made from code; with `--check` it only compares, and sets the exit code 1 when the file is
 * not what would be written.
 *
 * @param path of the file, from the root of the repository
 * @param script to run when it is not current
 */
export function writeJsonSchema(path: string, schema: object, script: string): void {
  const text = formatted(path, JSON.stringify(schema));
  const file = join(import.meta.dirname, '..', path);
  const isWritten = keepCurrent(file, text, `${path} is not current: run node scripts/${script}`);
  if (isWritten) console.log(`${path} written`);
}
