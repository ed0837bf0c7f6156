import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

/** A directory for the tests of a file or a describe block, or for each of them, which goes after the last one. */
export interface TemporaryDirectory {
  path(...names: readonly string[]): string;
  /** Writes a file and returns its path. */
  write(name: string, content: string | Buffer): Promise<string>;
}

/** @param end ends what uses the directory, before it goes */
export function temporaryDirectory(
  made: 'beforeAll' | 'beforeEach' = 'beforeAll',
  end: () => unknown = () => undefined,
): TemporaryDirectory {
  let directory = '';
  const [before, after] = made === 'beforeAll' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'entity-data-test-'));
  });
  after(async () => {
    await end();
    await rm(directory, { recursive: true, force: true });
  });
  const path = (...names: readonly string[]) => join(directory, ...names);
  return {
    path,
    async write(name, content) {
      await writeFile(path(name), content);
      return path(name);
    },
  };
}
