import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Ajv from 'ajv/dist/2020.js';
import { parseColumnMapping } from '../../../../../apps/cli/load/columns.ts';
import {
  type ColumnsFileContent,
  columnOptions,
  columnsJsonSchema,
  dialectOf,
  readColumnsFile,
} from '../../../../../apps/cli/load/columns-file.ts';
import { findColumnsFile } from '../../../../../apps/cli/load/find-columns-file.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

const content: ColumnsFileContent = {
  version: 1,
  source: { delimiter: ';', quote: "'", header: ['no', 'Name'] },
  id: { column: 'no', replace: [[':', '-']] },
  columns: [
    { column: 'no', field: null, reason: 'it is the id' },
    { column: 'Name', field: 'name' },
    { column: ['emails', '*', 'at'], field: 'emails.*.address', type: 'text' },
    { column: ['one'], field: 'one', type: 'number' },
  ],
};
const file = { path: 'shop/columns.json', content };

describe('readColumnsFile', () => {
  it('reads what design writes, and what its JSON Schema accepts', async () => {
    const path = await directory.write('columns.json', JSON.stringify({ $schema: 'columns.schema.json', ...content }));
    const accepts = new Ajv.default().compile(columnsJsonSchema());

    expect((await readColumnsFile(path)).content).toMatchObject(content);
    expect(accepts(content)).toBe(true);
    expect(accepts({ ...content, version: 2 })).toBe(false);
  });

  it.each([
    ['no JSON', '{', /is no JSON/],
    ['another version', '{"version":2,"id":{"column":"a"},"columns":[]}', /\/version/],
    ['an unknown member', '{"version":1,"id":{"column":"a"},"columns":[],"more":1}', /more/],
    ['no rule for ids', '{"version":1,"columns":[]}', /\/id/],
    [
      'a field that is no text',
      '{"version":1,"id":{"column":"a"},"columns":[{"column":"a","field":1}]}',
      /\/columns\/0\/field/,
    ],
  ])('refuses %s and says where', async (_what, text, message) => {
    const path = await directory.write('wrong.json', text);

    await expect(readColumnsFile(path)).rejects.toMatchObject({
      code: 'COLUMNS_FILE_INVALID',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });

  it('says so when there is none', async () => {
    await expect(readColumnsFile(directory.path('none.json'))).rejects.toMatchObject({
      code: 'COLUMNS_FILE_INVALID',
      hint: expect.stringContaining('--no-columns-file'),
    });
  });
});

describe('findColumnsFile', () => {
  it('prefers the named file, then that of the running instance, then none', async () => {
    await mkdir(directory.path('shop'));
    const ofInstance = await directory.write('shop/columns.json', JSON.stringify(content));
    const named = await directory.write('named.json', JSON.stringify({ ...content, columns: [] }));

    expect((await findColumnsFile({ columnsFile: named }, directory.path('shop')))?.content.columns).toEqual([]);
    expect((await findColumnsFile({}, directory.path('shop')))?.path).toBe(relative('', ofInstance));
    expect(await findColumnsFile({ columnsFile: false }, directory.path('shop'))).toBeUndefined();
    expect(await findColumnsFile({}, directory.path('nowhere'))).toBeUndefined();
    expect(await findColumnsFile({}, undefined)).toBeUndefined();
  });
});

describe('columnOptions', () => {
  it('are those of the file, with what the command line says otherwise', () => {
    const column = new Map([parseColumnMapping('Name=full_name'), parseColumnMapping('extra=')]);

    const options = columnOptions({ column }, file);

    expect(options).toMatchObject({ idColumn: 'no', idRules: { replace: [[':', '-']] }, columnsFile: file.path });
    expect([...options.mappings!]).toEqual([
      ['no', { path: undefined, type: 'text' }],
      ['Name', { path: 'full_name', type: 'text' }],
      ['one', { path: 'one', type: 'number' }],
      ['extra', { path: undefined, type: 'text' }],
    ]);
    expect(options.nested).toEqual([{ steps: ['emails', '*', 'at'], path: 'emails.*.address', type: 'text' }]);
    expect(columnOptions({ idColumn: 'Name', column: new Map() }, file).idColumn).toBe('Name');
  });

  it('make ids of lines only where no column is named', () => {
    const numbered = { ...file, content: { ...content, id: { linePrefix: 'shop-' } } };

    expect(columnOptions({ column: new Map() }, numbered).idRules).toEqual({ linePrefix: 'shop-' });
    expect(columnOptions({ idColumn: 'no', column: new Map() }, numbered)).toMatchObject({ idColumn: 'no' });
    expect(columnOptions({ idColumn: 'no', column: new Map() }, numbered).idRules).toBeUndefined();
  });
});

describe('dialectOf', () => {
  it('takes the delimiter of the command line first', () => {
    expect(dialectOf(undefined, file)).toMatchObject({ delimiter: ';', quote: "'", header: ['no', 'Name'] });
    expect(dialectOf('|', file)).toMatchObject({ delimiter: '|', quote: "'" });
    expect(dialectOf(undefined, undefined)).toEqual({ delimiter: undefined });
  });
});
