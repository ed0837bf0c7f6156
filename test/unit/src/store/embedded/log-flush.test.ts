import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LogFlush } from '../../../../../src/store/embedded/log-flush.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

describe('LogFlush', () => {
  const directory = temporaryDirectory('beforeEach');
  let path: string;
  beforeEach(() => {
    path = directory.path('log');
    writeFileSync(path, '');
  });

  it('answers all who wait, those who come during a flush included', async () => {
    const flush = new LogFlush(path);
    const first = flush.flush();

    await expect(Promise.all([first, flush.flush(), flush.flush()])).resolves.toHaveLength(3);
    await flush.close();
  });

  it('refuses everything after a flush that failed', async () => {
    const flush = new LogFlush(path);
    // A flush of a closed file fails.
    await flush.close();

    await expect(flush.flush()).rejects.toMatchObject({ code: 'EBADF' });
    expect(() => flush.check()).toThrow('EBADF');
    await expect(flush.flush()).rejects.toMatchObject({ code: 'EBADF' });
  });
});
