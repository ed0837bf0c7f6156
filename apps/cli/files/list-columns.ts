import { valueShape } from '../../../src/workbench/design/value-shape.ts';
import { type Engine, literal } from './engine.ts';
import { columnName, type FileTable, rowsTable, type TableColumn } from './file-table.ts';

/** Separators of several values in a cell. Google writes the first one, which no value has. */
const google = ' ::: ';
const separators: readonly string[] = [google, ';', '|', ' / ', '/', ' or ', ' oder ', ','];
/** Kinds of values that are told by their form, so that the parts of a list are known for what they are. */
const told: ReadonlySet<string> = new Set(['email', 'phone', 'date']);
const read = 200;
const mostOf = 0.9;

/** Turns columns of cells with several values into lists: where both sides of a separator are of one kind. */
export async function withLists(engine: Engine, table: FileTable): Promise<FileTable> {
  const columns: TableColumn[] = [];
  for (const column of table.columns) {
    const separator = await separatorOf(engine, column);
    if (separator !== undefined) {
      const name = columnName(column.position);
      await engine.rows(
        `ALTER TABLE ${rowsTable} ALTER ${name} TYPE VARCHAR[] USING list_transform(string_split(${name}, ${literal(separator)}), lambda x: trim(x))`,
      );
    }
    columns.push(separator === undefined ? column : { ...column, isList: true, separator });
  }
  return { ...table, columns };
}

async function separatorOf(engine: Engine, { position }: TableColumn): Promise<string | undefined> {
  const name = columnName(position);
  const has = separators.map((separator) => `contains(${name}, ${literal(separator)})`).join(' OR ');
  const rows = await engine.rows(`SELECT ${name} FROM ${rowsTable} WHERE ${has} LIMIT ${read}`);
  const values = rows.map(([value]) => value as string);
  if (values.some((value) => value.includes(google))) return google;
  return separators.find((separator) => {
    const lists = values.filter((value) => value.includes(separator));
    const fitting = lists.filter((value) => isList(value.split(separator)));
    return fitting.length > 0 && fitting.length >= lists.length * mostOf;
  });
}

function isList(parts: readonly string[]): boolean {
  const shapes = new Set(parts.map((part) => valueShape(part)));
  // A birthday that is not certain may be a year or a day.
  if (shapes.has('date')) shapes.delete('year');
  return shapes.size === 1 && told.has([...shapes][0]!);
}
