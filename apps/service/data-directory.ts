import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EntityDataError } from '../../src/errors.ts';
import { makeDirectory } from '../../src/make-directory.ts';
import type { CompiledParts } from '../../src/rules/compile/compiled-rules.ts';
import { digest } from '../../src/text/digest.ts';
import { IdentityFileError, readPrivateJson } from './identity/private-file.ts';

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
 * Sees to data of a release that kept the fingerprint of its rules in a file and not the rules in the store: they can only
 * go on with the rules that they were indexed by.
 *
 * @throws RulesChangedError, DataDirectoryError when it is not known which rules these are.
 */
export async function refuseOtherRules(
  dataDirectory: string,
  { pipeline, plans }: CompiledParts,
  ruleConfigFile: string,
): Promise<void> {
  const kept = (await readPrivateJson(formerRules(dataDirectory)).catch((cause: unknown) => {
    if (!(cause instanceof IdentityFileError)) throw cause;
    throw new DataDirectoryError(cause.message, {
      hint: 'Take it away if the rule-config is the one that the data was loaded with.',
      cause,
    });
  })) as { fingerprint?: unknown } | undefined;
  if (kept === undefined) return;
  const fingerprint = digest(
    plans
      .map(({ signature, exact, carried }) => [
        signature,
        exact,
        carried.map((position) => pipeline.outputs[position]!.meaning),
      ])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );
  if (kept.fingerprint === fingerprint) return;
  throw new RulesChangedError(
    `The data in ${dataDirectory} was indexed by other rules than those of ${ruleConfigFile}.`,
    {
      hint:
        'Start once with the former rule-config: from then on the data keep it by themselves. Or name another directory ' +
        `with --data-dir and load the records there, or delete ${dataDirectory} and load them anew.`,
    },
  );
}

/** Takes the file away when the store knows its rules. */
export const forgetFormerRules = (dataDirectory: string): Promise<void> =>
  rm(formerRules(dataDirectory), { force: true });

const formerRules = (dataDirectory: string): string => join(dataDirectory, 'rules.json');
