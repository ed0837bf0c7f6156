import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';

/** A directory for the tests of a file, which goes after the last one. */
export interface TemporaryDirectory {
  path(name?: string): string;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Buffer): Promise<string>;
}

export function temporaryDirectory(): TemporaryDirectory {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'entity-data-test-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  const path = (name = '') => join(directory, name);
  return {
    path,
    async write(name, content) {
      await writeFile(path(name), content);
      return path(name);
    },
  };
}
