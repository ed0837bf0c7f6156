import { describe, expect, it } from '@jest/globals';
import { noChanges, type Register } from '../../../../../src/entities/items/rules-register.ts';
import { begin, type ChangeStep, endPhase, takeBack } from '../../../../../src/entities/rule-changes/steps.ts';

const counts = { writeUnits: 10, changed: 1, problems: 0 };
const generation = (document: string) => ({ document, fingerprint: document, indexVersion: 1 });
const steady: Register = {
  version: 1,
  ...generation('A'),
  since: 0,
  formerPlans: new Map(),
  inUse: true,
  changes: noChanges,
};
const begun = { to: generation('B'), skipped: [], isContinued: false, isRollback: false, now: 5 };

const made = (register: Register, { changes, inForce }: ChangeStep): Register => ({
  ...register,
  ...inForce,
  version: register.version + 1,
  changes,
});
const phaseOf = ({ changes, document }: Register) => [changes.change?.phase, document, changes.step];

/** The registers of a change, phase by phase. */
function phasesOf(register: Register): Register[] {
  const found = [register];
  while (found.at(-1)!.changes.change !== undefined) {
    found.push(made(found.at(-1)!, endPhase(found.at(-1)!, counts, 9)));
  }
  return found;
}

describe('the steps of a change of rules', () => {
  it('put the next rules in force after READY, and raise the sign where the rules of processes become others', () => {
    const registers = phasesOf(made(steady, begin(steady, begun)));

    expect(registers.map(phaseOf)).toEqual([
      ['INDEX', 'A', 1],
      ['READY', 'A', 1],
      ['SPLIT', 'B', 2],
      ['UNITE', 'B', 2],
      ['CLEAN', 'B', 3],
      [undefined, 'B', 3],
    ]);
    expect(registers.at(-1)!.changes.history).toEqual([
      { from: 'A', to: 'B', begun: 5, ended: 9, isRollback: false, recordsChanged: 5, writeUnits: 50 },
    ]);
  });

  it('keep the pace that the owner set for one change, and for taking it back', () => {
    const slow = { changes: { ...begin(steady, begun).changes, writeUnitsPerSecond: 20 } };
    const cleaning = phasesOf(made(steady, slow)).find(({ changes }) => changes.change?.phase === 'CLEAN')!;

    const ended = made(cleaning, endPhase(cleaning, counts, 9));
    const takenBack = made(cleaning, takeBack(cleaning, 9));
    const queued = made(takenBack, endPhase(takenBack, counts, 9));

    expect(ended.changes.writeUnitsPerSecond).toBeUndefined();
    expect(queued.changes).toMatchObject({ next: 'A', writeUnitsPerSecond: 20 });
  });

  it('leave out phases that the change does not need', () => {
    const skipped = ['INDEX', 'SPLIT', 'CLEAN'] as const;

    const registers = phasesOf(made(steady, begin(steady, { ...begun, skipped })));

    expect(registers.map(phaseOf)).toEqual([
      ['READY', 'A', 1],
      ['UNITE', 'B', 2],
      [undefined, 'B', 2],
    ]);
  });

  it('give a change that is not in force yet another target, and clean at the end', () => {
    const indexing = made(steady, begin(steady, begun));

    const replaced = made(indexing, begin(indexing, { ...begun, to: generation('C'), skipped: ['SPLIT', 'CLEAN'] }));

    expect(replaced.changes.change).toMatchObject({ number: 2, from: generation('A'), to: generation('C') });
    expect(phasesOf(replaced).map(phaseOf)).toEqual([
      ['INDEX', 'A', 2],
      ['READY', 'A', 2],
      ['UNITE', 'C', 3],
      ['CLEAN', 'C', 4],
      [undefined, 'C', 4],
    ]);
  });

  it.each([
    [
      0,
      [
        ['CLEAN', 'A', 2],
        [undefined, 'A', 2],
      ],
    ],
    [
      1,
      [
        ['CLEAN', 'A', 2],
        [undefined, 'A', 2],
      ],
    ],
    [
      2,
      [
        ['SPLIT', 'A', 3],
        ['UNITE', 'A', 3],
        ['CLEAN', 'A', 4],
        [undefined, 'A', 4],
      ],
    ],
    [
      3,
      [
        ['SPLIT', 'A', 3],
        ['UNITE', 'A', 3],
        ['CLEAN', 'A', 4],
        [undefined, 'A', 4],
      ],
    ],
  ])('take a change back in phase %d', (phase, expected) => {
    const at = phasesOf(made(steady, begin(steady, begun)))[phase]!;

    const back = made(at, takeBack(at, 7));

    expect(back.changes.declined).toBe('B');
    expect(phasesOf(back).map(phaseOf)).toEqual(expected);
  });

  it('begin the change to the former rules when those are no longer all there', () => {
    const cleaning = phasesOf(made(steady, begin(steady, begun)))[4]!;

    const back = made(cleaning, takeBack(cleaning, 7));

    expect(phaseOf(back)).toEqual(['CLEAN', 'B', 3]);
    expect(back.changes).toMatchObject({ declined: 'B', next: 'A' });
  });
});
