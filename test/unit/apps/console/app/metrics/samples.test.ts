import { describe, expect, it } from '@jest/globals';
import {
  chartSpan,
  loadProgress,
  recordsPerSecond,
  type Sample,
  shownSpan,
  spanText,
  withSample,
} from '../../../../../../apps/console/app/metrics/samples.ts';

const sample = (seconds: number, records: number): Sample => ({ at: seconds * 1000, records, entities: records });

describe('the samples of a load', () => {
  it('give the records a second of late', () => {
    expect(recordsPerSecond([])).toBe(0);
    expect(recordsPerSecond([sample(0, 5)])).toBe(0);
    expect(recordsPerSecond([sample(0, 0), sample(2, 100)])).toBe(50);
    expect(recordsPerSecond([sample(0, 0), sample(90, 900), sample(100, 900)])).toBe(0);
    expect(recordsPerSecond([sample(0, 100), sample(2, 0)])).toBe(0);
  });

  it('give them since the sample before where the service took long to answer', () => {
    expect(recordsPerSecond([sample(0, 0), sample(20, 100)])).toBe(5);
    expect(recordsPerSecond([sample(0, 0), sample(1, 100), sample(21, 200)])).toBe(5);
  });

  it('tell how far a load is and how long it takes', () => {
    const samples = [sample(0, 0), sample(10, 100)];

    expect(loadProgress(samples, 400)).toEqual({ share: 0.25, remaining: 30 });
    expect(loadProgress(samples, 50)).toEqual({ share: 1, remaining: 0 });
    expect(loadProgress([sample(0, 100)], 400)).toEqual({ share: 0.25, remaining: undefined });
    expect(loadProgress(samples, Number.NaN)).toBeUndefined();
    expect(loadProgress([], 400)).toBeUndefined();
  });

  it('are kept as long as the chart shows them', () => {
    const old = sample(0, 0);
    const late = { ...sample(0, 10), at: chartSpan + 1 };

    expect(withSample([old], late)).toEqual([late]);
    expect(shownSpan([old])).toBe(30_000);
    expect(shownSpan([old, sample(60, 1)])).toBe(60_000);
  });

  it.each([
    [0.2, '1 s'],
    [60, '60 s'],
    [600, '10 min'],
    [12_000, '3 h 20 min'],
  ])('tell %d seconds as %s', (seconds, text) => {
    expect(spanText(seconds)).toBe(text);
  });
});
