import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import type { IndexKey, RecordPayload } from '../../../../../src/rules/types.ts';
import { documentOf, fieldOnly, rule } from './people.ts';

const simple = (id: string) => ({ id, type: 'simple', attributes: { resolverID: id } });

const rules = compileRuleConfig(
  documentOf({
    fields: ['name', 'mail', 'city', 'born', 'phone'],
    matchers: [
      ...['name', 'mail', 'city', 'born', 'phone'].map(simple),
      { id: 'bornOrEmpty', type: 'orempty', attributes: { matcherID: 'born' } },
    ],
    rules: [
      rule('NAME', ['name']),
      rule('NAME_CITY_PHONE', ['name', 'city', 'phone']),
      rule('NAME_BORN', ['name', 'born']),
      rule('NAME_IN', ['name', 'city'], { disableIndexMatcherIDs: ['city'] }),
      rule('MAIL', ['mail']),
      rule('MAIL_BORN', ['mail', 'bornOrEmpty']),
    ],
    index: ['NAME', 'NAME_CITY_PHONE', 'NAME_BORN', 'MAIL'],
    link: ['MAIL'],
    search: ['NAME', 'NAME_CITY_PHONE', 'NAME_BORN', 'NAME_IN', 'MAIL', 'MAIL_BORN'],
  }),
  fieldOnly,
);

/** What a search says when its keys by the name alone are over-frequent. */
function askWith(parameters: RecordPayload) {
  const prepared = rules.prepareSearch(parameters, 'default');
  const { plan } = prepared.keys.find(({ plan }: IndexKey) => plan.ruleIDs.includes('NAME'))!;
  return { add: prepared.fieldsToAdd!(new Set([plan])), served: prepared.rulesServedBy!(plan) };
}

describe('a search by a value that too many share', () => {
  it('wants what other rules lack that read a given field, the fewest first', () => {
    expect(askWith({ name: 'anna' }).add).toEqual(['born', 'city', 'phone']);
  });

  it('wants nothing that is given, and nothing of a rule that lacks nothing', () => {
    expect(askWith({ name: 'anna', born: '1980-01-01', city: 'kassel' }).add).toEqual(['phone', 'mail']);
  });

  it('names the rules that find by that value and can be satisfied', () => {
    expect(askWith({ name: 'anna' }).served).toEqual(['NAME']);
    expect(askWith({ name: 'anna', city: 'kassel' }).served).toEqual(['NAME', 'NAME_IN']);
  });
});
