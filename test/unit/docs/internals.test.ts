import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { rowsOf, storedItems } from '../../../scripts/stored-items.ts';
import { root, textOf } from './pages.ts';

const pages = globSync('docs/internals/*.md', { cwd: root });

describe('docs/internals', () => {
  it.each(pages)('names files and folders that are there: %s', (page) => {
    const named = [...textOf(page).matchAll(/`((?:src|functions|apps|test)\/[\w./-]+)`/g)].map(([, file]) => file!);

    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('has every module of the stored items', () => {
    const text = textOf('docs/internals/the-table.md');
    const modules = globSync('src/entities/items/*.ts', { cwd: root }).map((file) => file.split('/').at(-1)!);

    expect(modules.length).toBeGreaterThan(10);
    expect(modules.filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe('the tables of the stored items', () => {
  it('come from the comments of the codecs', () => {
    const source =
      '/**\n * A box.\n *\n * | item | pk   | sk  | attributes |\n * |------|------|-----|------------|\n * | box  | `B#` | `#` | `n` name |\n */\n';

    expect(rowsOf(source)).toEqual(['| box | `B#` | `#` | `n` name |']);
  });

  it('do not give one key to two items', () => {
    const keys = storedItems().flatMap(({ file, rows }) =>
      rows.map((row) => ({ file, key: row.split('|').slice(2, 4).join() })),
    );
    const twice = Map.groupBy(keys, ({ key }) => key);

    expect(keys.length).toBeGreaterThan(30);
    // A reservation is in the item of its record.
    expect(
      [...twice].filter(([, of]) => of.length > 1).map(([, of]) => of.map(({ file }) => file.split('/').at(-1))),
    ).toEqual([['record.ts', 'record.ts']]);
  });
});
