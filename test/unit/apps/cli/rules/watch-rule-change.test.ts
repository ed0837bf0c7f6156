import { describe, expect, it } from '@jest/globals';
import type { RuleChange } from '../../../../../apps/cli/client/rule-change.ts';
import { watchRuleChange } from '../../../../../apps/cli/rules/watch-rule-change.ts';
import { heldChange, steadyChange } from './rule-change.ts';

async function watched(...changes: RuleChange[]) {
  const lines: string[] = [];
  let pauses = 0;
  const last = await watchRuleChange({
    read: async () => changes.shift()!,
    tell: (line) => lines.push(line),
    pause: async () => {
      pauses += 1;
    },
  });
  return { last, lines, pauses };
}

const running: RuleChange = { ...heldChange, state: 'RUNNING', phase: 'INDEX', progress: 0.25 };

describe('watching a change of the rules', () => {
  it('ends at once in a steady state', async () => {
    expect(await watched(steadyChange)).toEqual({ last: steadyChange, lines: ['steady'], pauses: 0 });
  });

  it('tells every change of the state once, until it is held', async () => {
    const { lines, pauses, last } = await watched(running, running, { ...running, progress: 0.5 }, heldChange);

    expect(lines).toEqual(['running, INDEX 25 %', 'running, INDEX 50 %', 'held, READY 100 %']);
    expect(pauses).toBe(3);
    expect(last).toBe(heldChange);
  });

  it.each(['PAUSED', 'FAILED'] as const)('ends when the change is %s', async (state) => {
    expect((await watched(running, { ...running, state })).last.state).toBe(state);
  });

  it('goes on while a change waits for another one', async () => {
    expect((await watched({ ...running, state: 'WAITING' }, steadyChange)).pauses).toBe(1);
  });
});
