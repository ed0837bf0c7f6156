import { beforeAll, describe, expect, it } from '@jest/globals';
import { peopleRules } from '../../../../bench/people-rules.ts';
import { KeyShares } from '../../../../bench/simulation/key-shares.ts';
import { compare, type Loaded, load } from '../../../../bench/simulation/load.ts';
import { Population } from '../../../../bench/simulation/population.ts';
import { forecast } from '../../../../bench/simulation/simulate.ts';

const RECORDS = 2_500;
const CAP = 20;

describe('the forecast of a population', () => {
  const rules = peopleRules();
  let shares: KeyShares;
  let loaded: Loaded;

  beforeAll(async () => {
    shares = new KeyShares(rules, new Population(RECORDS));
    loaded = await load(rules, RECORDS, { cap: CAP });
  });

  it('is what a real store of the same population holds', () => {
    const rows = compare(forecast(rules, shares, RECORDS, { cap: CAP }), loaded);

    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(({ isClose }) => !isClose)).toEqual([]);
  });

  it('is found wrong when it is of another population', () => {
    const rows = compare(forecast(rules, shares, RECORDS * 100, { cap: CAP }), loaded);

    expect(rows.some(({ isClose }) => !isClose)).toBe(true);
  });

  it('is the same for the same seed', () => {
    const options = { cap: CAP, households: 200 };

    expect(forecast(rules, shares, 1_000_000, options)).toEqual(forecast(rules, shares, 1_000_000, options));
  });
});
