import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import type { Finding } from '../../src/rules/document/types.ts';
import { parsedObject } from '../../src/text/json.ts';

/** The name of the file in the directory of an instance that says how it was designed. */
export const instanceDesignName = 'design.json';

/** Findings by which the linter, which knows names only, guesses what records would show. */
const guesses: ReadonlySet<string> = new Set(['HUB_KEY']);

/**
 * Warnings of a rule-config in a file, without guesses where `design` wrote exactly these rules: it has counted the keys
 * of the records.
 */
export function withoutGuesses(warnings: readonly Finding[], text: string, ruleConfigFile: string): readonly Finding[] {
  const hasGuesses = warnings.some(({ code }) => guesses.has(code));
  if (!hasGuesses || designedRules(dirname(ruleConfigFile)) !== documentName(text)) return warnings;
  return warnings.filter(({ code }) => !guesses.has(code));
}

/** The name of the rules that a design in this directory wrote; undefined where none did. */
function designedRules(directory: string): unknown {
  try {
    return parsedObject(readFileSync(join(directory, instanceDesignName), 'utf8'))?.['rules'];
  } catch {
    return undefined;
  }
}
