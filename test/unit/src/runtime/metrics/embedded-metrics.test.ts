import { describe, expect, it } from '@jest/globals';
import { embeddedMetricLines } from '../../../../../src/runtime/metrics/embedded-metrics.ts';
import { createMeter } from '../../../../../src/runtime/metrics/meter.ts';

const options = { namespace: 'EntityData', service: 'crm' };

function linesOf(record: (meter: ReturnType<typeof createMeter>) => void) {
  const meter = createMeter();
  record(meter);
  return embeddedMetricLines(meter.take(), options, 1_700_000_000_000, { requestId: 'r-1' }).map((line) =>
    JSON.parse(line),
  );
}

describe('lines of embedded metrics', () => {
  it('hold what one request did in one line, with directives for each set of dimensions', () => {
    const lines = linesOf((meter) => {
      meter.record('Records', 2, 'CREATED');
      meter.record('Merges', 1);
      meter.record('Merges', 1);
      meter.record('RequestDuration', 3.25, 'submit');
    });

    expect(lines).toEqual([
      {
        requestId: 'r-1',
        service: 'crm',
        outcome: 'CREATED',
        operation: 'submit',
        Records: 2,
        Merges: 2,
        RequestDuration: 3.25,
        _aws: {
          Timestamp: 1_700_000_000_000,
          CloudWatchMetrics: [
            {
              Namespace: 'EntityData',
              Dimensions: [['service', 'outcome']],
              Metrics: [{ Name: 'Records', Unit: 'Count' }],
            },
            { Namespace: 'EntityData', Dimensions: [['service']], Metrics: [{ Name: 'Merges', Unit: 'Count' }] },
            {
              Namespace: 'EntityData',
              Dimensions: [['service', 'operation']],
              Metrics: [{ Name: 'RequestDuration', Unit: 'Milliseconds' }],
            },
          ],
        },
      },
    ]);
  });

  it('are as many as one metric has values of its dimension', () => {
    const lines = linesOf((meter) => {
      meter.record('Records', 2, 'CREATED');
      meter.record('Records', 1, 'UNCHANGED');
      meter.record('Errors', 1, 'FORBIDDEN');
    });

    expect(lines.map(({ outcome, Records, code }) => [outcome, Records, code])).toEqual([
      ['CREATED', 2, 'FORBIDDEN'],
      ['UNCHANGED', 1, undefined],
    ]);
  });

  it('keep numbers apart that stand for themselves, as many in a line as it may hold', () => {
    const lines = linesOf((meter) => {
      for (let index = 0; index < 250; index++) meter.record('SubmitCandidates', index);
      meter.record('Merges', 1);
    });

    expect(lines.map(({ SubmitCandidates }) => SubmitCandidates.length)).toEqual([100, 100, 50]);
    expect(lines.flatMap(({ SubmitCandidates }) => SubmitCandidates)).toEqual(Array.from({ length: 250 }, (_, i) => i));
    expect(lines.map(({ Merges }) => Merges)).toEqual([1, undefined, undefined]);
  });

  it('give a metric without its second dimension as well where there is an alarm on all of it', () => {
    const [line] = linesOf((meter) => meter.record('Refusals', 1, 'TOKEN_EXPIRED'));

    expect(line._aws.CloudWatchMetrics[0].Dimensions).toEqual([['service', 'reason'], ['service']]);
  });

  it('are none when nothing happened, and say a zero that was told', () => {
    expect(linesOf(() => {})).toEqual([]);
    expect(linesOf((meter) => meter.record('UnfinishedWork', 0))[0].UnfinishedWork).toBe(0);
  });
});
