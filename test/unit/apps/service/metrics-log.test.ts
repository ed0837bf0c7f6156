import { describe, expect, it } from '@jest/globals';
import { type MetricsSummary, startMetricsLog, summaryOf } from '../../../../apps/service/metrics-log.ts';
import { createMeter } from '../../../../src/runtime/metrics/meter.ts';

describe('the log of metrics', () => {
  it('shows the numbers that a deployment sends, under the same names', () => {
    const meter = createMeter();
    meter.record('Records', 2, 'CREATED');
    meter.record('Records', 1, 'DUPLICATE');
    meter.record('Merges', 1);
    for (const milliseconds of [1, 2, 6]) meter.record('RequestDuration', milliseconds, 'submit');

    expect(summaryOf(meter.take())).toEqual({
      Records: { CREATED: 2, DUPLICATE: 1 },
      Merges: 1,
      RequestDuration: { submit: { count: 3, mean: 3, max: 6 } },
    });
  });

  it('tells at the end what was not yet told, and nothing when nothing happened', () => {
    const told: MetricsSummary[] = [];
    const meter = createMeter();
    const log = startMetricsLog({ meter, interval: 3_600_000, tell: (summary) => told.push(summary) });
    meter.record('Splits', 2);

    log.stop();
    log.stop();

    expect(told).toEqual([{ Splits: 2 }]);
  });
});
