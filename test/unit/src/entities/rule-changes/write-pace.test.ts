import { describe, expect, it } from '@jest/globals';
import { WritePace } from '../../../../../src/entities/rule-changes/write-pace.ts';

function started() {
  const clock = { now: 0 };
  return { clock, pace: new WritePace(() => clock.now) };
}

describe('the pace of a change', () => {
  it('is what the owner allows until the store refuses a call', () => {
    expect(started().pace.unitsPerSecond(2_000)).toBe(2_000);
  });

  it('is halved by a refused call, once for all that are refused at one moment', () => {
    const { clock, pace } = started();

    for (let call = 0; call < 10; call++) pace.noteThrottled();

    expect(pace.unitsPerSecond(2_000)).toBe(1_000);
    clock.now = 1_000;
    pace.noteThrottled();
    expect(pace.unitsPerSecond(2_000)).toBeCloseTo(500, -1);
  });

  it('never comes to a standstill', () => {
    const { clock, pace } = started();

    for (; clock.now < 100_000; clock.now += 1_000) pace.noteThrottled();

    expect(pace.unitsPerSecond(6_400)).toBeGreaterThanOrEqual(100);
  });

  it('recovers by a tenth a minute, and to no more than the owner allows', () => {
    const { clock, pace } = started();
    pace.noteThrottled();

    clock.now = 60_000;
    expect(pace.unitsPerSecond(1_000)).toBeCloseTo(600);
    clock.now = 10 * 60_000;
    expect(pace.unitsPerSecond(1_000)).toBe(1_000);
  });
});
