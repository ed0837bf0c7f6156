/**
 * Writes the tables of the stored items into docs/internals/the-table.md, from the comments of their codecs.
 *
 *   node scripts/stored-items.ts
 *   node scripts/stored-items.ts --check
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fill } from './docs-tables.ts';
import { keepCurrent } from './generated-file.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs', 'internals', 'the-table.md');
const codecs = ['src/entities/items/*.ts', 'src/events/*.ts', 'src/loads/*.ts'];

/** Modules whose comment has a table of items, with the rows of the table. */
export function storedItems(): { readonly file: string; readonly rows: readonly string[] }[] {
  return globSync(codecs, { cwd: root })
    .sort()
    .map((file) => ({ file, rows: rowsOf(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ rows }) => rows.length > 0);
}

/** The rows of the tables with these columns: `| item | pk | sk | attributes |`. */
export const rowsOf = (source: string): string[] =>
  [
    ...source.matchAll(/^ \* \| *item *\| *pk *\| *sk *\| *attributes *\|\n \* \|[-|]+\|\n((?: \* \|.+\|\n)+)/gm),
  ].flatMap(([, rows]) => rows!.trimEnd().split('\n').map(withoutPadding));

const withoutPadding = (row: string): string =>
  row
    .slice(' * '.length)
    .replace(/ +(?=\|)/g, ' ')
    .replace(/\| +/g, '| ');

/** One table for each folder of codecs. */
function tables(items: ReturnType<typeof storedItems>): string {
  const folders = Map.groupBy(items, ({ file }) => dirname(file));
  return [...folders]
    .map(([folder, codecs]) => {
      const rows = codecs.flatMap(({ file, rows }) => rows.map((row) => `| \`${basename(file)}\` ${row}`));
      return [
        `In \`${folder}\`:`,
        '',
        '| codec | item | pk | sk | attributes |',
        '|---|---|---|---|---|',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

if (import.meta.main) {
  keepCurrent(
    page,
    fill(readFileSync(page, 'utf8'), 'items', `\n${tables(storedItems())}\n`),
    'docs/internals/the-table.md does not show the stored items. Run npm run docs and commit it.',
  );
}
