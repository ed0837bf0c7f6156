/**
 * Writes the meaning of each code into docs/errors/api.md, from the classes of the errors. Messages and causes of a code
 * are written there by hand. With --check it only compares.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../src/graphql/error-codes.ts';
import { keepCurrent } from './generated-file.ts';

const path = 'docs/errors/api.md';
const meanings = new Map(errorCodes.map(({ code, meaning }) => [code, meaning]));

/** The page with the meanings of the codes that head its sections. Other sections stay as they are. */
export const withMeanings = (page: string): string =>
  page
    .split(/^(?=## )/m)
    .map(withMeaning)
    .join('');

function withMeaning(section: string): string {
  const [, code = '', messages = '', causes = ''] =
    /^## (.+)\n\n((?:Message: .+\n\n)*)[\s\S]*?\n\n(1\. [\s\S]*)$/.exec(section) ?? [];
  const meaning = meanings.get(code);
  return meaning === undefined ? section : `## ${code}\n\n${messages}${meaning}\n\n${causes}`;
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '..', path);
  const page = readFileSync(file, 'utf8');
  const problem = `${path} does not say what the classes of errors say. Run npm run docs and commit it.`;
  if (keepCurrent(file, withMeanings(page), problem)) console.log(`${path} written`);
}
