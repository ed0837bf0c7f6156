import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { checkOutput, writeInstance } from '../../../../../apps/cli/design/write-instance.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();
const content = new Map([
  ['a.json', 'one'],
  ['b.json', 'two'],
]);
const later = new Map([
  ['a.json', 'three'],
  ['b.json', 'four'],
]);

const filesIn = async (path: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path))
        .sort()
        .map(async (name) => [name, await readFile(`${path}/${name}`, 'utf8').catch(() => '')]),
    ),
  );

describe('writeInstance', () => {
  it('makes a directory that only its owner can enter, and its parents', async () => {
    const target = directory.path('new/shop');

    await writeInstance(`${target}/`, content, false);

    expect(await filesIn(target)).toEqual({ 'a.json': 'one', 'b.json': 'two' });
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect(await readdir(directory.path('new'))).toEqual(['shop']);
  });

  it('refuses a place where nothing can be made', async () => {
    const file = await directory.write('file', '');

    await expect(writeInstance(`${file}/shop`, content, false)).rejects.toMatchObject({
      code: 'OUTPUT_DIRECTORY_UNUSABLE',
      message: `No directory can be made in ${file} (EEXIST).`,
      hint: expect.stringContaining('--out'),
    });
  });

  it('takes the place of an empty directory', async () => {
    await mkdir(directory.path('empty'));

    await writeInstance(directory.path('empty'), content, false);

    expect(await filesIn(directory.path('empty'))).toEqual({ 'a.json': 'one', 'b.json': 'two' });
  });

  it('refuses a directory with content, and changes nothing there', async () => {
    await mkdir(directory.path('full'));
    await directory.write('full/kept', 'x');

    await expect(checkOutput(directory.path('full'), false)).rejects.toMatchObject({
      code: 'OUTPUT_DIRECTORY_UNUSABLE',
      hint: expect.stringContaining('--force'),
    });
    await expect(writeInstance(directory.path('full'), content, false)).rejects.toMatchObject({
      code: 'OUTPUT_DIRECTORY_UNUSABLE',
    });
    expect(await filesIn(directory.path('full'))).toEqual({ kept: 'x' });
  });

  it('replaces its own files when it is forced to, and leaves the data of the instance', async () => {
    await writeInstance(directory.path('forced'), content, false);
    await mkdir(directory.path('forced/data'));

    await writeInstance(directory.path('forced'), later, true);

    expect(await filesIn(directory.path('forced'))).toEqual({ 'a.json': 'three', 'b.json': 'four', data: '' });
    expect((await readdir(directory.path())).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('puts the former files back when one cannot be replaced', async () => {
    await writeInstance(directory.path('stuck'), new Map([['a.json', 'one']]), false);
    // A directory cannot be replaced by a file.
    await mkdir(directory.path('stuck/b.json'));
    await directory.write('stuck/b.json/inner', 'x');

    await expect(writeInstance(directory.path('stuck'), later, true)).rejects.toThrow();

    expect(await filesIn(directory.path('stuck'))).toEqual({ 'a.json': 'one', 'b.json': '' });
    expect((await readdir(directory.path())).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('refuses a file in the place of the directory', async () => {
    const file = await directory.write('file', 'x');

    await expect(checkOutput(file, true)).rejects.toThrow('is a file, not a directory.');
  });
});
