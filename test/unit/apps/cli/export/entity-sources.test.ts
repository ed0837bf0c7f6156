import { describe, expect, it } from '@jest/globals';
import { ownNames, renamed } from '../../../../../apps/cli/export/columns.ts';
import { crosswalkContent, entityContent, recordContent } from '../../../../../apps/cli/export/content.ts';
import { confidenceOf } from '../../../../../apps/cli/export/entity-sources.ts';
import { csvEncoder, jsonlEncoder } from '../../../../../apps/cli/export/row-encoder.ts';
import { defaultRule } from '../../../../../apps/cli/export/survivorship.ts';

const sources = { names: ['crm', 'shop'], withoutDuplicates: [] };
const field = (name: string) => ({ name, path: name.split('.'), type: 'text', selection: '' }) as const;
const link = (a: string, b: string, score: number) => ({ a, b, rule: 'R', group: 'g', score });
const records = [
  { id: 'crm/1', source: 'crm', sourceId: '1', name: 'Ann' },
  { id: 'shop/7', source: 'shop', sourceId: '7' },
  { id: 'shop/9', source: 'shop', sourceId: '9' },
];

describe('confidenceOf', () => {
  it('is the weakest of the links that an entity cannot do without', () => {
    const links = [link('a', 'b', 0.9), link('b', 'c', 0.6), link('a', 'c', 0.8), link('c', 'd', 0.95)];

    // The link of 0.6 is not needed: a and c are linked by 0.8.
    expect(confidenceOf(['a', 'b', 'c', 'd'], { links })).toBe(0.8);
    expect(confidenceOf(['a', 'b'], { links: [link('a', 'b', 0.4), link('a', 'b', 0.7)] })).toBe(0.7);
  });

  it('takes a copy for certain', () => {
    expect(confidenceOf(['a', 'b', 'c'], { links: [link('a', 'c', 0.7)], duplicates: { 'group:a': ['b'] } })).toBe(0.7);
    expect(confidenceOf(['a', 'b'], { duplicates: { a: ['b'] } })).toBe(1);
  });

  it('is unknown for one record, and for records that links do not hold together', () => {
    expect(confidenceOf(['a'], { links: [] })).toBeUndefined();
    expect(confidenceOf(['a', 'b', 'c'], { links: [link('a', 'b', 0.9)] })).toBeUndefined();
  });
});

describe('exports of records with sources', () => {
  it('say where each record is from, once', () => {
    const content = recordContent([field('source'), field('sourceId'), field('name')], { sources });

    expect(content.columns.map(({ name }) => name)).toEqual(['record_id', 'entity_id', 'source', 'source_id', 'name']);
    expect(content.rowsOf({ id: 'e', records })[0]).toEqual(['crm/1', 'e', 'crm', '1', 'Ann']);
  });

  it('list the ids of an entity in each source', () => {
    const content = entityContent([{ column: field('name'), rule: defaultRule }], { sources });
    const row = content.rowsOf({ id: 'e', score: 1, records, links: [link('crm/1', 'shop/7', 0.7)] })[0]!;

    expect(content.columns.map(({ name }) => name).slice(3)).toEqual(['confidence', 'crm_ids', 'shop_ids', 'name']);
    expect(row).toEqual(['e', 3, 1, undefined, ['1'], ['7', '9'], 'Ann']);
    expect(csvEncoder(content.columns, false).encode([row])).toBe('e,3,1,,1,7;9,Ann\n');
  });

  it('cross entities with sources', () => {
    const content = crosswalkContent(sources);
    const rows = [
      { id: 'e', records },
      { id: 'f', records: [records[0]!] },
    ].flatMap(content.rowsOf);

    expect(content.columns.map(({ name }) => name)).toEqual(['entity_id', 'crm', 'shop']);
    expect(csvEncoder(content.columns, false).encode(rows)).toBe('e,1,7;9\nf,1,\n');
    expect(jsonlEncoder(content.columns).encode(rows)).toBe(
      '{"entity_id":"e","crm":["1"],"shop":["7","9"]}\n{"entity_id":"f","crm":["1"]}\n',
    );
  });
});

describe('ownNames', () => {
  const file = (...columns: { column: string | string[]; field: string | null }[]) => ({
    version: 1 as const,
    id: { column: 'id' },
    columns,
  });

  it('are those that all files have for a field', () => {
    const names = ownNames([
      file({ column: 'Straße', field: 'Strasse' }, { column: 'mail', field: 'email' }, { column: 'x', field: null }),
      file(
        { column: 'Straße', field: 'Strasse' },
        { column: 'E-Mail', field: 'email' },
        { column: ['a', 'b'], field: 'c' },
      ),
    ]);

    expect([...names]).toEqual([['Strasse', 'Straße']]);
  });

  it('head the columns, unless another column has the name', () => {
    const names = new Map([
      ['Strasse', 'Str. & Nr.'],
      ['city', 'size'],
      ['name', 'Strasse'],
    ]);
    const columns = renamed([field('Strasse'), field('city'), field('name')], ['size'], names);

    expect(columns.map(({ name }) => name)).toEqual(['Str. & Nr.', 'city', 'name']);
    expect(jsonlEncoder(columns).encode([['a', 'b', 'c']])).toBe('{"Str. & Nr.":"a","city":"b","name":"c"}\n');
  });
});
