import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linkedByRules } from '../../src/batch/linked-by-rules.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { learnDesign } from '../../src/workbench/learning/learn.ts';

type Row = Readonly<Record<string, string>>;

const pick = (list: readonly string[], index: number): string => list[index % list.length]!;
const given = ['Ada', 'Bela', 'Carl', 'Dora', 'Emil', 'Fay', 'Gus', 'Hedy', 'Ivo', 'Jo', 'Kit'];
const family = [
  'Abel',
  'Brunn',
  'Corda',
  'Dahl',
  'Ekman',
  'Falk',
  'Gruber',
  'Holm',
  'Ilves',
  'Janda',
  'Krug',
  'Lund',
  'Moor',
];
const words = ['granite', 'harbor', 'lantern', 'meadow', 'needle', 'orchard', 'pebble', 'quarry', 'ribbon', 'saddle'];

/** Every fifth record comes again, with one field changed or left out. */
function withDoubles(count: number, row: (index: number) => Row, again: (row: Row) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => (index % 6 === 5 ? again(row(index - 1)) : row(index)));
}

/** Several columns of one kind, some of them nearly empty, and two that contradict each other. */
const files: Readonly<Record<string, readonly Row[]>> = {
  'people, from which weights are learned': withDoubles(
    1_200,
    (index) => ({
      first_name: pick(given, index * 7 + Math.floor(index / 11)),
      last_name: pick(family, index * 5 + Math.floor(index / 13)),
      born: `19${40 + (index % 57)}-0${1 + (index % 9)}-${10 + (index % 18)}`,
      phone: `0301${100_000 + index * 37}`,
      phone2: index % 3 === 0 ? `0170${200_000 + index * 53}` : '',
      fax: index % 90 === 0 ? '03055512345' : '',
      email: index % 2 === 0 ? `p${index}@example.com` : '',
      age: String(20 + (index % 57)),
      age_in_years: String(21 + (index % 55)),
    }),
    ({ email, ...row }) => ({ ...row, phone: row['phone2'] === '' ? row['phone']! : '' }),
  ),
  'works with four years': withDoubles(
    400,
    (index) => ({
      title: `${pick(words, index)} of the ${pick(words, index * 3 + Math.floor(index / 10))} ${index}`,
      authors: `${pick(given, index)} ${pick(family, index * 3)}`,
      end_year: index % 200 === 0 ? '2001' : '',
      release_year: index % 2 === 0 ? String(1950 + (index % 60)) : '',
      start_year: index % 2 === 1 ? String(1950 + (index % 60)) : '',
      year: index % 4 === 0 ? String(1951 + (index % 50)) : '',
    }),
    (row) => ({ ...row, title: row['title']!.toUpperCase() }),
  ),
  'firms, whose columns have no ids': withDoubles(
    300,
    (index) => ({
      company: `${pick(family, index)} ${pick(words, index * 7)} ${index} GmbH`,
      'VAT number': `DE${100_000_000 + index * 7_919}`,
      'tax number': `${20_000_000 + index * 31}`,
      lat: (50 + index / 1_000).toFixed(4),
      lon: (8 + index / 700).toFixed(4),
      city: pick(['Köln', 'Bonn', 'Aachen', 'Trier', 'Mainz'], index),
    }),
    (row) => ({ ...row, city: '', company: row['company']!.replace(' GmbH', '') }),
  ),
};

/** The rules for the rows in this order of rows and columns. Empty cells are no values. */
async function rulesOf(rows: readonly Row[], columns: readonly string[], ids: readonly string[]): Promise<string> {
  const records = rows.map((row, index): RecordPayload => {
    const cells = columns.filter((name) => (row[name] ?? '') !== '').map((name) => [name, row[name]!] as const);
    return { id: ids[index]!, ...Object.fromEntries(cells) };
  });
  const { design } = await learnDesign({
    request: { fields: columns.map((name) => ({ name })) },
    records: async function* () {
      yield* records;
    },
    total: records.length,
    seed: 1,
    linkedByRules,
  });
  return JSON.stringify(design.ruleConfig);
}

describe('a design', () => {
  it.each(Object.entries(files))('is the same in every order of columns and rows: %s', async (_, rows) => {
    const columns = Object.keys(rows[0]!);
    const numbers = rows.map((_row, index) => `line-${index + 1}`);
    const rules = await rulesOf(rows, columns, numbers);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(columns, { minLength: columns.length }),
        fc.shuffledSubarray([...rows], { minLength: rows.length }),
        async (otherColumns, otherRows) => {
          expect(await rulesOf(otherRows, otherColumns, numbers)).toBe(rules);
        },
      ),
      { numRuns: 3 },
    );
  });
});
