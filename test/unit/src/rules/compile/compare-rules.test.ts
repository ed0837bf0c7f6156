import { describe, expect, it } from '@jest/globals';
import { compareRules } from '../../../../../src/rules/compile/compare-rules.ts';
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
    ['threshold', 'mixed', 'mixed'],
    ['relaxed', 'mixed', 'mixed'],
  ] as const)('say what the edit "%s" does to links: %s, and its way back: %s', (edit, there, back) => {
    const edited = compile(edits[edit]);

    expect([compareRules(former, edited).kind, compareRules(edited, former).kind]).toEqual([there, back]);
  });

  it('are told apart by keys alone where resolvers change places', () => {
    expect(compareRules(former, compile(edits.reordered)).kind).toBe('keys');
  });
});
