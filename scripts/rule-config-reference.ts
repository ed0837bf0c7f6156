/**
 * Writes the generated pages of docs/rule-config/ from the types of the service; with --check it only compares, and ends
 * with 1 when a page is not what would be written.
 */
import { join } from 'node:path';
import { keepCurrent } from './generated-file.ts';
import { referencePages } from './reference/pages.ts';

for (const [name, text] of referencePages()) {
  const file = join(import.meta.dirname, '..', 'docs', 'rule-config', name);
  keepCurrent(file, text, `docs/rule-config/${name} is not current: run npm run docs`);
}
