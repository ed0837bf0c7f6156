/**
 * Writes the generated pages of docs/rule-config/ from the types of the service; with --check it only compares, and ends
 * with 1 when a page is not what would be written.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referencePages } from './reference/pages.ts';

const check = process.argv.includes('--check');
for (const [name, text] of referencePages()) {
  const file = join(import.meta.dirname, '..', 'docs', 'rule-config', name);
  if (!check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`docs/rule-config/${name} is not current: run npm run docs`);
    process.exitCode = 1;
  }
}
