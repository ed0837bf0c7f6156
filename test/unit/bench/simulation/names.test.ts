import { describe, expect, it } from '@jest/globals';
import { firstNames, type Names, surnames } from '../../../../bench/simulation/names.ts';
import { Random } from '../../../../bench/simulation/random.ts';

const sum = (names: Names, from: number, to: number): number => {
  let total = 0;
  for (let rank = from - 1; rank < to; rank++) total += names.shareOf(rank);
  return total;
};

describe('surnames', () => {
  const names = surnames();

  it('have the shares of the published classes', () => {
    expect(names.count).toBe(6_248_415);
    expect(sum(names, 1, 7)).toBeCloseTo(0.04, 2);
    expect(sum(names, 1, 275)).toBeCloseTo(0.262, 2);
    expect(sum(names, 1, 151_671)).toBeCloseTo(0.896, 2);
    expect(sum(names, 1, names.count)).toBeCloseTo(1, 9);
  });

  it('are the real ones first, made up behind them, and the same in every run', () => {
    expect(names.nameOf(0)).toBe('Smith');
    expect(names.nameOf(50_000)).toMatch(/^[A-Z][a-z]{2,}$/);
    expect(names.nameOf(50_000)).toBe(names.nameOf(50_000));
  });

  it('are drawn as often as their share says', () => {
    const random = new Random(3);
    let found = 0;
    for (let draw = 0; draw < 20_000; draw++) if (names.draw(random) < 275) found += 1;

    expect(found / 20_000).toBeCloseTo(sum(names, 1, 275), 1);
  });
});

describe('first names', () => {
  it.each([
    ['men', 1_219, 'James', 0.03318],
    ['women', 4_275, 'Mary', 0.02629],
  ] as const)('of %s have the published shares', (sex, covering, first, share) => {
    const names = firstNames(sex);

    expect(names.nameOf(0)).toBe(first);
    expect(names.shareOf(0)).toBe(share);
    expect(sum(names, 1, covering)).toBeCloseTo(0.9, 6);
    expect(sum(names, 1, names.count)).toBeCloseTo(1, 6);
  });
});
