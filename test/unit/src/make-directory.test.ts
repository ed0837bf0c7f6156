import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeDirectory } from '../../../src/make-directory.ts';

describe('makeDirectory', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'entity-data-directory-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('makes what is missing, for this user alone, and leaves what is there', async () => {
    makeDirectory(join(directory, 'a/b'));
    makeDirectory(join(directory, 'a/b'));

    expect((await stat(join(directory, 'a'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(directory, 'a/b'))).mode & 0o777).toBe(0o700);
  });

  it('says that a file is in the way', async () => {
    await writeFile(join(directory, 'file'), '');

    expect(() => makeDirectory(join(directory, 'file'))).toThrow('EEXIST');
    expect(() => makeDirectory(join(directory, 'file/below'))).toThrow(/EEXIST.*file'/);
  });

  it('ends where a directory takes nothing', () => {
    if (!existsSync('/proc/self')) {
      console.warn('This did not run: the machine has no /proc.');
      return;
    }

    expect(() => makeDirectory('/proc/entity-data/below')).toThrow('ENOENT');
  });
});
