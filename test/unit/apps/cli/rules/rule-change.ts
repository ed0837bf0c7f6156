import type { RuleChange } from '../../../../../apps/cli/client/rule-change.ts';
import { exampleReport } from '../../../functions/api/fake-rule-changes.ts';

export const steadyChange: RuleChange = {
  state: 'STEADY',
  heldBecause: null,
  inForce: 'a'.repeat(64),
  from: null,
  to: null,
  waiting: null,
  failure: null,
  phase: null,
  progress: 0,
  estimatedMinutes: null,
  since: null,
  lastHeartbeat: null,
  writeUnits: 0,
  recordsChanged: 0,
  problemCount: 0,
  problems: [],
  options: { mode: 'HOLD', largestChangePercent: 2, largestEntity: 1_000, writeUnitsPerSecond: 2_000 },
  report: null,
};

export const heldChange: RuleChange = {
  ...steadyChange,
  state: 'HELD',
  heldBecause: 'MANY_RECORDS',
  from: 'a'.repeat(64),
  to: 'b'.repeat(64),
  phase: 'READY',
  progress: 1,
  since: '2026-01-02T03:04:05.000Z',
  lastHeartbeat: '2026-01-02T03:05:05.000Z',
  writeUnits: 1_200,
  problemCount: 2,
  problems: [{ recordID: 'r1', code: 'FIELD_DOES_NOT_EXIST' }],
  report: { ...exampleReport, isEstimate: false },
};
