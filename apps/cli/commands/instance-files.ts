import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EntityDataError } from '../../../src/errors.ts';

/** The directory is no instance. */
class InstanceDirectoryError extends EntityDataError {
  readonly code = 'INSTANCE_UNUSABLE';
}

/** Paths within the directory of an instance, as `design` writes it. */
export interface InstanceFiles {
  readonly ruleConfig: string;
  readonly schema: string;
  /** May be missing. */
  readonly clients: string;
  /** The data directory; made when the service starts. */
  readonly data: string;
}

/**
 * The files of an instance.
 *
 * @throws InstanceDirectoryError when the rule-config or the schema is missing
 */
export function instanceFiles(directory: string): InstanceFiles {
  const files = {
    ruleConfig: join(directory, 'rule-config.json'),
    schema: join(directory, 'schema.graphqls'),
    clients: join(directory, 'clients.json'),
    data: join(directory, 'data'),
  };
  const hint = `Design an instance for a file of records: npx entity-data design FILE --out ${directory}`;
  if (!existsSync(directory)) throw new InstanceDirectoryError(`There is no directory ${directory}.`, { hint });
  for (const file of [files.ruleConfig, files.schema]) {
    if (!existsSync(file))
      throw new InstanceDirectoryError(`${directory} is no instance: it has no ${file}.`, { hint });
  }
  return files;
}
