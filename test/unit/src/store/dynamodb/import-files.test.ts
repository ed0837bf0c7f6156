import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ImportFiles, placeFiles, refuseFilled } from '../../../../../src/store/dynamodb/import-files.ts';
import { ItemTooLargeError, StoreUnavailableError } from '../../../../../src/store/errors.ts';
import { readImportFiles } from '../../../../setup/import-files.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

describe('files for an import', () => {
  const directory = temporaryDirectory('beforeEach');

  it('have every item as it was added, whatever texts and numbers it has', () => {
    const items = [
      { pk: 'R#a"b\\', sk: '#', d: '{"x":"\\u0000\n\t 5 pk:1"}', n: 'é𝄞\u2028' },
      { pk: 'N#0', sk: '#', r: 3, e: -2, s: 0.83, small: 1e-7, large: 1.5e21, list: [1, 'a', null, { deep: true }] },
      { pk: 'E#1', sk: 'R#a' },
    ];
    const files = new ImportFiles({ directory: directory.path(), name: 'all' });

    for (const item of items) files.addItem(item);
    files.addTexts('R#t', [{ sk: '#', text: JSON.stringify({ d: 'x"\n', v: [['a'], []] }) }]);
    files.addTexts('E#t', [{ sk: 'R#a', text: '{}' }]);
    const written = files.close();

    expect(readImportFiles(directory.path())).toEqual([
      ...items,
      { pk: 'R#t', sk: '#', d: 'x"\n', v: [['a'], []] },
      { pk: 'E#t', sk: 'R#a' },
    ]);
    expect(written).toMatchObject({ files: 1, items: 5 });
    expect(written.compressedBytes).toBe(statSync(directory.path('all-0.ion.gz')).size);
  });

  it('are of bounded size, and none of them is empty', () => {
    const files = new ImportFiles({ directory: directory.path(), name: 'all', characters: 10_000 });
    for (let at = 0; at < 1_000; at++) files.addTexts(`R#${at}`, [{ sk: '#', text: `{"d":"${'x'.repeat(60)}"}` }]);

    const { files: count, bytes } = files.close();

    expect(count).toBe(Math.ceil(bytes / 10_000));
    expect(readdirSync(directory.path())).toHaveLength(count);
    expect(readImportFiles(directory.path())).toHaveLength(1_000);
  });

  it('refuse what the table cannot hold', () => {
    const files = new ImportFiles({ directory: directory.path(), name: 'all' });
    const large = (bytes: number) => [{ sk: '#', text: JSON.stringify({ d: 'x'.repeat(bytes) }) }];

    files.addTexts('R#a', large(399_000));
    expect(() => files.addTexts('R#b', large(400_000))).toThrow(ItemTooLargeError);
    expect(() => files.addItem({ pk: 'R#b', sk: '#', d: 'x'.repeat(400_000) })).toThrow(ItemTooLargeError);
    expect(() => files.addTexts('R#b', [{ sk: 'x'.repeat(2_000), text: '{}' }])).toThrow('has 2000 bytes');
    expect(files.close().items).toBe(1);
  });

  it('get a place that is empty, and no other', async () => {
    await mkdir(directory.path('files'));
    await mkdir(directory.path('empty'));
    await writeFile(directory.path('files', 'a'), 'x');

    placeFiles(directory.path('files'), directory.path('empty'));

    expect(readdirSync(directory.path('empty'))).toEqual(['a']);
    expect(existsSync(directory.path('files'))).toBe(false);
    expect(() => refuseFilled(directory.path('empty'))).toThrow('is not empty: it has a');
    expect(() => refuseFilled(directory.path('empty', 'a'))).toThrow(StoreUnavailableError);
    expect(() => placeFiles(directory.path('gone'), directory.path('empty'))).toThrow('is not empty');
  });
});
