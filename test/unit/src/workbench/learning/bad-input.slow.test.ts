import { describe, expect, it } from '@jest/globals';
import { britishPeople } from '../../../../../bench/quality/british-people.ts';
import { pairwiseQuality } from '../../../../../bench/quality/pairwise.ts';
import { linkedByRules } from '../../../../../src/batch/linked-by-rules.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { NothingToCompareError } from '../../../../../src/workbench/design/design.ts';
import { learnDesign } from '../../../../../src/workbench/learning/learn.ts';

type Row = Readonly<Record<string, string>>;

const pick = (list: readonly string[], index: number): string => list[index % list.length]!;
const given = ['Ada', 'Bela', 'Carl', 'Dora', 'Emil', 'Fay', 'Gus', 'Hedy', 'Ivo', 'Jo', 'Kit', 'Lea'];
const words = ['Granite', 'Harbor', 'Lantern', 'Meadow', 'Needle', 'Orchard', 'Pebble', 'Quarry', 'Ribbon', 'Saddle'];

/** Rows with the number of the thing that each describes. */
type Described = readonly (readonly [thing: number, row: Row])[];

const rows = (count: number, row: (index: number) => Row): Described =>
  Array.from({ length: count }, (_, index) => [index, row(index)] as const);

const people = britishPeople(1_300);
const originals = people.records.filter(({ id }) => people.truth.get(id!) === id).slice(0, 1_100);
const withoutID = ({ id: _, ...row }: Row): Row => row;

const person = (index: number): Row => ({
  first_name: pick(given, index * 7 + Math.floor(index / 12)),
  last_name: `${pick(words, index * 3)}${pick(['son', 'er', 'man', 'ley', 'wick', 'ton', 'ford'], Math.floor(index / 10))}`,
  email: `p${index}@firm${index % 41}.example`,
  phone: `0301 ${String(4_000_000 + index * 7_919).slice(0, 7)}`,
});

const firm = (index: number): Row => ({
  company: `${pick(words, index)} ${pick(words, Math.floor(index / 10) + 3)} ${pick(given, index * 5)} ${index} GmbH`,
  street: `${pick(words, index * 7)} Street ${1 + (index % 190)}`,
  city: pick(['Leeds', 'York', 'Hull', 'Bath', 'Derby'], index),
});

/** Files that teach something wrong, and what must come out. */
const files: Readonly<Record<string, Described>> = {
  'one household': rows(24, (index) => ({
    first_name: pick(given, index),
    last_name: 'Example',
    street: '1 Oak Street',
    city: 'Leeds',
    phone: '0113 4960000',
    birth_date: `19${40 + index * 2}-0${1 + (index % 9)}-1${index % 9}`,
  })),
  'nobody has a duplicate': originals.map((row, index) => [index, withoutID(row)] as const),
  'everybody has one': originals.flatMap((row, index) => [
    [index, withoutID(row)] as const,
    [index, { ...withoutID(row), phone: '' }] as const,
  ]),
  'all values are equal but one': rows(300, (index) => ({
    first_name: 'Ada',
    last_name: 'Example',
    city: 'Leeds',
    email: `p${index}@example.com`,
  })),
  'eighty columns of 0 beside people': rows(300, (index) => ({
    ...person(index),
    ...Object.fromEntries(Array.from({ length: 80 }, (_, column) => [`flag_${column}`, '0'])),
  })),
  'a register number that a form fills in': rows(1_200, (index) => ({
    ...firm(index),
    vat_id: index % 3 === 0 ? 'DE999999990' : `DE${123_456_000 + index * 7}`,
  })),
  'two birthdays that contradict each other': rows(300, (index) => ({
    ...person(index),
    birth_date: `19${40 + (index % 57)}-0${1 + (index % 9)}-1${index % 9}`,
    dob: `19${41 + ((index * 5) % 56)}-0${1 + ((index * 2) % 9)}-2${(index * 3) % 9}`,
  })),
  'amounts in a column called number': rows(600, (index) => ({ ...firm(index), number: `${index % 7}00.50` })),
};

/** How well the designed rules resolve the rows. */
async function resolved(described: Described) {
  const records = described.map(([, row], index): RecordPayload => {
    const cells = Object.entries(row).filter(([, value]) => value !== '');
    return { id: String(index), ...Object.fromEntries(cells) };
  });
  const learned = await learnDesign({
    request: { fields: [...new Set(described.flatMap(([, row]) => Object.keys(row)))].map((name) => ({ name })) },
    records: async function* () {
      yield* records;
    },
    total: records.length,
    seed: 1,
    linkedByRules,
  });
  const sets = linkedByRules(learned.design, records);
  const found = new Map(records.map((_, index) => [String(index), String(sets.find(index))]));
  return pairwiseQuality(found, new Map(described.map(([thing], index) => [String(index), String(thing)])));
}

describe('a design for records of which', () => {
  it.each(Object.entries(files))('%s', async (_what, described) => {
    const { precision, recall } = await resolved(described);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  it('all columns are 0 is refused', async () => {
    const zeros = Object.fromEntries(Array.from({ length: 80 }, (_, column) => [`flag_${column}`, '0']));
    await expect(resolved(rows(100, () => zeros))).rejects.toThrow(NothingToCompareError);
  });
});
