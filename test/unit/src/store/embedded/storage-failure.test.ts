import { describe, expect, it } from '@jest/globals';
import { RetryableError } from '../../../../../src/errors.ts';
import { storageFailure } from '../../../../../src/store/embedded/storage-failure.ts';
import { StoreClosedError, StoreFormatError, StoreFullError } from '../../../../../src/store/errors.ts';

describe('storageFailure', () => {
  it.each([
    ['SQLITE_FULL', 'database or disk is full', StoreFullError],
    ['ENOSPC', 'no space left on device', StoreFullError],
    ['SQLITE_CORRUPT', 'database disk image is malformed', StoreFormatError],
    ['SQLITE_IOERR_WRITE', 'disk I/O error', RetryableError],
    [undefined, 'unknown', RetryableError],
  ])('says what %s means and what to do', (code, reason, type) => {
    const failure = storageFailure(Object.assign(new Error(reason), { code }), '.');

    expect(failure).toBeInstanceOf(type);
    expect(failure.message).toContain(reason);
    expect(failure).toHaveProperty('hint');
  });

  it('leaves errors of the store as they are', () => {
    const error = new StoreClosedError();

    expect(storageFailure(error, '.')).toBe(error);
  });
});
