import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { designRuleConfig } from '../../../../../src/workbench/design/design.ts';
import type { FieldKind } from '../../../../../src/workbench/design/field-kind.ts';

/** The first level of the evidence of a field that two values satisfy, in a design that has seen samples of it. */
function levelOf(kind: FieldKind, samples: readonly string[], country?: string) {
  const { ruleConfig, evidence } = designRuleConfig({
    fields: [
      { name: 'name', kind: 'fullName' },
      { name: 'value', kind },
    ],
    sampleRecords: samples.map((value, index) => ({ name: `Person ${index}`, value })),
    country,
  });
  const { levels } = evidence.find(({ fields }) => fields.includes('value'))!;
  const probes = levels.map(([id]) => ({ id: `LEVEL ${id}`, matcherIDs: [id] }));
  const document = { ...ruleConfig, rules: [...(ruleConfig['rules'] as object[]), ...probes] };
  const rules = compileRuleConfig(lintRuleConfig(document).config!);
  return (a: string, b: string): string | undefined => {
    const [left, right] = [a, b].map((value) => rules.resolve({ id: value, value }));
    const satisfied = levels.find(([id]) =>
      rules.parts.rules.find((rule) => rule.id === `LEVEL ${id}`)!.matchers[0]!.satisfied(left!, right!),
    );
    return satisfied?.[0];
  };
}

describe('birthdays of which only a part is known', () => {
  const samples = ['1980-05-03', '00.05.1980', '1980', '31/12/1975'];
  const level = levelOf('birthDate', samples);

  it.each([
    ['1980', '1980-05-03', 'BIRTH_YEAR_ALONE'],
    ['00/00/1980', '1980', 'BIRTH_YEAR_ALONE'],
    ['dd/mm/1980', '03.05.1980', 'BIRTH_YEAR_ALONE'],
    ['circa 1980', '1980-05', 'BIRTH_YEAR_ALONE'],
    ['00.05.1980', '1980-05-03', 'BIRTH_MONTH'],
    ['May 1980', '1980-05-00', 'BIRTH_MONTH'],
  ])('are evidence for as much as is known: %s and %s', (a, b, expected) => {
    expect([level(a, b), level(b, a)]).toEqual([expected, expected]);
  });

  it.each([
    ['1980-05', '1980-07-01'],
    ['00/00/1980', '00/00/1981'],
    ['1961', '1980-05-03'],
    ['0000-00-00', '0000-00-00'],
  ])('say nothing for %s and %s', (a, b) => {
    expect(level(a, b)).toBeUndefined();
  });

  it('are read in the order that the column shows, whatever the country', () => {
    const dayFirst = levelOf('birthDate', ['31/12/1975', '03/04/1980', '04/03/1980'], 'US');
    const monthFirst = levelOf('birthDate', ['12/31/1975', '03/04/1980', '04/03/1980'], 'GB');

    expect(dayFirst('03/04/1980', '1980-04-03')).toBe('SAME_BIRTH_DATE');
    expect(monthFirst('03/04/1980', '1980-03-04')).toBe('SAME_BIRTH_DATE');
  });
});

describe('postcodes that lost their zeros', () => {
  it('are equal to those that have them, also with the last four digits of the United States', () => {
    const level = levelOf('postcode', ['01067', '1067']);
    const ofStates = levelOf('postcode', ['02134', '2134'], 'US');

    expect(level('01067', '1067')).toBe('SAME_POSTCODE');
    expect(level('00-950', '950')).toBe('SAME_POSTCODE');
    expect(level('SW1A 1AA', 'sw1a1aa')).toBe('SAME_POSTCODE');
    expect(ofStates('02134-1234', '2134')).toBe('SAME_POSTCODE');
    expect(ofStates('021341234', '2134-9999')).toBe('SAME_POSTCODE');
    expect(ofStates('00501', '501')).toBe('SAME_POSTCODE');
    expect(level('00000', '00000')).toBeUndefined();
  });
});

describe('phones in cells of lists', () => {
  const level = levelOf('phone', ['202.555.0123/0124', '+503 2222 2222', '030/2312589']);

  it('are compared by the whole number in front of a slash', () => {
    expect(level('202.555.0123/0124', '(202) 555-0123')).toBe('SAME_PHONE');
    expect(level('030/2312589', '0302312589')).toBe('SAME_PHONE');
  });

  it('are compared where one digit repeats in a range that is in use', () => {
    const others = levelOf('phone', ['+1 222 222 2222', '020 7946 0018']);

    expect(level('+503 2222 2222', '+503 2222-2222')).toBe('SAME_PHONE');
    expect(level('+503 1111 1111', '+503 1111 1111')).toBeUndefined();
    expect(others('+1 222 222 2222', '+1 222 222 2222')).toBeUndefined();
  });
});
