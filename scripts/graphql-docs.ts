/**
 * Writes what is generated in docs/graphql/: the schema, the tables of error codes and limits, and the answers of the
 * examples; with --check it only compares, and ends with 1 when something is not current.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { graphqlPages } from './graphql-pages.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'graphql');
const pages = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const check = process.argv.includes('--check');
for (const [name, text] of await graphqlPages(pages)) {
  const file = join(folder, name);
  if (!check) writeFileSync(file, text);
  else if ((pages.get(name) ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)) !== text) {
    console.error(`docs/graphql/${name} is not current: run npm run docs`);
    process.exitCode = 1;
  }
}
