import { describe, expect, it } from '@jest/globals';
import type { KeyPart } from '../../../../../src/rules/learning/blocking.ts';
import { chooseCover } from '../../../../../src/rules/learning/cover.ts';

const records = 100;
const part = (matcherID: string, item: number, value: (record: number) => readonly number[]): KeyPart => ({
  matcherID,
  item,
  bits: 6,
  parts: Array.from({ length: records }, (_, record) => Uint32Array.from(value(record))),
});

/** Records 0 and 1, 2 and 3, and so on are links. */
const evens = Array.from({ length: records / 2 }, (_, index) => index * 2);
const links = { first: evens, second: evens.map((record) => record + 1), worth: evens.map(() => 1) };
const options = { random: records, total: records, mostKeys: 4, mostCandidates: 50, overFrequent: 1_000 };

const rare = part('RARE', 0, (record) => [Math.floor(record / 2)]);
const half = part('HALF', 1, (record) => (record < 50 ? [Math.floor(record / 2)] : [1_000 + record]));
const other = part('OTHER', 2, (record) => (record < 50 ? [] : [Math.floor(record / 2)]));
const frequent = part('FREQUENT', 3, () => [1]);

const chosen = (parts: readonly KeyPart[], more = {}): string[] =>
  chooseCover(
    parts.map((own) => ({ parts: [own] })),
    links,
    { ...options, ...more },
  ).plans.map(({ parts: [first] }) => first!.matcherID);

describe('chooseCover', () => {
  it('chooses the plan that finds all links before those that find a part', () => {
    expect(chosen([half, other, rare])[0]).toBe('RARE');
  });

  it('combines plans that find different links', () => {
    const cover = chooseCover([{ parts: [half] }, { parts: [other] }], links, options);
    expect(cover.plans).toHaveLength(2);
    expect(cover.found).toBe(1);
  });

  it('leaves out a plan that finds only what another one finds, and takes an independent one', () => {
    const wide = { parts: [rare] };
    const narrow = { parts: [rare, half] };
    const independent = { parts: [other] };

    expect(chooseCover([narrow, wide, independent], links, options).plans).toEqual([wide, independent]);
  });

  it('replaces a plan by one that finds the same and more', () => {
    const narrow = { parts: [half, rare] };
    // Many candidates rank the wide plan behind the narrow one.
    const crowded = part('CROWDED', 4, (record) => [record < 50 ? Math.floor(record / 2) : 500]);
    const both = { parts: [crowded] };
    const within = { parts: [crowded, half] };

    expect(chooseCover([within, both], links, options).plans).toEqual([both]);
    expect(chooseCover([narrow, { parts: [rare] }], links, options).plans).toEqual([{ parts: [rare] }]);
  });

  it('spends no more keys than allowed', () => {
    expect(chosen([half, other], { mostKeys: 1.2 })).toHaveLength(1);
  });

  it('leaves out a plan with too many candidates', () => {
    expect(chosen([frequent, rare])).toEqual(['RARE']);
  });

  it('expects the candidates of all records from those of a sample', () => {
    expect(chosen([rare], { total: 10_000, mostCandidates: 20 })).toEqual([]);
  });

  it('leaves out keys that are over-frequent among all records', () => {
    expect(chosen([frequent], { mostCandidates: 1_000, overFrequent: 50 })).toEqual([]);
  });
});
