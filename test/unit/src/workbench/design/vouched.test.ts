import { describe, expect, it } from '@jest/globals';
import { designRuleConfig } from '../../../../../src/workbench/design/design.ts';
import { errorsOf, linkerOf } from './designed.ts';

/** Rows of a list of aliases: a person has one for each name. */
const made = designRuleConfig({
  fields: [{ name: 'name' }, { name: 'born', kind: 'birthDate' }, { name: 'npi' }, { name: 'entry', same: true }],
  nulls: ['-0-'],
});
const links = linkerOf(made);
const ada = { name: 'Ada Lovelace', born: '1815-12-10', npi: '1234567893', entry: 'aB7' };

describe('a field that the owner vouches for', () => {
  it('makes records with an equal value one entity, whatever else differs', () => {
    expect(errorsOf(made)).toEqual([]);
    expect(links(ada, { name: 'عدا لوفلايس', entry: 'aB7' })).toBe(true);
    expect(links(ada, { name: 'Augusta King', born: '1915-01-02', npi: '1245319599', entry: 'aB7' })).toBe(true);
  });

  it('tells upper from lower case, and no value is none', () => {
    const other = { name: 'Grace Hopper', born: '1906-12-09' };

    expect(links(ada, { ...other, entry: 'ab7' })).toBe(false);
    expect(links({ ...ada, entry: '-0-' }, { ...other, entry: '-0-' })).toBe(false);
    expect(links({ ...ada, entry: '' }, { ...other, entry: '' })).toBe(false);
  });

  it('says nothing against other values, and leaves the other rules as they are', () => {
    const { npi: _, ...known } = ada;

    expect(links(known, { ...known, entry: 'cD9' })).toBe(true);
    expect(links(ada, { ...ada, npi: '1245319599', entry: 'cD9' })).toBe(false);
    expect(made.rules.find(({ ruleID }) => ruleID === 'ONE_ENTRY')?.why).toBe(
      'Links records that share entry: you said that they are one entity.',
    );
  });
});
