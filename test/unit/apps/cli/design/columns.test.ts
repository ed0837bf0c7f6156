import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fieldNames } from '../../../../../apps/cli/design/field-names.ts';
import { idCandidates, isSure, nearlyId } from '../../../../../apps/cli/design/find-id.ts';
import { frequentValuesIn, placeholdersIn } from '../../../../../apps/cli/design/placeholders.ts';
import type { FileColumn } from '../../../../../apps/cli/files/column-summary.ts';
import { findDialect, unusualDialect } from '../../../../../apps/cli/files/csv-dialect.ts';
import { type Engine, openEngine } from '../../../../../apps/cli/files/engine.ts';
import { readHeader } from '../../../../../apps/cli/files/header.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { designRuleConfig } from '../../../../../src/workbench/design/design.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { column, numbered } from './file-columns.ts';

const directory = temporaryDirectory();

describe('findDialect', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
  });
  afterEach(() => engine.close());

  it.each([
    ['id,name\n1,a\n2,b\n', ',', '"', '"'],
    ['id;name;x\n1;a,b;c\n2;a,b;c\n3;a;c\n', ';', '"', '"'],
    ['id\tname\n1\ta\n', '\t', '"', '"'],
    ['id|name\n1|a\n', '|', '"', '"'],
    ['id^name\n1^a\n', '^', '"', '"'],
    ['id,name,x\n1,a,b\n2,b\n3,a,b,c\n4,a,b\n5,a,b\n', ',', '"', '"'],
    ["id,name,x\n1,'a,b',c\n2,'b,c',d\n", ',', "'", "'"],
    ['id,name\n1,"a \\"q\\" b"\n2,"x"\n', ',', '"', '\\'],
    ['id;address\n1;"12, Main"\n2;"13, Main"\n', ';', '"', '"'],
    ['name\nAda\nBob\n', ',', '"', '"'],
    ['time\n12:30\n12:45\n', ',', '"', '"'],
    ['id,name\n', ',', '"', '"'],
    ['id;text\n1;"a\nb;c"\n2;d\n', ';', '"', '"'],
  ])('of %j separates by %j, quotes by %s and escapes by %s', async (text, delimiter, quote, escaping) => {
    const file = await directory.write('dialect.csv', text);

    expect(await findDialect(engine, file, {})).toEqual({ delimiter, quote, escape: escaping, skipLines: 0 });
  });

  it('takes a delimiter that is given', async () => {
    const file = await directory.write('dialect.csv', 'a,b#c\n1,2#3\n');

    const dialect = await findDialect(engine, file, { delimiter: '#' });

    expect(dialect.delimiter).toBe('#');
    expect(unusualDialect(dialect)).toEqual({ delimiter: '#' });
    expect(unusualDialect({ delimiter: ',', quote: '"', escape: '"', skipLines: 0 })).toEqual({});
    expect(unusualDialect({ delimiter: ',', quote: '"', escape: '\\', skipLines: 0 })).toEqual({ escape: '\\' });
  });
});

describe('readHeader', () => {
  const header = async (text: string, given?: readonly string[]) =>
    readHeader(await directory.write('header.csv', text), {}, given);

  it('reads names without blanks around them, or takes given ones', async () => {
    expect(await header('id, name ,2024\n1,a,b\n')).toEqual(['id', 'name', '2024']);
    expect(await header('1,a\n2,b\n', ['id', 'name'])).toEqual(['id', 'name']);
  });

  it.each([
    ['1,2,3\n4,5,6\n', 'is no header but data: 1, 2, 3.', '--header name1,name2,name3'],
    ['Ada,1815-12-10\nBob,1900-01-02\n', 'is no header but data', '--header name1,name2'],
    ['Ada,ada@example.org\n', 'is no header but data', '--header'],
    ['id,a,b,a\n1,2,3,4\n', 'The columns 2 and 4 of', 'first row'],
    ['id,a,,\n1,2,3,4\n', 'have no name', 'first row'],
    ['\n1,2\n', 'its first line is blank', 'first row'],
  ])('refuses %j', async (text, message, hint) => {
    await expect(header(text)).rejects.toMatchObject({
      code: 'COLUMNS_INVALID',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
  });

  it('wants a name for every column', async () => {
    await expect(header('1,a,b\n', ['id', 'name'])).rejects.toThrow(
      '--header names 2 columns, and the first row has 3',
    );
  });
});

describe('idCandidates', () => {
  const rows = 50;
  const codes = numbered(rows, (index) => `C${1000 + index}`);
  const candidates = (...columns: readonly FileColumn[]) =>
    idCandidates(columns, rows).map(({ column: { title } }) => title);

  it.each(['id', 'ID', 'customer_number', 'Kundennummer', 'record id', 'uuid', 'rec_id', 'row key'])(
    'finds a unique column named %s beside others that are unique',
    (title) => {
      const others = Object.entries({
        email: (index: number) => `p${index}@example.org`,
        'birth date': (index: number) => `19${10 + index}-01-01`,
        latitude: (index: number) => `5${index}.1234`,
        ssn: (index: number) => `${100_000_000 + index}`,
        'created at': (index: number) => `2024-01-01T00:00:${index}`,
        'full name': (index: number) => `Name ${index}`,
      }).map(([other, value]) => column(other, numbered(rows, value)));

      expect(candidates(...others, column(title, codes))).toEqual([title]);
    },
  );

  it('prefers names to values, and the first column', () => {
    expect(candidates(column('thing', codes), column('thing id', codes), column('other', codes, 0))).toEqual([
      'thing id',
      'other',
      'thing',
    ]);
  });

  it('takes no column with a missing or repeated value, and no list', () => {
    expect(candidates(column('id', ['', ...codes.slice(1)]), column('key', [...codes.slice(1), codes[1]!]))).toEqual(
      [],
    );
    expect(idCandidates([{ ...column('id', codes), isList: true }], rows)).toEqual([]);
  });

  it('is sure of one that is far ahead', () => {
    const named = column('id', codes, 0);

    expect(isSure(idCandidates([named, column('thing', codes)], rows))).toBe(true);
    expect(isSure(idCandidates([column('a id', codes), column('b id', codes)], rows))).toBe(false);
    expect(isSure(idCandidates([column('thing', codes)], rows))).toBe(false);
    expect(isSure([])).toBe(false);
  });
});

describe('nearlyId', () => {
  it('is a column named id with few wrong rows', () => {
    const almost = column('id', [...numbered(99, (index) => `C${index}`), 'C5']);
    const grouped = numbered(100, (index) => `C${index % 50}`);

    expect(nearlyId([column('name', numbered(100, String)), almost], 100)).toMatchObject({ title: 'id' });
    expect(nearlyId([column('id', grouped)], 100)).toBeUndefined();
  });
});

describe('values that say little', () => {
  it.each([
    'N/A',
    'n.a.',
    'unknown',
    'UNBEKANNT',
    '-',
    '???',
    'xxx',
    '0',
    '0000',
    '9999',
    '1900-01-01',
    '01.01.1900',
    'test@example.org',
    '1111111',
    'keine Angabe',
  ])('include the placeholder %s', (value) => {
    expect(placeholdersIn([column('c', [value, value, 'x'])])).toEqual([{ column: 'c', value, count: 2 }]);
  });

  it.each(['Nan Goldin', 'Test Valley', '100', '1980-02-01', 'Noble', '12345'])('do not include %s', (value) => {
    expect(placeholdersIn([column('c', [value, value, 'x'])])).toEqual([]);
  });

  it('include what far more rows share, but not the values of a category', () => {
    const phones = [...numbered(300, (index) => `0${index}`), ...numbered(30, () => '0800 123')];
    const sexes = numbered(300, (index) => (index % 2 ? 'm' : 'f'));

    expect(frequentValuesIn([column('phone', phones), column('sex', sexes)])).toEqual([
      { column: 'phone', value: '0800 123', count: 30 },
    ]);
  });
});

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
