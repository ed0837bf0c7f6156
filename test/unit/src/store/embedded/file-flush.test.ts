import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileFlush } from '../../../../../src/store/embedded/file-flush.ts';

describe('FileFlush', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-flush-'));
    path = join(directory, 'log');
    writeFileSync(path, '');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('answers all who wait, those who come during a flush included', async () => {
    const flush = new FileFlush(path);
    const first = flush.flush();

    await expect(Promise.all([first, flush.flush(), flush.flush()])).resolves.toHaveLength(3);
    await flush.close();
  });

  it('refuses everything after a flush that failed', async () => {
    const flush = new FileFlush(path);
    // A flush of a closed file fails.
    await flush.close();

    await expect(flush.flush()).rejects.toMatchObject({ code: 'EBADF' });
    expect(() => flush.check()).toThrow('EBADF');
    await expect(flush.flush()).rejects.toMatchObject({ code: 'EBADF' });
  });
});
