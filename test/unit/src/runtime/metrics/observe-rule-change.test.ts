import { describe, expect, it } from '@jest/globals';
import type { RuleChangeStatus } from '../../../../../src/entities/rule-changes/types.ts';
import { createMeter } from '../../../../../src/runtime/metrics/meter.ts';
import { leadsToDeployed, observeRuleChange } from '../../../../../src/runtime/metrics/observe-rule-change.ts';
import { held, steady } from '../../../functions/api/fake-rule-changes.ts';

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
