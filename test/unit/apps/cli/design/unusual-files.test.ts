import { describe, expect, it } from '@jest/globals';
import { nullMarkers } from '../../../../../apps/cli/design/null-markers.ts';
import { namesColumns } from '../../../../../apps/cli/files/header.ts';
import { column, numbered } from './file-columns.ts';

const rows = 400;
const each = (value: (index: number) => string) => numbered(rows, value);
/** A column whose value is the marker in every so many rows. */
const having = (title: string, marker: string, every: number, value: (index: number) => string, position = 1) =>
  column(
    title,
    each((index) => (index % every === 0 ? marker : value(index))),
    position,
  );
const dates = (title: string, marker: string, every = 9) =>
  having(title, marker, every, (index) => `19${10 + (index % 80)}-01-0${1 + (index % 9)}`);
const mails = (title: string, marker: string, every = 9) =>
  having(title, marker, every, (index) => `p${index}@example.org`);
const family = ['Smith', 'Jones', 'Weber', 'Haas', 'Klein', 'Roth', 'Vogel', 'Stein', 'Lang'];
const names = (title: string, marker: string, every: number) =>
  having(title, marker, every, (index) => family[index % family.length]!);

const valuesOf = (...columns: Parameters<typeof nullMarkers>[0]) =>
  nullMarkers(columns, rows, []).markers.map(({ value }) => value);

describe('nullMarkers', () => {
  it.each(['-0-', '<UNAVAIL>', '\\N', '(null)', '#N/A', '#NV', '0000-00-00', '00/00/0000', 'N/A', '<NA>', '[NULL]'])(
    'knows %s, wherever it is',
    (marker) => {
      expect(valuesOf(names('last_name', marker, 50))).toEqual([marker]);
    },
  );

  it('finds a word by the columns in which it is no value, and keeps the people who are called so', () => {
    // 45 cells of the dates are NULL, and the names of four people.
    const columns = [dates('born', 'NULL'), names('last_name', 'NULL', 100), names('remark', 'NULL', 3)];

    const { markers, keeps } = nullMarkers(columns, rows, []);

    expect(markers).toEqual([
      {
        value: 'NULL',
        columns: [
          { column: 'born', count: 45 },
          { column: 'remark', count: 134 },
        ],
      },
    ]);
    expect([...keeps]).toEqual([['last_name', ['NULL']]]);
  });

  it.each([
    ['a family name', names('last_name', 'Null', 100)],
    ['a frequent family name', names('last_name', 'Na', 5)],
    ['a given name', names('first_name', 'NA', 20)],
    [
      'zeros',
      column(
        'count',
        each((index) => String(index % 3)),
      ),
    ],
    [
      'flags',
      column(
        'active',
        each((index) => 'YN'[index % 2]!),
      ),
    ],
    [
      'blood groups',
      column(
        'blood',
        each((index) => '+-'[index % 2]!),
      ),
    ],
  ])('keeps %s', (_what, one) => {
    expect(valuesOf(one, dates('born', ''), mails('mail', ''))).toEqual([]);
  });

  it('finds signs, and any text that columns of unlike values share', () => {
    expect(valuesOf(names('middle_name', '*', 9))).toEqual(['*']);
    expect(valuesOf(dates('born', 'see notes'), mails('mail', 'see notes'))).toEqual(['see notes']);
    expect(valuesOf(dates('born', 'see notes'), dates('died', 'see notes'))).toEqual([]);
  });

  it('takes what the reader says for one in every column', () => {
    const { markers, keeps } = nullMarkers([names('last_name', 'Smith', 9)], rows, ['Smith', 'never']);

    expect(markers.map(({ value, columns }) => [value, columns])).toEqual([
      ['Smith', [{ column: 'last_name', count: expect.any(Number) }]],
      ['never', []],
    ]);
    expect(keeps.size).toBe(0);
  });
});

const table = (text: string) => text.split('\n').map((line) => line.split(';'));
const [customers, official, people, places] = [
  'C001;Müller;Hans;Berlin\nC002;Maier;Anna;Hamburg\nC003;Schulz;Karl;Bonn',
  '3084;SHAWEL, B;individual;CUBA\n6072;RENMAR LTD;company;IRAN\n2790;HULMAR, D;individual;CUBA\n11;X, Y;company;IRAN',
  'Ada;Smith;1815-12-10\nBob;Jones;1900-01-02\nCyd;Weber;1901-02-03',
  'Berlin;BE;10115\nHamburg;HH;20095\nBremen;HB;28195',
];

describe('namesColumns', () => {
  it.each([customers, official, people, places])('takes a record for none: %j', (text) => {
    const [first = [], ...others] = table(text);

    expect(namesColumns(first, others)).toBe(false);
  });

  it.each([
    ['Kundennr;Nachname;Vorname;Ort', customers],
    ['ent_num;SDN_Name;SDN_Type;Program', official],
    ['given;family;born', people],
    ['city;code;zip', places],
    ['имя;фамилия;дата', people],
    ['country;2019;2020;2021', 'Chad;1.5;2.5;3\nMali;4;5;6.5\nNiger;7;8;9'],
  ])('takes names for names: %s', (header, text) => {
    expect(namesColumns(header.split(';'), table(text))).toBe(true);
  });

  it('sees a header that is repeated among the rows', () => {
    expect(namesColumns(['id', 'name'], table('id;name\n1;Ada\n2;Bob\nid;name\n3;Cyd'))).toBe(true);
  });

  it.each(['Müller;Hans\nMaier;Anna\nSchulz;Karl', 'Ада;Лондон\nБоб;Париж\nСид;Рим'])('leaves %j open', (text) => {
    const [first = [], ...others] = table(text);

    expect(namesColumns(first, others)).toBeUndefined();
  });
});
