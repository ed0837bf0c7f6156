import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { problemPartition } from '../../../../../src/entities/items/rule-change-items.ts';
import { createRuleChanges } from '../../../../../src/entities/rule-changes/create-rule-changes.ts';
import { noCounts, type PassContext } from '../../../../../src/entities/rule-changes/pass.ts';
import { indexPass, MOST_PROBLEMS } from '../../../../../src/entities/rule-changes/passes/index-pass.ts';
import type { RuleChanges } from '../../../../../src/entities/rule-changes/types.ts';
import { WritePace } from '../../../../../src/entities/rule-changes/write-pace.ts';
import { chooseRules } from '../../../../../src/entities/rule-versions/choose-rules.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { RulePair } from '../../../../../src/rules/compile/rule-pair.ts';
import { deployedPeople, edits } from '../../../../setup/edited-people.ts';
import { madeUpPeople } from '../../../../setup/made-up-people.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

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
