import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { chooseId } from '../../../../../apps/cli/design/choose-id.ts';
import { columnsContent } from '../../../../../apps/cli/design/columns-content.ts';
import { withoutLosses } from '../../../../../apps/cli/design/spreadsheet-losses.ts';
import { summarizeColumns, titleOf } from '../../../../../apps/cli/files/column-summary.ts';
import { openEngine } from '../../../../../apps/cli/files/engine.ts';
import { allRows } from '../../../../../apps/cli/files/file-table.ts';
import { readFileIntoTable } from '../../../../../apps/cli/files/open-table.ts';
import { openSource } from '../../../../../apps/cli/files/source-file.ts';
import { fileStart } from '../../../../../apps/cli/files/source-record.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { csv } from './people-file.ts';

const directory = temporaryDirectory();
const indexes = Array.from({ length: 60 }, (_, index) => index);

/** What `design` makes of columns with these values, and what `load` makes of the file. */
async function undone(values: Readonly<Record<string, (index: number) => string>>, country?: string, idColumn = 'id') {
  const titles = Object.keys(values);
  const rows = indexes.map((index) => [`r${index}`, ...titles.map((title) => values[title]!(index))]);
  const file = await directory.write('file.csv', csv([['id', ...titles], ...rows]));
  const engine = await openEngine();
  try {
    const read = await readFileIntoTable(engine, file, { seed: 1, workDirectory: join(directory.path()) });
    const summaries = await summarizeColumns(engine, read.table);
    const written = read.table.columns.map((column, at) => ({
      ...column,
      title: titleOf(column.steps),
      summary: summaries[at]!,
    }));
    const { id } = await chooseId(engine, written, rows.length, {
      idColumn,
      replace: [],
      linePrefix: '',
      ask: undefined,
    });
    const { columns, notes } = await withoutLosses(engine, written, id, { table: read.table, country });
    const placed = columns.map((column) => ({ ...column, field: column.title === 'id' ? null : column.title }));
    const content = columnsContent(placed, read.table, id, read.dialect, { markers: [], keeps: new Map() });
    const source = await openSource(file, { column: new Map(), mapping: { path: 'columns.json', content } });
    const loaded: Record<string, unknown>[] = [];
    for await (const one of source.read(fileStart)) loaded.push('record' in one ? one.record : {});
    await source.close();
    const designed: Record<string, unknown>[] = [];
    for await (const row of allRows(engine, read.table)) {
      const cells = 'cells' in row ? row.cells : [];
      designed.push(Object.fromEntries(cells.flatMap((cell, at) => (cell === '' ? [] : [[columns[at]!.title, cell]]))));
    }
    return { loaded, designed, notes, losses: Object.fromEntries(columns.map(({ title, losses }) => [title, losses])) };
  } finally {
    engine.close();
  }
}

const phone = (index: number) => `+44 20 7946 0${String(index).padStart(3, '0')}`;

describe('what spreadsheets did to a file', () => {
  it('is undone by load as design sees it', async () => {
    const { loaded, designed } = await undone(
      {
        zip: (index) => `'0${1000 + index}`,
        tax: (index) => (index === 3 ? '' : `7700${index}.0`),
        mobile: (index) => (index % 4 === 0 ? ' 4.42079E+11' : ` ${phone(index)} `),
        postcode: (index) => (index % 3 === 0 ? '1067' : '10115'),
      },
      'DE',
    );

    expect(loaded).toEqual(designed);
    expect(loaded[3]).toEqual({ id: 'r3', zip: '01003', mobile: ` ${phone(3)} `, postcode: '01067' });
    expect(loaded[4]).toEqual({ id: 'r4', zip: '01004', tax: '77004', postcode: '10115' });
  });

  it('takes the apostrophe from values, and leaves that of names, quotes and ids', async () => {
    const { loaded, losses, notes } = await undone(
      {
        number: (index) => `'70${index}`,
        city: (index) => (index % 3 === 0 ? "'s-Gravenhage" : 'Leiden'),
        phone: (index) => (index % 2 === 0 ? `'${phone(index)}` : ''),
        note: () => "'quoted'",
        born: (index) => (index % 9 === 0 ? "'87" : '1987'),
      },
      undefined,
      'number',
    );

    expect(losses).toMatchObject({ phone: { apostrophe: true }, number: undefined, city: undefined, note: undefined });
    expect(loaded[0]).toMatchObject({
      id: "'700",
      city: "'s-Gravenhage",
      phone: phone(0),
      note: "'quoted'",
      born: "'87",
    });
    expect(notes).toEqual(['phone: the apostrophe in front of 30 values is left out, now and by load.']);
  });

  it('takes the .0 from whole numbers, and leaves amounts', async () => {
    const { losses } = await undone({
      tax: (index) => `77009${index}.0`,
      balance: (index) => (index === 5 ? '10.5' : `${index}.0`),
      version: (index) => (index % 2 === 0 ? '2.0' : 'beta'),
    });

    expect(losses).toMatchObject({ tax: { decimals: true }, balance: undefined, version: undefined });
  });

  it('reads shortened numbers as no value, says how many, and leaves measurements and codes', async () => {
    const { losses, notes } = await undone({
      mobile: (index) => (index % 4 === 0 ? '4.42079E+11' : phone(index)),
      charge: (index) => (index % 2 === 0 ? '1.6E-19' : '2.1E+12'),
      code: (index) => `7E+${index % 4}`,
    });

    expect(losses).toMatchObject({ mobile: { exponent: true }, charge: undefined, code: undefined });
    expect(notes).toEqual([
      'mobile: a spreadsheet has shortened 15 values, such as 4.42079E+11. Their digits are lost: they count as no value, now and by load. Export the column as text.',
    ]);
  });

  it('refuses ids that are shortened numbers', async () => {
    await expect(undone({ npi: () => '1.23457E+12' }, undefined, 'npi')).rejects.toMatchObject({
      code: 'RECORD_IDS_UNUSABLE',
      message: 'The ids in the column npi cannot be used: a spreadsheet has shortened them, such as 1.23457E+12.',
      hint: expect.stringContaining('Export the file again with this column as text'),
    });
  });

  it.each<[country: string, written: string, postcode: string]>([
    ['Finland', '100', '00100'],
    ['IT', '118', '00118'],
    ['Poland', '950', '00950'],
    ['JP', '600001', '0600001'],
    ['DE', '1067', '01067'],
    ['US', '501', '00501'],
    // Austria has none that begin with a zero, and Germany none with two.
    ['AT', '1010', '1010'],
    ['DE', '106', '106'],
  ])('gives a postcode of %s its zeros: %s', async (country, written, postcode) => {
    const codes = (index: number) => (index % 3 === 0 ? written : '9'.repeat(postcode.length));

    expect((await undone({ postcode: codes, country: () => country })).loaded[0]).toMatchObject({ postcode });
    expect((await undone({ postcode: codes }, country)).loaded[0]).toMatchObject({ postcode });
  });

  it('gives no zeros where the country is unknown, or where codes have them', async () => {
    const codes = (index: number) => (index % 3 === 0 ? '1067' : '10115');
    const country = (index: number) => (index % 2 === 0 ? 'DE' : 'AT');
    const withZeros = (index: number) => (index % 3 === 0 ? '1067' : '01067');

    for (const { losses } of [
      await undone({ postcode: codes }),
      await undone({ postcode: codes, country }),
      await undone({ postcode: withZeros }, 'DE'),
    ]) {
      expect(losses).toEqual({
        id: undefined,
        postcode: undefined,
        ...('country' in losses && { country: undefined }),
      });
    }
  });
});
