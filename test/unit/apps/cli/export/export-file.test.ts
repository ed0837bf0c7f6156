import { mkdir, stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkPlace,
  finish,
  openPart,
  refuseExisting,
  unwritable,
} from '../../../../../apps/cli/export/export-file.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const folder = temporaryDirectory('beforeEach');

beforeEach(async () => {
  await writeFile(folder.path('file.txt'), 'x');
});

describe('checkPlace', () => {
  it.each([
    ['file.txt/x.csv', 'x.csv cannot be made: a part of its path is a file, not a directory.'],
    ['file.txt/y/x.csv', 'x.csv cannot be made: a part of its path is a file, not a directory.'],
    ['none/x.csv', 'none does not exist.'],
    ['.', 'is a directory.'],
    [`${'n'.repeat(300)}.csv`, 'cannot be written: the name is too long.'],
  ])('refuses %s and says what is wrong', async (name, message) => {
    await expect(checkPlace(folder.path(name))).rejects.toMatchObject({
      code: 'EXPORT_FILE_UNUSABLE',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  it('refuses no name, and what is no regular file', async () => {
    await expect(checkPlace('')).rejects.toThrow('--out names no file.');
    await expect(checkPlace('/dev/null')).rejects.toThrow('/dev/null is no regular file');
  });

  it('permits a new file and an existing one', async () => {
    await checkPlace(folder.path('new.csv'));
    await checkPlace(folder.path('file.txt'));
    expect(await stat(folder.path('new.csv')).catch(() => 'none')).toBe('none');
  });
});

describe('refuseExisting', () => {
  it('refuses a file, and a part without a state', async () => {
    await writeFile(folder.path('x.csv.part'), '');

    await expect(refuseExisting(folder.path('file.txt'), true)).rejects.toThrow('file.txt exists.');
    await expect(refuseExisting(folder.path('x.csv'), false)).rejects.toThrow('was interrupted, or is under way');
    await refuseExisting(folder.path('x.csv'), true);
  });
});

describe('openPart', () => {
  it('refuses a part that is shorter than its state says', async () => {
    await writeFile(folder.path('x.csv.part'), 'abc');

    await expect(openPart(folder.path('x.csv'), 4)).rejects.toThrow('x.csv.part has 3 of the 4 bytes');
  });

  it('lets only this user read what it writes', async () => {
    const part = await openPart(folder.path('x.csv'), 0);
    await part.write('é');
    await part.flush();
    await part.close();

    expect(part.bytes).toBe(2);
    expect(((await stat(folder.path('x.csv.part'))).mode & 0o777).toString(8)).toBe('600');
  });
});

describe('finish', () => {
  it('replaces no file that was made meanwhile', async () => {
    await writeFile(folder.path('x.csv.part'), '');

    const finished = finish(folder.path('x.csv.part'), folder.path('file.txt'), false);

    await expect(finished).rejects.toThrow('was made by another program meanwhile; the export is in');
  });

  it('says that a directory took the name', async () => {
    await writeFile(folder.path('x.csv.part'), '');
    await mkdir(folder.path('x.csv'));

    const finished = finish(folder.path('x.csv.part'), folder.path('x.csv'), true);

    await expect(finished).rejects.toThrow('x.csv cannot be written: it is a directory.');
  });
});

describe('unwritable', () => {
  const failure = (code: string) => Object.assign(new Error(`${code}: some operation, write`), { code });

  it.each([
    ['ENOSPC', 'the disk is full', '--resume'],
    ['EDQUOT', 'the disk quota of this user is used up', '--resume'],
    ['EFBIG', 'the file would be larger than the system allows', '--resume'],
    ['EACCES', 'this user may not write there', 'Name a file'],
    ['EROFS', 'the file system is read-only', 'Name a file'],
    ['EIO', 'EIO: some operation, write', 'Name a file'],
  ])('says what %s means and what to do', (code, reason, hint) => {
    expect(unwritable('x.csv', failure(code))).toMatchObject({
      message: `x.csv cannot be written: ${reason}.`,
      hint: expect.stringContaining(hint),
    });
  });

  it('recognizes a full disk by what DuckDB says, and keeps errors of the export', () => {
    const full = unwritable('x', new Error('IO Error: Could not write file "x": No space left on device\n\nmore'));

    expect(full.hint).toContain('--resume');
    expect(full.message).not.toContain('more');
    expect(unwritable('y', full)).toBe(full);
  });
});
