import { describe, expect, it } from '@jest/globals';
import type { RuleChangeStatus } from '../../../../../src/entities/rule-changes/types.ts';
import { embeddedMetricLines } from '../../../../../src/runtime/metrics/embedded-metrics.ts';
import { createMeter } from '../../../../../src/runtime/metrics/meter.ts';
import { leadsToDeployed, observeRuleChange } from '../../../../../src/runtime/metrics/observe-rules.ts';
import { held, steady } from '../../../functions/api/fake-rule-changes.ts';

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

const BEAT = 1_700_000_060_000;

function observed(status: RuleChangeStatus, now = BEAT + 30_000): Record<string, number> {
  const meter = createMeter();
  observeRuleChange(meter, status, now);
  return Object.fromEntries(
    meter.take().map(({ metric, value, max }) => [value === undefined ? metric : `${metric} ${value}`, max]),
  );
}

describe('the metrics of a change of the rules', () => {
  it('are not recorded in a steady state', () => {
    expect(observed(steady)).toEqual({});
  });

  it('tell how far a running change is, and since when it makes no progress', () => {
    expect(observed({ ...held, state: 'RUNNING', phase: 'SPLIT', progress: 0.256, recordsChanged: 7 })).toEqual({
      RuleChangePhase: 3,
      RuleChangeProgress: 26,
      RuleChangeChanged: 7,
      'RuleChangeAge running': 30,
      'RuleChangeAge held': 0,
    });
  });

  it('tell since when a held change waits for its owner', () => {
    expect(observed(held)).toMatchObject({ 'RuleChangeAge running': 0, 'RuleChangeAge held': 30 });
  });

  it('raise no alarm for a change that has not begun', () => {
    expect(observed({ ...held, phase: undefined })).toMatchObject({ RuleChangePhase: 0, 'RuleChangeAge held': 0 });
  });

  it('tell a change that failed as one without progress', () => {
    expect(observed({ ...held, state: 'FAILED' })).toMatchObject({ 'RuleChangeAge running': 30 });
  });

  it.each(['PAUSED', 'WAITING'] as const)('raise no alarm while a change is %s', (state) => {
    expect(observed({ ...held, state })).toMatchObject({ 'RuleChangeAge running': 0, 'RuleChangeAge held': 0 });
  });

  it('take the begin of a change for its last heartbeat, and no time for either', () => {
    const begun = { ...held, state: 'RUNNING', lastHeartbeat: undefined } as const;

    expect(observed({ ...begun, since: BEAT })).toMatchObject({ 'RuleChangeAge running': 30 });
    expect(observed({ ...begun, since: undefined })).toMatchObject({ 'RuleChangeAge running': 0 });
    expect(observed({ ...begun, since: BEAT + 90_000 })).toMatchObject({ 'RuleChangeAge running': 0 });
  });
});

describe('leadsToDeployed', () => {
  it.each([
    ['a change to it', { ...held, to: 'deployed' }, true],
    ['a change that waits for another one', { ...held, waiting: 'deployed' }, true],
    ['a change to other rules', held, false],
    ['a change that has not begun', { ...steady, state: 'HELD', waiting: 'deployed' }, false],
    ['a change that failed', { ...steady, waiting: 'deployed', state: 'FAILED' }, false],
    ['the last change, which was taken back', { ...steady, to: 'deployed' }, false],
  ] as const)('is told of %s', (_what, status, expected) => {
    expect(leadsToDeployed(status, 'deployed')).toBe(expected);
  });
});
