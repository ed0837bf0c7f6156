import type { RecordPayload } from '../../../src/rules/types.ts';
import { openSource, type SourceOptions } from '../files/source-file.ts';
import { fileStart } from '../files/source-record.ts';
import { RulesFileError } from '../rules/errors.ts';

/**
 * The records of a file, one after the other.
 *
 * @throws RulesFileError for a file that is not there, and for a record that cannot be read
 */
export async function* recordsOfFile(
  path: string,
  options: SourceOptions,
): AsyncGenerator<RecordPayload, void, undefined> {
  const file = await openSource(path, options).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new RulesFileError(`There is no file ${path}.`, { hint: 'Name a file of records.', cause });
  });
  try {
    for await (const source of file.read(fileStart)) {
      if ('problem' in source) {
        throw new RulesFileError(`${path}:${source.line}: ${source.problem}`, { hint: 'Correct the record.' });
      }
      yield source.record;
    }
  } finally {
    await file.close();
  }
}
