import type { RecordPayload } from '../../../src/rules/types.ts';
import { parsedJson } from '../../../src/text/json.ts';
import {
  type ColumnType,
  columnTypes,
  compactLists,
  type FieldTarget,
  fieldTarget,
  place,
  refuseOverlaps,
} from './field-target.ts';
import { restored, type SpreadsheetLosses } from './restored-cell.ts';
import type { RoleList } from './role-lists.ts';
import { ColumnsError, nestsTooDeep, tooDeep } from './source-record.ts';

/** How a record gets its id. */
export interface IdRules {
  /** Texts to replace in the values of the id column, in this order. */
  readonly replace?: readonly (readonly [from: string, to: string])[] | undefined;
  /** Without an id column: the id is this prefix and the number of the line at which the record starts. */
  readonly linePrefix?: string | undefined;
  /** The source of the records. */
  readonly ofSource?: string | undefined;
}

/** The id that the value of an id column gives. */
export function idOfValue(value: string, { replace = [], ofSource }: IdRules): string {
  return idInSource(
    replace.reduce((id, [from, to]) => id.replaceAll(from, to), value),
    ofSource,
  );
}

/** The id of the record at a line. */
export const idOfLine = (linePrefix: string, line: number, ofSource?: string): string =>
  idInSource(`${linePrefix}${line}`, ofSource);

/** An export has the source in its ids already. */
export const idInSource = (id: string, source: string | undefined): string =>
  source === undefined || id === '' || id.startsWith(`${source}/`) ? id : `${source}/${id}`;

export interface ColumnMapping {
  /** Path of the field: dots nest, a number is a position in a list. Undefined leaves the column out. */
  readonly path: string | undefined;
  /** Undefined is text in files with columns, and the value as it is in JSON. */
  readonly type: ColumnType | undefined;
  /** Texts that stand for no value. */
  readonly nulls?: ReadonlySet<string> | undefined;
  /** Parts the texts of a list in one cell; default a semicolon. */
  readonly separator?: string | undefined;
  /** What to undo before anything else, but for the id, by which results and file are joined. For files with columns only. */
  readonly losses?: SpreadsheetLosses | undefined;
}

/** True if a text stands for no value, with any blanks around it. */
export const isNull = (text: string, nulls: ReadonlySet<string> | undefined): boolean =>
  text === '' || (nulls !== undefined && nulls.size > 0 && nulls.has(text.trim()));

/** A value inside of the objects of a JSON file. */
export interface NestedColumn extends ColumnMapping {
  /** Names of fields, from the outside; `*` is each element of a list. */
  readonly steps: readonly string[];
}

export interface ColumnOptions {
  /** The column with the record's id; default `id`. It fills the id even if it also fills a field. */
  readonly idColumn?: string | undefined;
  readonly idRules?: IdRules | undefined;
  /** By column name. */
  readonly mappings?: ReadonlyMap<string, ColumnMapping> | undefined;
  /** For JSON only. */
  readonly nested?: readonly NestedColumn[] | undefined;
  /** For JSON only: lists that become an object of lists before their values are read. */
  readonly roles?: readonly RoleList[] | undefined;
  /** The file that lists every column. Without it, a column without a mapping becomes a field of the same name. */
  readonly columnsFile?: string | undefined;
}

/** A record, or what is wrong with the row or object. */
export type ReadRecord = { readonly record: RecordPayload } | { readonly problem: string };

/** Converts the row at a line to a record. */
type RowReader = (row: readonly string[], line: number) => ReadRecord;

/**
 * Parses one `--column` argument: `COLUMN=FIELD`, `COLUMN=FIELD:TYPE`, or `COLUMN=` to leave a column out.
 *
 * @throws ColumnsError when the argument has another form
 */
export function parseColumnMapping(text: string): readonly [column: string, mapping: ColumnMapping] {
  // A column may be the address of a property, with an equals sign; a field cannot contain one.
  const at = text.lastIndexOf('=');
  const hint = `Write COLUMN=FIELD, COLUMN=FIELD:TYPE with a TYPE of ${columnTypes.join(', ')}, or COLUMN= to leave it out.`;
  if (at <= 0) throw new ColumnsError(`${JSON.stringify(text)} maps no column.`, { hint });
  const column = text.slice(0, at);
  const [path = '', type, ...more] = text.slice(at + 1).split(':');
  if ((type !== undefined && !columnTypes.some((one) => one === type)) || more.length > 0) {
    throw new ColumnsError(`${JSON.stringify(text)} names an unknown type.`, { hint });
  }
  return [column, { path: path === '' ? undefined : path, type: type as ColumnType | undefined }];
}

/** The columns of a file with a header, compiled. */
export interface CompiledColumns {
  /** Where the values go, without the id. */
  readonly targets: readonly FieldTarget[];
  readonly read: RowReader;
}

/**
 * Compiles a header into a reader of rows. An empty cell gives no field. `address.city` creates a nested object,
 * `emails.0.address` a list of objects.
 *
 * @throws ColumnsError when a name occurs twice, the id column is missing, a mapping names no column, a column has no
 * mapping although a file lists them all, or two columns fill the same position
 */
export function compileColumns(header: readonly string[], options: ColumnOptions = {}): CompiledColumns {
  const { idRules = {}, mappings = new Map<string, ColumnMapping>() } = options;
  checkHeader(header, options);
  const idColumn = idColumnOf(options);
  const places = header.flatMap((name, index): Place[] => {
    const given = mappings.get(name) ?? { path: name === idColumn ? 'id' : name, type: undefined };
    const { path, type, nulls, separator, losses } = given;
    const isID = name === idColumn;
    const target = path === undefined || (isID && path === 'id') ? undefined : fieldTarget(name, path, type ?? 'text');
    return [
      ...(isID ? [{ index, target: fieldTarget(name, 'id', 'text'), isID }] : []),
      ...(target === undefined ? [] : [{ index, target, isID: path === 'id', nulls, separator, losses }]),
    ];
  });
  refuseOverlaps(places.map(({ target }) => target));
  const starred = places.find(({ target }) => target.steps.includes('*'));
  if (starred !== undefined) {
    throw new ColumnsError(
      `The column ${JSON.stringify(starred.target.column)} goes to each element of a list, but has one value a row.`,
      { hint: 'Write a position instead of the star, such as emails.0.address.' },
    );
  }

  return {
    targets: places.filter(({ isID }) => !isID).map(({ target }) => target),
    read(row, line) {
      if (row.length !== header.length) {
        return { problem: `the row has ${row.length} columns, the header ${header.length}` };
      }
      const record: Record<string, unknown> =
        idRules.linePrefix === undefined ? {} : { id: idOfLine(idRules.linePrefix, line, idRules.ofSource) };
      for (const { index, target, isID, nulls, separator, losses } of places) {
        const text = restored(row[index] as string, losses);
        if (isNull(text, nulls)) continue;
        if (target.type === 'json' && nestsTooDeep(text)) return { problem: `the column ${target.column} ${tooDeep}` };
        const value = isID ? idOfValue(text, idRules) : readCell(text, target.type, separator, nulls);
        if (value === undefined) {
          return {
            problem: `the column ${target.column} holds ${JSON.stringify(text.slice(0, 80))}, no ${target.type}`,
          };
        }
        place(record, target.steps, value);
      }
      compactLists(record);
      return { record };
    },
  };
}

/** A cell's place in the record. */
interface Place {
  /** Position of the column. */
  readonly index: number;
  readonly target: FieldTarget;
  readonly isID: boolean;
  readonly nulls?: ReadonlySet<string> | undefined;
  readonly separator?: string | undefined;
  readonly losses?: SpreadsheetLosses | undefined;
}

/** The column that holds the id, unless another one is mapped to it. Undefined if lines are numbered. */
export function idColumnOf({ idColumn, idRules, mappings = new Map() }: ColumnOptions): string | undefined {
  if (idColumn !== undefined) return idColumn;
  if (idRules?.linePrefix !== undefined) return undefined;
  return [...mappings.values()].some(({ path }) => path === 'id') ? undefined : 'id';
}

function checkHeader(header: readonly string[], options: ColumnOptions): void {
  const { mappings = new Map<string, ColumnMapping>(), columnsFile } = options;
  const known = `The columns are: ${header.join(', ')}.`;
  const doubled = header.find((name, index) => header.indexOf(name) !== index);
  if (doubled !== undefined) {
    const which = doubled === '' ? 'Two columns have no name.' : `The column ${JSON.stringify(doubled)} occurs twice.`;
    throw new ColumnsError(which, {
      hint: 'Give every column a name of its own in the first row.',
    });
  }
  const idColumn = idColumnOf(options);
  if (idColumn !== undefined && !header.includes(idColumn)) {
    throw new ColumnsError(`No column is named ${JSON.stringify(idColumn)}.`, {
      hint: missingIdHint(idColumn, header, columnsFile),
    });
  }
  for (const [column, { path }] of mappings) {
    // A column that is left out may be missing.
    if (header.includes(column) || (columnsFile !== undefined && path === undefined)) continue;
    throw new ColumnsError(`No column is named ${JSON.stringify(column)}.`, {
      hint:
        columnsFile === undefined
          ? known
          : `${columnsFile} maps it to a field. Leave it out with --column ${JSON.stringify(`${column}=`)}. ${known}`,
    });
  }
  const unlisted = columnsFile === undefined ? undefined : header.find((name) => !mappings.has(name));
  if (unlisted !== undefined && unlisted !== idColumn) {
    throw new ColumnsError(`${columnsFile} does not list the column ${JSON.stringify(unlisted)}.`, {
      hint: `Map it with --column ${JSON.stringify(`${unlisted}=FIELD`)}, leave it out with --column ${JSON.stringify(`${unlisted}=`)}, or design anew.`,
    });
  }
}

function missingIdHint(idColumn: string, header: readonly string[], columnsFile: string | undefined): string {
  const known = `The columns are: ${header.join(', ')}.`;
  const cells = header.length === 1 ? header[0]!.split(/[;\t|,]/).map((cell) => cell.replaceAll('"', '').trim()) : [];
  // The file may be the one of the mapping, with another separator.
  if (columnsFile === undefined || cells.includes(idColumn)) {
    return delimiterHint(header) ?? `Name the column that holds the id with --id-column. ${known}`;
  }
  return `${columnsFile} says that it holds the id. Load the file that this was written for, name another mapping with --columns-file, or start the instance of this file. ${known}`;
}

/** Suggests another delimiter when the only column's name contains a common one. */
function delimiterHint(header: readonly string[]): string | undefined {
  const delimiter = header.length === 1 ? [';', '\t', '|', ','].find((one) => header[0]!.includes(one)) : undefined;
  if (delimiter === undefined) return undefined;
  return `Name the separator of cells: --delimiter ${delimiter === '\t' ? "$'\\t'" : `'${delimiter}'`}.`;
}

function readCell(
  text: string,
  type: ColumnType | undefined,
  separator = ';',
  nulls: ReadonlySet<string> | undefined = undefined,
): unknown {
  switch (type) {
    case 'number':
      return readNumber(text);
    case 'boolean':
      return readBoolean(text);
    case 'list':
      return text
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => !isNull(part, nulls));
    case 'json':
      return parsedJson(text);
    default:
      return text;
  }
}

/** The number that a text is; undefined if it is none. */
export function readNumber(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

/** The truth value that a text is; undefined if it is none. */
export function readBoolean(text: string): boolean | undefined {
  if (/^(true|yes|1)$/i.test(text)) return true;
  return /^(false|no|0)$/i.test(text) ? false : undefined;
}
