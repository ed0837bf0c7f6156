import { describe, expect, it } from '@jest/globals';
import { operationOf, recordRequest } from '../../../../functions/api/request-metrics.ts';
import { createMeter } from '../../../../src/runtime/metrics/meter.ts';

describe('the operation of a request', () => {
  it.each([
    [['submit'], 'submit'],
    [['entity', 'entity'], 'entity'],
    [['entity', 'metrics'], 'several'],
    [['__schema'], 'introspection'],
    [['__schema', '__typename'], 'introspection'],
    [[], 'none'],
    [['toString'], 'none'],
    [['something'], 'none'],
  ])('of the fields %j is %s', (fields, operation) => {
    expect(operationOf(fields)).toBe(operation);
  });
});

describe('the metrics of a request', () => {
  it('are its duration and its errors, by codes that are known', () => {
    const meter = createMeter();

    recordRequest(meter, {
      fields: ['submit'],
      codes: ['RECORD_EMPTY', 'RECORD_EMPTY', 'Ann Example'],
      milliseconds: 7,
    });

    expect(meter.take().map(({ metric, value, sum }) => [metric, value, sum])).toEqual([
      ['RequestDuration', 'submit', 7],
      ['Errors', 'RECORD_EMPTY', 2],
      ['Errors', 'OTHER', 1],
    ]);
  });
});
