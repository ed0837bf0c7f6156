import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createProgress, duration } from '../../../../../apps/cli/load/progress.ts';

describe('createProgress', () => {
  it('writes a line every few seconds where there is no terminal', () => {
    const stream = new PassThrough({ encoding: 'utf8' });
    let now = 0;
    const from = { offset: 1000, loaded: 10, refused: 0 };
    const progress = createProgress({ stream, total: 5000, from, now: () => now });

    for (now = 1000; now <= 10_000; now += 1000) {
      progress.update({ offset: 1000 + now / 10, loaded: 10 + now, refused: now < 9000 ? 0 : 2 });
    }
    progress.stop();

    expect(stream.read()).toBe(
      '30%, 5,010 records, 1,000/s, 0:35 left\n40%, 10,012 records (2 refused), 1,000/s, 0:30 left\n',
    );
  });
});

describe('duration', () => {
  it.each([
    [0, '0:00'],
    [59.6, '1:00'],
    [754, '12:34'],
    [3661, '1:01:01'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});
