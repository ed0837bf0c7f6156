import { describe, expect, it } from '@jest/globals';
import { RulesStatistics } from '../../../../../apps/cli/rules/statistics.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { deployedPeople, edits } from '../../../../setup/edited-people.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    firstName: index % 2 === 0 ? 'Ada' : 'Mary',
    lastName: `Name${index}`,
    email: index < 30 ? 'none@none.com' : `mail${index}@example.com`,
    phone: index < 19 ? '+44 20 7946 0000' : '',
  }));

function statisticsOf(count: number, edit = edits.scores) {
  const statistics = new RulesStatistics(compileRuleConfig(deployedPeople(edit).config));
  for (const person of people(count)) statistics.add(person);
  return statistics;
}

describe('statistics of what rules make of records', () => {
  it('counts records with a value, different values and the frequent ones of each resolver', () => {
    const resolvers = statisticsOf(100).resolvers();
    const of = (id: string) => resolvers.find(({ resolverID }) => resolverID === id)!;

    expect(of('FIRST_NAME')).toMatchObject({ records: 100, distinct: 2 });
    expect(of('FIRST_NAME').frequent).toEqual([
      { value: 'ada', atLeast: 50, atMost: 50 },
      { value: 'mary', atLeast: 50, atMost: 50 },
    ]);
    expect(of('EMAIL').frequent).toEqual([{ value: 'none@none.com', atLeast: 30, atMost: 30 }]);
    expect(of('POSTCODE')).toEqual({ resolverID: 'POSTCODE', records: 0, distinct: 0, frequent: [] });
  });

  it('shows no value of fewer than 20 records', () => {
    const phone = statisticsOf(100)
      .resolvers()
      .find(({ resolverID }) => resolverID === 'PHONE')!;

    expect(phone).toMatchObject({ records: 19, distinct: 1, frequent: [] });
  });

  it('names the keys that many records share, and the resolver that makes them', () => {
    const [blocking] = statisticsOf(100).sharedKeys(25);
    const [exact] = statisticsOf(100, edits.exact).sharedKeys(25);

    expect(blocking).toMatchObject({ exact: false, atLeast: 30, resolverID: 'EMAIL' });
    expect(blocking!.parts).toEqual([{ matcherID: 'SAME_EMAIL', part: 'none@none.com' }]);
    expect(exact).toMatchObject({ exact: true, atLeast: 30, resolverID: 'EMAIL' });
    expect(statisticsOf(100).sharedKeys(31)).toEqual([]);
  });
});
