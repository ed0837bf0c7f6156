import type { RecordPayload } from '../../../src/rules/types.ts';
import { openSource, type SourceOptions } from '../load/source-file.ts';
import { fileStart } from '../load/source-record.ts';
import { RulesFileError } from '../rules/errors.ts';

/**
 * The records of a file, one after the other.
 *
 * @throws RulesFileError for a record that cannot be read
 */
export async function* recordsOfFile(
  path: string,
  options: SourceOptions,
): AsyncGenerator<RecordPayload, void, undefined> {
  const file = await openSource(path, options);
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
