import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fieldNames } from '../../../../../apps/cli/design/field-names.ts';
import { designRuleConfig } from '../../../../../src/rules/design/design.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';

describe('fieldNames', () => {
  it.each([
    [
      ['First name', 'фамилия', '氏名', '2nd', '☃', 'id', 'ID'],
      ['First_name', 'familiya', 'ShiMing', 'f2nd', 'column_5', 'id_2', 'ID_3'],
    ],
    [
      ['a b', 'a-b', 'A_B'],
      ['a_b', 'a_b_2', 'A_B_3'],
    ],
    [
      ['https://x.org/onto/name', 'http://y.org/z#name', 'https://x.org/'],
      ['name', 'name_2', 'https_x_org'],
    ],
    [['address.city'], ['address_city']],
  ])('of %j are %j', (titles, names) => {
    expect(fieldNames(titles.map((title) => [title]))).toEqual(names);
  });

  it('name the steps of nested values, the same step the same', () => {
    const paths = [
      ['Le nom', 'Prénom'],
      ['Le nom', 'prenom'],
      ['mails', '*', 'à'],
      ['mails', '*', 'id'],
    ];

    expect(fieldNames(paths)).toEqual(['Le_nom.Prenom', 'Le_nom.prenom_2', 'mails.*.a', 'mails.*.id']);
  });

  it('are different names that the designer and a schema take as they are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 30 }), { minLength: 1, maxLength: 12 }),
        (titles) => {
          const names = fieldNames(titles.map((title) => [title]));
          const { fields, schema } = designRuleConfig({ fields: names.map((name) => ({ name, kind: 'fullName' })) });

          expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(titles.length);
          expect(fields.map(({ field }) => field.name)).toEqual(names);
          expect([...loadRecordSchema(schema).inputFields.keys()]).toEqual(['id', ...names]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
