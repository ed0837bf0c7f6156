import { describe, expect, it } from '@jest/globals';
import {
  chosenColumns,
  columnsOfRecord,
  fieldOf,
  renamed,
  selectionOfColumns,
} from '../../../../../apps/cli/export/columns.ts';
import type { SelectableType, TypeReference } from '../../../../../src/graphql/queries/record-selection.ts';

const named = (name: string): TypeReference => ({ kind: 'SCALAR', name });
const list = (ofType: TypeReference): TypeReference => ({ kind: 'LIST', name: null, ofType });
const required = (ofType: TypeReference): TypeReference => ({ kind: 'NON_NULL', name: null, ofType });

function typesOf(types: Readonly<Record<string, Readonly<Record<string, TypeReference>>>>) {
  return new Map<string, SelectableType>(
    Object.entries(types).map(([name, fields]) => [
      name,
      {
        name,
        kind: name.startsWith('Enum') ? 'ENUM' : 'OBJECT',
        fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
      },
    ]),
  );
}

const types = typesOf({
  Record: {
    id: required(named('ID')),
    name: named('String'),
    born: named('Date'),
    age: named('Int'),
    weight: named('Float'),
    active: required(named('Boolean')),
    tags: list(required(named('String'))),
    grid: list(list(named('String'))),
    counts: list(named('Int')),
    free: named('JSON'),
    color: named('EnumColor'),
    address: named('Address'),
    friends: list(named('Record')),
  },
  Address: { city: named('String'), country: named('Country') },
  Country: { code: named('String') },
  EnumColor: {},
});

describe('columnsOfRecord', () => {
  it('gives each value of a record a column with its type, in the order of the schema', () => {
    const columns = columnsOfRecord(types);

    expect(columns.filter(({ name }) => name !== 'friends').map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'name: text',
      'born: text',
      'age: integer',
      'weight: number',
      'active: boolean',
      'tags: texts',
      'grid: json',
      'counts: json',
      'free: json',
      'color: text',
      'address.city: text',
      'address.country.code: text',
    ]);
    expect(columns.find(({ name }) => name === 'friends')).toMatchObject({ type: 'json' });
  });

  it('selects what the columns need, each object once', () => {
    const columns = chosenColumns(columnsOfRecord(types), 'address, name');

    expect(columns.map(({ name }) => name)).toEqual(['name', 'address.city', 'address.country.code']);
    expect(selectionOfColumns(columns)).toBe('{ id name address { city country { code } } }');
    expect(selectionOfColumns([])).toBe('{ id }');
  });

  it('reads the values of a record', () => {
    const [, city, code] = chosenColumns(columnsOfRecord(types), 'name,address');
    const record = { id: '1', address: { city: 'Rome', country: null } };

    expect([fieldOf(record, city!), fieldOf(record, code!), fieldOf({ id: '2' }, city!)]).toEqual([
      'Rome',
      undefined,
      undefined,
    ]);
  });
});

describe('chosenColumns', () => {
  it('takes the id for granted, and suggests a field for a misspelled one', () => {
    const all = columnsOfRecord(types);

    expect(chosenColumns(all, 'id')).toEqual([]);
    expect(chosenColumns(all, 'all')).toBe(all);
    expect(() => chosenColumns(all, 'nmae')).toThrow('--fields names "nmae", which records do not have.');
    expect(() => chosenColumns(all, 'nmae')).toThrow(expect.objectContaining({ hint: 'Did you mean name?' }));
    expect(() => chosenColumns(all, '')).toThrow(expect.objectContaining({ code: 'EXPORT_OPTIONS_INVALID' }));
  });
});

describe('renamed', () => {
  it('leaves the names of the export to the export', () => {
    const fields = typesOf({
      Record: {
        entity_id: named('String'),
        record_entity_id: named('String'),
        Entity_ID: named('String'),
        size: named('Int'),
      },
    });

    expect(renamed(columnsOfRecord(fields), ['entity_id', 'size']).map(({ name }) => name)).toEqual([
      'record_record_entity_id',
      'record_entity_id',
      'Entity_ID',
      'record_size',
    ]);
  });
});
