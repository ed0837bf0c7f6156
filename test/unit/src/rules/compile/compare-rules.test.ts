import { describe, expect, it } from '@jest/globals';
import { compareRules, joiningPlans } from '../../../../../src/rules/compile/compare-rules.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { deployedPeople, type Edit, edits } from '../../../../setup/edited-people.ts';

const compile = (edit?: Edit) => compileRuleConfig(deployedPeople(edit).config);
const former = compile();

describe('two rule-configs', () => {
  it('share every key plan where only searches and scores differ', () => {
    const compared = compareRules(former, compile(edits.scores));

    expect(compared).toMatchObject({ added: [], gone: [], linksChange: false, isAlike: true });
    expect(compared.shared.length).toBe(former.parts.plans.length);
  });

  it('differ in the plan whose key has to carry a value more', () => {
    const compared = compareRules(former, compile(edits.tightened));

    expect(compared.shared.length).toBe(former.parts.plans.length - 1);
    const ruleIDs = ['EMAIL', 'EMAIL_NAME'];
    expect(compared.gone).toEqual([{ ruleIDs, exact: false, carried: ['FIRST_NAME', 'BIRTHDAY'] }]);
    expect(compared.added).toEqual([{ ruleIDs, exact: false, carried: ['FIRST_NAME', 'BIRTHDAY', 'POSTCODE'] }]);
    expect(compared).toMatchObject({ linksChange: true, isAlike: false });
  });

  it('differ in what is linked, though they share every plan', () => {
    const compared = compareRules(former, compile(edits.threshold));

    expect(compared).toMatchObject({ added: [], gone: [], linksChange: true, isAlike: false });
  });

  it('are what they are called whichever was first', () => {
    const [there, back] = [compareRules(former, compile(edits.exact)), compareRules(compile(edits.exact), former)];

    expect([there.added, there.gone]).toEqual([back.gone, back.added]);
    expect(there.added).toEqual([{ ruleIDs: ['EMAIL', 'EMAIL_NAME'], exact: true, carried: [] }]);
  });

  it.each([
    ['scores', 'search', 'search'],
    ['exact', 'loosened', 'tightened'],
    ['tightened', 'tightened', 'loosened'],
    ['threshold', 'tightened', 'loosened'],
    ['relaxed', 'mixed', 'mixed'],
  ] as const)('say what the edit "%s" does to links: %s, and its way back: %s', (edit, there, back) => {
    const edited = compile(edits[edit]);

    expect([compareRules(former, edited).kind, compareRules(edited, former).kind]).toEqual([there, back]);
  });

  it.each([
    ['ownKey', [['SAME_NAMES']], []],
    ['exact', [['EMAIL', 'EMAIL_NAME']], [['EMAIL', 'EMAIL_NAME']]],
    ['threshold', [], [['EMAIL', 'EMAIL_NAME'], ['PHONE', 'PHONE_NAME'], ['BIRTHDAY_LAST_NAME'], ['POSTCODE_NAME']]],
    ['tightened', [['EMAIL', 'EMAIL_NAME']], [['EMAIL', 'EMAIL_NAME']]],
    ['scores', [], []],
  ] as const)('can join by those keys of which less is demanded: %s, and its way back', (edit, there, back) => {
    const edited = compile(edits[edit]);
    const joining = (from: typeof former, to: typeof former) => {
      const joins = joiningPlans(from, to);
      return to.parts.plans.filter((plan) => joins(plan)).map(({ ruleIDs }) => ruleIDs);
    };

    expect([joining(former, edited), joining(edited, former)]).toEqual([there, back]);
  });

  it('are tightened where the least sum of weights rises, and mixed where weights change as well', () => {
    const weighing = (threshold: number, weight = 3) =>
      compile((document) => {
        const evidence = [{ matcherIDs: ['FIRST_NAME_LOOKS'], weights: [weight] }];
        document.matchers.push({ id: 'SUM', type: 'weighted', attributes: { threshold, evidence } });
        document.rules.find(({ id }: { id: string }) => id === 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL', 'SUM'];
      });
    const [low, high] = [weighing(1), weighing(2)];

    expect(compareRules(low, high)).toMatchObject({ kind: 'tightened', added: [], gone: [], linksChange: true });
    expect(compareRules(high, low).kind).toBe('loosened');
    expect(compareRules(low, weighing(2, 4)).kind).toBe('mixed');
  });

  it('are mixed where one threshold rises and another falls', () => {
    const looking = (first: number, last: number) =>
      compile((document) => {
        const comparer = (id: string, threshold: number) => ({
          id,
          type: 'similarity',
          attributes: { algorithm: 'jaroWinkler', threshold },
        });
        document.comparers.push(comparer('FIRST', first), comparer('LAST', last));
        for (const [id, comparerID] of [
          ['FIRST_NAME_LOOKS', 'FIRST'],
          ['LAST_NAME_ONE_TYPO', 'LAST'],
        ]) {
          document.matchers.find((matcher: { id: string }) => matcher.id === id).attributes.comparerID = comparerID;
        }
      });
    const former = looking(0.85, 0.85);

    expect(compareRules(former, looking(0.9, 0.8)).kind).toBe('mixed');
    expect(compareRules(former, looking(0.9, 0.9)).kind).toBe('tightened');
    expect(compareRules(former, looking(0.8, 0.8)).kind).toBe('loosened');
  });

  it('are told apart by keys alone where resolvers change places', () => {
    expect(compareRules(former, compile(edits.reordered)).kind).toBe('keys');
  });
});
