import { describe, expect, it } from '@jest/globals';
import { OutOfTime, withinTime } from '../../../../../functions/guidance/tools/time-limit.ts';

describe('withinTime', () => {
  it('gives the result of a computation', () => {
    expect(withinTime(300_000, () => ({ a: 1 }))).toEqual({ a: 1 });
  });

  it('cuts off what does not end, even when it catches everything', () => {
    const endless = () => {
      for (;;) {
        try {
          JSON.stringify([1, 2, 3]);
        } catch {}
      }
    };

    expect(() => withinTime(20, endless)).toThrow(OutOfTime);
  });

  it('passes on what a computation throws', () => {
    const failure = new RangeError('too far');

    expect(() =>
      withinTime(300_000, () => {
        throw failure;
      }),
    ).toThrow(failure);
  });
});
