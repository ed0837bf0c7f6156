/**
 * Writes what is generated in docs/graphql/: the schema, the table of limits, and the answers of the
 * examples; with --check it only compares, and ends with 1 when something is not current.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepCurrent } from './generated-file.ts';
import { graphqlPages } from './graphql-pages.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'graphql');
const pages = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
for (const [name, text] of await graphqlPages(pages)) {
  keepCurrent(join(folder, name), text, `docs/graphql/${name} is not current: run npm run docs`);
}
