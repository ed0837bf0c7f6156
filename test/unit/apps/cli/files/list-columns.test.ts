import { describe, expect, it } from '@jest/globals';
import { compileColumns } from '../../../../../apps/cli/files/columns.ts';
import { openEngine } from '../../../../../apps/cli/files/engine.ts';
import { allRows } from '../../../../../apps/cli/files/file-table.ts';
import { readFileIntoTable } from '../../../../../apps/cli/files/open-table.ts';
import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

/** The separator that is found for a column, and its cells as they are read again. */
async function separatorOf(values: readonly string[]) {
  const lines = values.map((value, index) => `${index},"${value}"\n`);
  const file = await directory.write('lists.csv', `id,contact\n${lines.join('')}`);
  const engine = await openEngine();
  try {
    const { table } = await readFileIntoTable(engine, file, { seed: 1, workDirectory: directory.path() });
    const rows = await allOf(allRows(engine, table));
    return { column: table.columns[1]!, cells: rows.map((row) => ('cells' in row ? row.cells[1] : undefined)) };
  } finally {
    engine.close();
  }
}

describe('several values in a cell', () => {
  it.each<[string, readonly string[]]>([
    [' ::: ', ['+1 919-255-7439 ::: (919) 746-4507', '+1 919-647-5064', 'home ::: work']],
    [';', ['ada@example.org;ada@example.com', 'bob@example.org', '']],
    [' / ', ['020 7946 0018 / 020 7946 0019', '020 7946 0020']],
    [' or ', ['ada@example.org or ada@example.com']],
    [',', ['ada@example.org, ada@example.com']],
    [';', ['1961;1962-04-05', '1970-01-02', '03/04/1980; 04/03/1980']],
  ])('are a list where %j is between them', async (separator, values) => {
    const { column, cells } = await separatorOf(values);

    expect(column).toMatchObject({ isList: true, separator });
    expect(cells.map((cell) => cell?.split(separator).length)).toEqual(
      values.map((value) => value.split(separator).length),
    );
  });

  it.each([
    [['Miller, Ada', 'Smith, Bob']],
    [['12/13 Main Street', 'North or South']],
    [['202.555.0123/0124', '202.555.0125']],
    [['a;b', 'ada@example.org;none']],
    [['1961;1962', '03/04/1980']],
  ])('are none in %j', async (values) => {
    expect((await separatorOf(values)).column).not.toHaveProperty('separator');
  });

  it('are stored each, without those that stand for no value', () => {
    const mapping = { path: 'phones', type: 'list' as const, separator: ' ::: ', nulls: new Set(['-']) };
    const { read } = compileColumns(['id', 'phone'], { mappings: new Map([['phone', mapping]]) });

    expect(read(['1', '1 ::: 2; 3 ::: - ::: '], 2)).toEqual({ record: { id: '1', phones: ['1', '2; 3'] } });
  });
});
