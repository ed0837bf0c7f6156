import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../src/entities/create.ts';
import { Pace } from '../../../../src/entities/pace.ts';
import { components, hashesOf, keysOf, type MemberRecord } from '../../../../src/entities/read/components.ts';
import type { Check, Write } from '../../../../src/store/port.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

function member(index: number, near: string): MemberRecord {
  const values = toyRules.resolve({ id: `r${index}`, near: [near] });
  const stored = {
    id: `r${index}`,
    document: '',
    digest: '',
    node: 'F',
    recordVersion: `I${index}`,
    operation: 'O',
    removedLinks: [],
    groups: [],
  };
  const keys = keysOf(toyRules, values, []);
  return { stored, values, keys, written: hashesOf(keys), given: keys };
}

/** How often others had their turn while something was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  let turns = 0;
  while (!isOver) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await watched;
  return turns;
}

describe('a long computation', () => {
  it('lets others have their turn', async () => {
    // No two of them are linked, so that every pair is judged.
    const apart = Array.from({ length: 400 }, (_, index) => member(index, `x${index * 5}`));

    const turns = await turnsDuring(components(apart, toyRules));

    expect(turns).toBeGreaterThan(50);
  });

  it('judges nothing again that was judged of the same contents', async () => {
    const chain = Array.from({ length: 60 }, (_, index) => member(index, `x${index}`));
    let judged = 0;
    const rules: typeof toyRules = {
      ...toyRules,
      linked: (...pair) => {
        judged += 1;
        return toyRules.linked(...pair);
      },
    };
    const first = await components(chain, rules);
    const before = judged;
    const changed = chain.map((one, index) => (index === 30 ? member(1_000, 'x30') : one));

    const again = await components(chain, rules, new Pace(), first.judged);
    const judgedAgain = judged - before;
    const afterChange = await components(changed, rules, new Pace(), first.judged);

    expect([before > 1_000, judgedAgain]).toEqual([true, 0]);
    expect([again.parts.length, afterChange.parts.length]).toEqual([1, 1]);
  });

  it('gives signs of life while it holds a lock', async () => {
    let now = 1_000_000;
    const signs: number[] = [];
    class Watched extends MemoryStore {
      override async transact(writes: readonly (Write | Check)[]) {
        const [first] = writes;
        if (writes.length === 1 && first !== undefined && 'update' in first && first.remove === undefined) {
          signs.push(now);
        }
        return super.transact(writes);
      }
    }
    const rules: typeof toyRules = {
      ...toyRules,
      linked: (...pair) => {
        now += 1;
        return toyRules.linked(...pair);
      },
    };
    const resolution = createResolution({ store: new Watched(), rules, now: () => now });
    for (let index = 0; index < 150; index++) await resolution.submit([{ id: `r${index}`, near: [`x${index}`] }]);
    signs.length = 0;
    const began = now;

    await resolution.disassemble({ recordIDs: ['r149'] });

    // A second or so apart, during a rebuild of eleven.
    expect(now - began).toBeGreaterThan(10_000);
    expect(signs.length).toBeGreaterThan(5);
    expect(Math.max(...signs.map((at, index) => at - (signs[index - 1] ?? began)))).toBeLessThan(2_500);
  });
});
