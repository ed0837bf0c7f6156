import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { previewRecords } from '../../../../../src/batch/preview.ts';
import { problemPartition } from '../../../../../src/entities/items/rule-change-items.ts';
import { noChanges, type Register } from '../../../../../src/entities/items/rules-register.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import { indexPass, MOST_PROBLEMS } from '../../../../../src/entities/rule-changes/passes/index-pass.ts';
import { noCounts, type PassContext } from '../../../../../src/entities/rule-changes/passes/pass.ts';
import { createRuleChanges } from '../../../../../src/entities/rule-changes/rule-changes.ts';
import { begin, type ChangeStep, endPhase, takeBack } from '../../../../../src/entities/rule-changes/steps.ts';
import type { RuleChanges } from '../../../../../src/entities/rule-changes/types.ts';
import { chooseRules } from '../../../../../src/entities/rule-changes/versions/choose-rules.ts';
import { WritePace } from '../../../../../src/entities/rule-changes/worker.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { RulePair } from '../../../../../src/rules/compile/rule-pair.ts';
import { deployedPeople, type Edit, edits } from '../../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../../setup/made-up-people.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

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
/** The phase, the rules in force and the step. */
const phaseOf = ({ changes, document }: Register) => `${changes.change?.phase ?? 'STEADY'} ${document} ${changes.step}`;

/** The registers of a change, phase by phase. */
function phasesOf(register: Register): Register[] {
  const found = [register];
  while (found.at(-1)!.changes.change !== undefined) {
    found.push(made(found.at(-1)!, endPhase(found.at(-1)!, counts, 9)));
  }
  return found;
}

describe('the steps of a change of rules', () => {
  it('put the next rules in force after READY, and raise the epoch where the rules of processes become others', () => {
    const registers = phasesOf(made(steady, begin(steady, begun)));

    expect(registers.map(phaseOf)).toEqual([
      'INDEX A 1',
      'READY A 1',
      'SPLIT B 2',
      'UNITE B 2',
      'CLEAN B 3',
      'STEADY B 3',
    ]);
    expect(registers.at(-1)!.changes.history).toEqual([
      { from: 'A', to: 'B', begun: 5, ended: 9, isRollback: false, recordsChanged: 5, writeUnits: 50, problems: 0 },
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

    expect(registers.map(phaseOf)).toEqual(['READY A 1', 'UNITE B 2', 'STEADY B 2']);
  });

  it('give a change that is not in force yet another target, and clean at the end', () => {
    const indexing = made(steady, begin(steady, begun));

    const replaced = made(indexing, begin(indexing, { ...begun, to: generation('C'), skipped: ['SPLIT', 'CLEAN'] }));

    expect(replaced.changes.change).toMatchObject({ number: 2, from: generation('A'), to: generation('C') });
    expect(phasesOf(replaced).map(phaseOf)).toEqual(['INDEX A 2', 'READY A 2', 'UNITE C 3', 'CLEAN C 4', 'STEADY C 4']);
  });

  it.each([
    [0, ['CLEAN A 2', 'STEADY A 2']],
    [1, ['CLEAN A 2', 'STEADY A 2']],
    [2, ['SPLIT A 3', 'UNITE A 3', 'CLEAN A 4', 'STEADY A 4']],
    [3, ['SPLIT A 3', 'UNITE A 3', 'CLEAN A 4', 'STEADY A 4']],
  ])('take a change back in phase %d', (phase, expected) => {
    const at = phasesOf(made(steady, begin(steady, begun)))[phase]!;

    const back = made(at, takeBack(at, 7));

    expect(back.changes.declined).toBe('B');
    expect(phasesOf(back).map(phaseOf)).toEqual(expected);
  });

  it('count what the way back does from its beginning', () => {
    const uniting = phasesOf(made(steady, begin(steady, begun)))[3]!;

    const back = made(uniting, takeBack(uniting, 7));

    expect(uniting.changes.change).toMatchObject({ recordsChanged: 3, writeUnits: 30 });
    expect(back.changes.change).toMatchObject({ begun: 7, recordsChanged: 0, writeUnits: 0, problems: 0 });
  });

  it('begin the change to the former rules when those are no longer all there', () => {
    const cleaning = phasesOf(made(steady, begin(steady, begun)))[4]!;

    const back = made(cleaning, takeBack(cleaning, 7));

    expect(phaseOf(back)).toBe('CLEAN B 3');
    expect(back.changes).toMatchObject({ declined: 'B', next: 'A' });
  });
});

const former = deployedPeople();
const next = deployedPeople(edits.relaxed);

/** Seconds of pauses and turns until a change waits in `READY`, with the longest turn in milliseconds. */
async function indexing(writeUnitsPerSecond: number, throttled: boolean) {
  const store = new MemoryStore();
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  const chosen = await chooseRules(store, former, { now });
  await createResolution({ store, ...chosen }).submit(madeUpPeople(60, 7));
  const pace = new WritePace(now);
  const changes: RuleChanges = createRuleChanges({
    store,
    table: store,
    deployed: next,
    options: { mode: 'hold', largestChangePercent: 2, largestEntity: 1_000, writeUnitsPerSecond },
    now,
    pause: async (milliseconds) => {
      clock.now += milliseconds;
    },
    segments: 4,
    chunk: 50,
    pace,
  });
  if (throttled) pace.noteThrottled();
  const begun = clock.now;
  let longest = 0;
  for (let turn = 0; (await changes.status()).state !== 'HELD'; turn++) {
    if (turn > 1_000) throw new Error('the change does not come to its end');
    const before = clock.now;
    await changes.work(1_000);
    longest = Math.max(longest, clock.now - before);
    // The next turn of a worker that may do nothing more in this one.
    clock.now += 1_000;
  }
  const { writeUnits } = await changes.status();
  return { seconds: (clock.now - begun) / 1_000, longest, writeUnits };
}

describe('the capacity that a change of rules uses', () => {
  it('keeps to the write units a second over all turns, and no turn lasts longer than it may', async () => {
    const { seconds, longest, writeUnits } = await indexing(20, false);

    expect(writeUnits).toBeGreaterThan(100);
    expect(writeUnits / seconds).toBeLessThanOrEqual(25);
    expect(longest).toBeLessThanOrEqual(1_000);
  });

  it('is less after the store has refused calls', async () => {
    const [steady, throttled] = [await indexing(20, false), await indexing(20, true)];

    expect(throttled.seconds).toBeGreaterThan(1.4 * steady.seconds);
  });

  it('notes so many problems, and counts those beyond', async () => {
    const store = new MemoryStore();
    const compiled = compileRuleConfig(former.config);
    const city = Array.from({ length: 18 }, (_, index) => `town${index}`).join(' ');
    const people = madeUpPeople(5, 7).map((person) => ({ ...person, city }));
    await createResolution({ store, rules: compiled }).submit(people);
    const to = compileRuleConfig(deployedPeople(edits.manyKeys).config);
    const context = {
      store,
      table: store,
      rules: new RulePair(compiled, to),
      items: { change: 1 },
      now: () => 0,
    } as unknown as PassContext;
    const before = { ...noCounts, problems: MOST_PROBLEMS - 2 };

    const { counts } = await indexPass.chunk(
      context,
      { segment: 0, segments: 1 },
      { cursor: undefined, limit: 10_000, before },
    );

    expect(counts.problems).toBe(5);
    expect((await store.query(problemPartition({ change: 1 }))).items.length).toBe(2);
  });
});

const people = madeUpPeople(100);
const compiled = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);

async function* read() {
  yield* people;
}

async function costOfEdit(edit: Edit, pace = 2_000) {
  const options = { genericKeyRecords: 1_000, examples: 0, pace, directory: tmpdir() };
  const { figures } = await previewRecords(read(), compiled(), compiled(edit), options);
  return { ...figures.cost, newKeys: figures.newKeys };
}

describe('the cost of a change of rules', () => {
  it('is none where the next rules come into force at once', async () => {
    expect(await costOfEdit(edits.scores)).toEqual({ writeUnits: 0, readUnits: 0, minutes: 0, newKeys: 0 });
  });

  it('leaves out phases that the change does not need, and keys that join nothing', async () => {
    const [raised, one] = [await costOfEdit(edits.threshold), await costOfEdit(edits.ownKey)];

    // Entities are counted and split, and no key is read.
    expect(raised.readUnits).toBeLessThan(5 * people.length);
    expect(raised.newKeys).toBe(0);
    expect(one.newKeys).toBeGreaterThan(0);
    expect(one.readUnits).toBeGreaterThan(raised.readUnits);
    expect(one.writeUnits).toBeGreaterThan(2 * one.newKeys);
  });

  it('takes as long as the write units do at the pace', async () => {
    expect((await costOfEdit(edits.ownKey, 1)).minutes).toBeGreaterThan(2);
    expect((await costOfEdit(edits.ownKey, 1_000_000)).minutes).toBe(1);
  });
});

function started() {
  const clock = { now: 0 };
  return { clock, pace: new WritePace(() => clock.now) };
}

describe('the pace of a change', () => {
  it('is what the owner allows until the store refuses a call', () => {
    expect(started().pace.unitsPerSecond(2_000)).toBe(2_000);
  });

  it('is halved by a refused call, once for all that are refused at one moment', () => {
    const { clock, pace } = started();

    for (let call = 0; call < 10; call++) pace.noteThrottled();

    expect(pace.unitsPerSecond(2_000)).toBe(1_000);
    clock.now = 1_000;
    pace.noteThrottled();
    expect(pace.unitsPerSecond(2_000)).toBeCloseTo(500, -1);
  });

  it('never comes to a standstill', () => {
    const { clock, pace } = started();

    for (; clock.now < 100_000; clock.now += 1_000) pace.noteThrottled();

    expect(pace.unitsPerSecond(6_400)).toBeGreaterThanOrEqual(100);
  });

  it('recovers by a tenth a minute, and to no more than the owner allows', () => {
    const { clock, pace } = started();
    pace.noteThrottled();

    clock.now = 60_000;
    expect(pace.unitsPerSecond(1_000)).toBeCloseTo(600);
    clock.now = 10 * 60_000;
    expect(pace.unitsPerSecond(1_000)).toBe(1_000);
  });
});
