import { describe, expect, it } from '@jest/globals';
import { openEngine } from '../../../../../apps/cli/files/engine.ts';
import { allRows } from '../../../../../apps/cli/files/file-table.ts';
import { objectReaderOf } from '../../../../../apps/cli/files/jsonl-records.ts';
import { readFileIntoTable } from '../../../../../apps/cli/files/open-table.ts';
import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

/** What is found in a file of these objects: the roles of its lists, and its columns. */
async function read(objects: readonly object[], asText: (objects: readonly object[]) => string = lines) {
  const file = await directory.write('objects.json', asText(objects));
  const engine = await openEngine();
  try {
    const { table } = await readFileIntoTable(engine, file, { seed: 1, workDirectory: directory.path() });
    const rows = await allOf(allRows(engine, table));
    return {
      roles: table.roles,
      columns: table.columns.map(({ steps }) => steps.join('.')),
      objects: rows.map((row) => ('object' in row ? row.object : '')),
    };
  } finally {
    engine.close();
  }
}

const lines = (objects: readonly object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('');
const many = (object: (index: number) => object) => Array.from({ length: 20 }, (_, index) => object(index));

const patients = many((index) => ({
  id: index,
  contact: {
    telecom: [
      { system: 'phone', value: `(03) 5555 60${10 + index}`, use: index % 2 === 0 ? 'home' : 'work' },
      { system: 'email', value: `p${index}@example.org` },
    ],
  },
}));

describe('lists of JSON objects by role', () => {
  it.each([
    ['lines', lines],
    ['a list', (objects: readonly object[]) => JSON.stringify(objects)],
  ])('are read as a list for each role, in %s', async (_, asText) => {
    const { roles, columns, objects } = await read(patients, asText);

    expect(roles).toEqual([{ list: ['contact', 'telecom'], by: 'system', of: ['phone', 'email'] }]);
    expect(columns).toEqual([
      'id',
      'contact.telecom.phone.*.value',
      'contact.telecom.phone.*.use',
      'contact.telecom.email.*.value',
    ]);
    expect(JSON.parse(objects[0]!)).toEqual({
      id: 0,
      contact: {
        telecom: { phone: [{ value: '(03) 5555 6010', use: 'home' }], email: [{ value: 'p0@example.org' }] },
      },
    });
  });

  it('are told by a type where its values have other forms, and not where they are all alike', async () => {
    const list = (type: (index: number) => string, value: (index: number) => string) =>
      many((index) => ({ contacts: [{ type: type(index), value: value(index) }] }));
    const isEven = (index: number) => index % 2 === 0;

    const mixed = list(
      (index) => (isEven(index) ? 'mail' : 'mobile'),
      (index) => (isEven(index) ? `p${index}@example.org` : `+44 20 7946 00${10 + index}`),
    );
    const phones = list(
      (index) => (isEven(index) ? 'home' : 'mobile'),
      (index) => `+44 20 7946 00${10 + index}`,
    );
    const data = list(
      (index) => `order ${index}`,
      (index) => (isEven(index) ? 'a@example.org' : '1'),
    );

    expect((await read(mixed)).columns).toEqual(['contacts.mail.*.value', 'contacts.mobile.*.value']);
    expect((await read(phones)).roles).toEqual([]);
    expect(
      (
        await read(
          data.concat(
            data,
            many((index) => ({ contacts: [{ type: `x${index}`, value: '1' }] })),
          ),
        )
      ).roles,
    ).toEqual([]);
  });

  it('keep numbers as they are written', async () => {
    const text = lines(patients).replaceAll('"id":', '"amount":1.10,"number":12345678901234567890,"id":');
    const { objects } = await read([], () => text);

    expect(objects[0]).toContain('"amount":1.10,"number":12345678901234567890,"id":0');
  });

  it('are loaded alike, without elements of other roles', () => {
    const roles = [{ list: ['telecom'], by: 'system', of: ['phone', 'constructor'] }];
    const nested = ['phone', 'constructor'].map((role) => ({
      steps: ['telecom', role, '*', 'value'],
      path: `${role}s.*`,
      type: 'text' as const,
    }));
    const reader = objectReaderOf({ roles, nested, columnsFile: 'columns.json', idColumn: 'id' });
    const text = JSON.stringify({
      id: '1',
      telecom: [
        { system: 'phone', value: '1' },
        { system: 'url', value: 'x' },
        { system: 'phone', value: '2' },
        { system: 'constructor', value: 'c' },
        { value: 'none' },
      ],
    });

    expect(reader(text, 1)).toEqual({ record: { id: '1', phones: ['1', '2'], constructors: ['c'] } });
    expect(reader('{"id":"2"}', 2)).toEqual({ record: { id: '2' } });
    expect(reader('{"id":"3","telecom":"none"}', 3)).toMatchObject({ problem: expect.stringContaining('telecom') });
  });
});
