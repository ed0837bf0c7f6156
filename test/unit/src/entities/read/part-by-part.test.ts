import { describe, expect, it } from '@jest/globals';
import { Pace } from '../../../../../src/entities/pace.ts';
import { components, type MemberRecord, memberOf } from '../../../../../src/entities/read/components.ts';
import { partByPart } from '../../../../../src/entities/read/part-by-part.ts';
import { seededRandom } from '../../../../setup/interleaving.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const member = (index: number, content: object, removedLinks: readonly string[] = []): MemberRecord =>
  memberOf(toyRules, {
    id: `r${index}`,
    document: JSON.stringify(content),
    digest: '',
    node: 'node',
    recordVersion: `v${String(index).padStart(6, '0')}`,
    operation: '',
    removedLinks,
    groups: [],
  });

/** Few letters and numbers, so that records share keys and some of them are linked. */
function drawn(seed: number): MemberRecord[] {
  const random = seededRandom(seed);
  const pick = (size: number) => Math.floor(random() * size);
  return Array.from({ length: 2 + pick(20) }, (_, index) =>
    member(
      index,
      {
        exact: Array.from({ length: pick(2) }, () => `e${pick(8)}`),
        near: Array.from({ length: pick(3) }, () => `${'xyz'[pick(3)]}${pick(30)}`),
      },
      random() < 0.3 ? [`r${pick(20)}`] : [],
    ),
  );
}

const idsOf = (parts: readonly (readonly MemberRecord[])[]) => parts.map((part) => part.map(({ stored }) => stored.id));
const never = () => false;

describe('parts that are found one after the other', () => {
  it('are the connected components, in the same order', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const records = drawn(seed);
      const { parts, rest } = await partByPart(records, toyRules, new Pace(), [], never);

      expect([seed, idsOf(parts)]).toEqual([seed, idsOf((await components(records, toyRules)).parts)]);
      expect(rest).toEqual([]);
    }
  });

  it('are components also when the time is over, and the rest is all that is left', async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const records = drawn(seed);
      const all = idsOf((await components(records, toyRules)).parts);
      const { parts, rest } = await partByPart(records, toyRules, new Pace(), [], (found) => found === 2);

      expect([seed, idsOf(parts)]).toEqual([seed, all.slice(0, 2)]);
      expect(new Set(rest.map(({ stored }) => stored.id))).toEqual(new Set(all.slice(2).flat()));
    }
  });

  it('need no pair judged anew that connects them', async () => {
    const records = Array.from({ length: 50 }, (_, index) => member(index, { exact: [], near: [`x${index}`] }));
    const { judged } = await partByPart(records, toyRules, new Pace(), [], never);
    let asked = 0;
    const counting = {
      ...toyRules,
      linked: (...pair: Parameters<typeof toyRules.linked>) => {
        asked += 1;
        return toyRules.linked(...pair);
      },
    };

    const { parts } = await partByPart(records, counting, new Pace(), judged, never);

    expect(parts.length).toBe(1);
    expect(asked).toBe(0);
  });

  it('of 50,000 records with one blocking key are found while the time lasts', async () => {
    const records = Array.from({ length: 50_000 }, (_, index) => member(index, { exact: [], near: [`x${3 * index}`] }));
    let asked = 0;

    const { parts, rest } = await partByPart(records, toyRules, new Pace(), [], () => {
      asked += 1;
      return asked > 500;
    });

    // All pairs would be 1,250 million; 500 were judged between two questions.
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThan(20);
    expect(rest.length).toBe(50_000 - parts.length);
  });
});
