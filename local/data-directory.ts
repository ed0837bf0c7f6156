import { join } from 'node:path';
import { EntityDataError } from '../functions/core/errors.ts';
import { makeDirectory } from '../functions/core/store/embedded/make-directory.ts';
import { IdentityFileError, readPrivateJson, writePrivateJson } from './identity/private-file.ts';

/** Where the local service keeps its data unless told otherwise, relative to the working directory. */
export const defaultDataDirectory = '.entity-data';

/** The data directory cannot be made or used. */
export class DataDirectoryError extends EntityDataError {
  readonly code = 'DATA_DIRECTORY_UNUSABLE';
}

/** The data in this directory was indexed by other rules. */
export class RulesChangedError extends EntityDataError {
  readonly code = 'RULES_CHANGED';
}

/**
 * Makes the data directory, which only this user can enter, where it is missing.
 *
 * @throws DataDirectoryError
 */
export function prepareDataDirectory(dataDirectory: string): void {
  try {
    makeDirectory(dataDirectory);
  } catch (cause) {
    throw new DataDirectoryError(`The data directory ${dataDirectory} cannot be made: ${(cause as Error).message}`, {
      hint: 'Name a directory that this user may write to with --data-dir.',
      cause,
    });
  }
}

/** The directory of the embedded store within a data directory. */
export function storeDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'store');
}

/** The directory of signing key and made-up credentials within a data directory. */
export function identityDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'identity');
}

/**
 * Binds a data directory to the rules that its data is indexed by, on the first start; later starts must come with
 * rules of the same fingerprint, since other rules would look for keys that stored records do not have.
 *
 * @throws RulesChangedError, DataDirectoryError when it is not known which rules these are.
 */
export async function bindRules(dataDirectory: string, fingerprint: string, ruleConfigFile: string): Promise<void> {
  const path = join(dataDirectory, 'rules.json');
  const kept = (await readPrivateJson(path).catch((cause: unknown) => {
    if (!(cause instanceof IdentityFileError)) throw cause;
    throw new DataDirectoryError(cause.message, {
      hint: 'Take it away if the rule-config is the one that the data was loaded with: it is then written anew.',
      cause,
    });
  })) as { fingerprint?: unknown } | undefined;
  if (kept === undefined) {
    await writePrivateJson(path, { fingerprint });
  } else if (kept.fingerprint !== fingerprint) {
    throw new RulesChangedError(
      `The data in ${dataDirectory} was indexed by other rules than those of ${ruleConfigFile}.`,
      {
        hint:
          'Start with the former rule-config, or name another directory with --data-dir and load the records there, ' +
          `or delete ${dataDirectory} and load them anew.`,
      },
    );
  }
}
