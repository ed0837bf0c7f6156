import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeDirectory } from '../../../src/make-directory.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

describe('makeDirectory', () => {
  const directory = temporaryDirectory('beforeEach');

  it('makes what is missing, for this user alone, and leaves what is there', async () => {
    makeDirectory(directory.path('a/b'));
    makeDirectory(directory.path('a/b'));

    expect((await stat(directory.path('a'))).mode & 0o777).toBe(0o700);
    expect((await stat(directory.path('a/b'))).mode & 0o777).toBe(0o700);
  });

  it('says that a file is in the way', async () => {
    await writeFile(directory.path('file'), '');

    expect(() => makeDirectory(directory.path('file'))).toThrow('EEXIST');
    expect(() => makeDirectory(directory.path('file/below'))).toThrow(/EEXIST.*file'/);
  });

  it('ends where a directory takes nothing', () => {
    if (!existsSync('/proc/self')) {
      console.warn('This did not run: the machine has no /proc.');
      return;
    }

    expect(() => makeDirectory('/proc/entity-data/below')).toThrow('ENOENT');
  });
});
