import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { EntityDataError } from '../../../src/errors.ts';
import { ifThere } from '../../../src/if-there.ts';
import { parsedJson } from '../../../src/text/parsed-json.ts';

/** There is a state, but it belongs to another load. */
export class LoadStateError extends EntityDataError {
  readonly code = 'LOAD_STATE_UNUSABLE';
}

/** What a refused state can be replaced by. */
export const stateHint = (path: string): string =>
  `Load without --resume (records that are stored already stay as they are), or remove ${path}.`;

export async function writeStateFile(path: string, content: object): Promise<void> {
  // Write a new file and rename it, so that a crash leaves either the last state or this one.
  const fresh = `${path}.new`;
  await writeFile(fresh, `${JSON.stringify(content)}\n`);
  await rename(fresh, path);
}

/** Returns the content of a state file, `null` if it is not JSON, or undefined if there is no file. */
export async function readStateFile(path: string): Promise<unknown> {
  const text = await ifThere(readFile(path, 'utf8'));
  return text === undefined ? undefined : (parsedJson(text) ?? null);
}

export async function removeStateFile(path: string): Promise<void> {
  await rm(path, { force: true });
}
