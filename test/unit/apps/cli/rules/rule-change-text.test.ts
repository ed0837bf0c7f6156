import { describe, expect, it } from '@jest/globals';
import { nextStepsText, progressText, ruleChangeText } from '../../../../../apps/cli/rules/rule-change-text.ts';
import { heldChange, steadyChange } from './rule-change.ts';

describe('the text of a change of the rules', () => {
  it('is short in a steady state', () => {
    expect(ruleChangeText(steadyChange)).toBe(`state:     STEADY\nin force:  ${'a'.repeat(64)}\n`);
  });

  it('tells of a held change what it does, and why it waits', () => {
    expect(ruleChangeText(heldChange)).toBe(`state:     HELD: more records would change than the limit permits
in force:  ${'a'.repeat(64)}
from:      ${'a'.repeat(64)}
to:        ${'b'.repeat(64)}
phase:     READY, 100 %: the scan has counted what the change does
since:     2026-01-02T03:04:05.000Z
worked at: 2026-01-02T03:05:05.000Z
used:      1,200 write units
problems:  2 records that the next rules cannot take in
  r1: FIELD_DOES_NOT_EXIST
report on 1,000 records
  entities: 900 → 899
  unchanged 890, merged 4, split 2, both 4
  records touched: 25 (3 %)
  largest changed entity: 7 records
  over-frequent keys: 1
  records that the next rules refuse: 2
`);
  });

  it('tells what waits and why a change failed', () => {
    const text = ruleChangeText({ ...heldChange, state: 'FAILED', waiting: 'c'.repeat(64), failure: 'no rule' });

    expect(text).toContain(`waiting:   ${'c'.repeat(64)}\n`);
    expect(text).toContain('failure:   no rule\n');
  });

  it.each([
    ['a held change', heldChange, 'go on:     entity-data rules apply FILE, of the rule-config bbbbbbbbbbbb…'],
    [
      'rules that wait to begin',
      { ...steadyChange, state: 'HELD' as const, waiting: 'c'.repeat(64) },
      'begin it:  entity-data rules apply FILE, of the rule-config cccccccccccc…',
    ],
    ['a paused change', { ...heldChange, state: 'PAUSED' as const }, 'entity-data rules resume'],
    ['a change under way', { ...heldChange, state: 'RUNNING' as const }, 'entity-data rules status --watch'],
  ])('names the commands that come next for %s', (_what, change, command) => {
    expect(nextStepsText(change)).toContain(command);
  });

  it('names no command for a change that is over', () => {
    expect(nextStepsText(steadyChange)).toBe('');
  });

  it('is one line for a terminal', () => {
    expect(progressText(steadyChange)).toBe('steady');
    expect(
      progressText({
        ...heldChange,
        state: 'RUNNING',
        phase: 'UNITE',
        progress: 0.999,
        recordsChanged: 1,
        estimatedMinutes: 3,
      }),
    ).toBe('running, UNITE 99 %; 1 record changed; about 3 minutes left');
  });
});
