import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutation } from './mutations.ts';
import { changeSyntax } from './syntax-pattern.ts';

const FOLDERS = ['src/entities', 'src/events'];

/** The sources that the histories try, by their path below the root of the repository. */
export function resolutionSources(root: string): Map<string, string> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return new Map(
    files.filter((file) => file.endsWith('.ts')).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}

/**
 * The sources that a mutation changes, with their new text.
 *
 * @throws Error that names the mutation when the sources have not exactly one place for each of its changes
 */
export function mutate(sources: ReadonlyMap<string, string>, mutation: Mutation): Map<string, string> {
  const changed = new Map<string, string>();
  for (const change of mutation.also === undefined ? [mutation] : [mutation, mutation.also]) {
    try {
      const { file, text } = changeSyntax(new Map([...sources, ...changed]), change);
      changed.set(file, text);
    } catch (cause) {
      throw new Error(`"${mutation.safeguard}" does not apply: ${(cause as Error).message}`, { cause });
    }
  }
  return changed;
}
