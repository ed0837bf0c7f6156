import { existsSync, readFileSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeDirectory } from '../../../src/make-directory.ts';
import { scriptBeside } from '../../../src/script-beside.ts';
import { version } from '../../../src/version.ts';
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

describe('scriptBeside', () => {
  it.each([
    ['file:///a/b.c/pool.ts', './thread', 'file:///a/b.c/thread.ts'],
    ['file:///a/b/pool.js', '../c/thread', 'file:///a/c/thread.js'],
    ['file:///a/handler.mjs', './thread', 'file:///a/thread.mjs'],
    ['file:///a/pool.ts?case=1', './thread', 'file:///a/thread.ts'],
  ])('of %s and %s is %s', (module, path, expected) => {
    expect(scriptBeside(module, path).href).toBe(expected);
  });
});

describe('the version', () => {
  it('is that of package.json', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');

    expect(version).toBe(JSON.parse(text).version);
  });
});
