/**
 * Writes every generated page and table of the documentation; with --check it only compares, names everything that is
 * not current, and ends with 1.
 *
 *   npm run docs
 *   npm run docs -- --check
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A new generator is one line. */
const generators: readonly { readonly name: string; readonly script: string }[] = [
  { name: 'the JSON Schema of the rule-config', script: 'rule-config-schema.ts' },
  { name: 'the JSON Schema of columns.json', script: 'columns-schema.ts' },
  { name: 'the reference of the rule-config', script: 'rule-config-reference.ts' },
  { name: 'the pages of the GraphQL API', script: 'graphql-docs.ts' },
  { name: 'the queries of the command line and the console', script: 'queries.ts' },
  { name: 'the meanings of the errors of the API', script: 'error-page.ts' },
  { name: "the tables of the module's inputs and outputs", script: 'docs-tables.ts' },
  { name: 'the tables of what a deployment costs', script: 'costs.ts' },
  { name: 'the diagram of the rooms', script: 'room-diagram.ts' },
  { name: 'the tables of the stored items', script: 'stored-items.ts' },
  { name: 'the list of the decisions', script: 'decisions-index.ts' },
];

const options = process.argv.includes('--check') ? ['--check'] : [];
for (const { name, script } of generators) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...options], { stdio: 'inherit' });
  if (status === 0) continue;
  console.error(`${options.length > 0 ? 'Not current' : 'Cannot be written'}: ${name}`);
  process.exitCode = 1;
}
