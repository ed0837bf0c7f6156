import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { minimumCut } from '../../src/entities/decisions/minimum-cut.ts';
import { readRecord, recordItem } from '../../src/entities/items/record.ts';
import { Pace } from '../../src/entities/pace.ts';
import { components, isLinkRemoved, type MemberRecord, memberOf } from '../../src/entities/read/components.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';

const LIMITS = { links: 100, pairs: 10_000 };

type Removed = ReadonlyMap<string, readonly string[]>;
interface Drawn {
  readonly exact: readonly string[];
  readonly near: readonly string[];
}

const idOf = (position: number): string => `r${position}`;

function members(drawn: readonly Drawn[], removed: Removed = new Map()): MemberRecord[] {
  return drawn.map((content, position) => {
    const id = idOf(position);
    const stored = {
      id,
      document: JSON.stringify({ id, ...content }),
      digest: id,
      node: 'n',
      recordVersion: `${id}.0000`,
      operation: id,
      removedLinks: removed.get(id) ?? [],
      groups: [],
    };
    return memberOf(toyRules, readRecord(recordItem(stored)));
  });
}

const payloadOf = ({ stored }: MemberRecord) => JSON.parse(stored.document) as Record<string, unknown> & { id: string };

/** Fewest links over all ways to put the records on two sides, with `r0` and `r1` on different ones. */
function fewest(records: readonly MemberRecord[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let sides = 0; sides < 2 ** (records.length - 2); sides++) {
    const sideOf = (position: number) => (position < 2 ? position : (sides >> (position - 2)) & 1);
    let crossing = 0;
    for (const [first, a] of records.entries()) {
      for (const [second, b] of records.entries()) {
        if (first >= second || sideOf(first) === sideOf(second) || isLinkRemoved(a.stored, b.stored)) continue;
        if (toyLinked(payloadOf(a), payloadOf(b))) crossing += 1;
      }
    }
    least = Math.min(least, crossing);
  }
  return least;
}

const content = fc.record({
  exact: fc.subarray(['a', 'b', 'c', 'd']),
  near: fc.subarray(['x1', 'x2', 'x4', 'y1', 'y2']),
});

describe('the minimum cut', () => {
  it('has as many links as the smallest of all cuts, and parts the two records', async () => {
    const drawn = fc.array(content, { minLength: 2, maxLength: 8 });
    const pairs = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(drawn, pairs, async (contents, apart) => {
        const removed = new Map(
          apart
            .filter(([a, b]) => a !== b && a < contents.length && b < contents.length)
            .map(([a, b]): [string, string[]] => [idOf(a), [idOf(b)]]),
        );
        const records = members(contents, removed);
        const cut = await minimumCut(records, toyRules, { a: 'r0', b: 'r1' }, LIMITS, new Pace());
        if (!('links' in cut)) throw new Error(`exceeds ${cut.exceeds}`);
        expect(cut.links).toHaveLength(fewest(records));

        const also = new Map(removed);
        for (const { a, b } of cut.links) also.set(a, [...(also.get(a) ?? []), b]);
        const { parts } = await components(members(contents, also), toyRules);
        const first = parts.find((part) => part.some(({ stored }) => stored.id === 'r0'))!;
        expect(first.some(({ stored }) => stored.id === 'r1')).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('ends at its limits', async () => {
    const clique = members(Array.from({ length: 30 }, () => ({ exact: ['a'], near: ['x1'] })));
    const ask = (limits: typeof LIMITS) => minimumCut(clique, toyRules, { a: 'r0', b: 'r1' }, limits, new Pace());
    expect(await ask({ links: 28, pairs: 10_000 })).toEqual({ exceeds: 'links' });
    expect(await ask({ links: 29, pairs: 10_000 })).toMatchObject({ links: { length: 29 } });
    expect(await ask({ links: 100, pairs: 434 })).toEqual({ exceeds: 'pairs' });
  });
});
