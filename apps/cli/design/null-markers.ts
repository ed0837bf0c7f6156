import type { FieldKind } from '../../../src/workbench/design/field-kind.ts';
import { fieldWords } from '../../../src/workbench/design/field-words.ts';
import { kindOfName } from '../../../src/workbench/design/kind-of-name.ts';
import { valueShape } from '../../../src/workbench/design/value-shape.ts';
import { type FileColumn, isListed, summarizeColumns } from '../files/column-summary.ts';
import { type Engine, literal } from '../files/engine.ts';
import { columnName, type FileTable, rowsTable } from '../files/file-table.ts';

/** A text that a file has where there is no value. */
export interface NullMarker {
  readonly value: string;
  /** The columns that have it, by their titles, and in how many rows. */
  readonly columns: readonly { readonly column: string; readonly count: number }[];
}

/** The markers of a file, and the columns in which some of them are values. */
export interface NullMarkers {
  readonly markers: readonly NullMarker[];
  /** Markers that are values in a column, by its title. */
  readonly keeps: ReadonlyMap<string, readonly string[]>;
}

/**
 * Markers that databases, spreadsheets and official lists write, and that are no value of anything: OFAC, NPPES, MySQL,
 * PostgreSQL, Oracle, Excel in English and German.
 */
const official =
  /^(?:-0-|<(?:unavail|null|na|n\/a|none|missing|unknown)>|\\n|[([{]null[)\]}]|n\/a|#(?:n\/a|null!|value!|ref!|name\?|num!|div\/0!|nv)|0000-00-00(?:[ t]00:00:00(?:\.0+)?)?|00(?:\.00\.|\/00\/)0000)$/i;
/** Signs alone, which are values only beside others, such as + and - of blood groups. */
const signs = /^[^\p{L}\p{N}]{1,5}$/u;
/** Words for no value. Some are names of people, too. */
const words =
  /^(?:null|none|nil|na|nan|nat|unknown|unavailable|not (?:available|applicable|known|provided)|missing|undefined|unspecified|unbekannt|keine angabe|inconnue?|desconocid[oa]|sconosciut[oa])$/i;

/** Shapes in which no word is a value. */
const exact: ReadonlySet<string> = new Set(['date', 'year', 'email', 'phone', 'number', 'code', 'uuid', 'url']);
/** Among them, those in which an unknown text is certainly foreign. */
const strict: ReadonlySet<string> = new Set(['date', 'email', 'phone', 'uuid', 'url']);
const names: ReadonlySet<FieldKind | undefined> = new Set([
  'givenName',
  'familyName',
  'fullName',
  'middleName',
] as const);

const fewest = 5;
const leastShare = 0.01;
/** A name that so many rows share is none. */
const shareOfNoName = 0.1;

interface Seen {
  readonly column: FileColumn;
  readonly count: number;
}

/**
 * Finds the texts that stand for no value: official ones, and those that are foreign in columns of other values. A word
 * such as NULL stays a value in a column of texts unless many rows have it: it may be the name of a person.
 *
 * @param given markers that the reader named, which are so in every column
 */
export function nullMarkers(columns: readonly FileColumn[], rows: number, given: readonly string[]): NullMarkers {
  const shapes = new Map(columns.map((column) => [column, shapeOf(column)]));
  const keeps = new Map<string, string[]>();
  const markers: NullMarker[] = [];
  const note = (value: string, seen: readonly Seen[]) =>
    markers.push({ value, columns: seen.map(({ column, count }) => ({ column: column.title, count })) });
  for (const [value, seen] of topValues(columns)) {
    if (given.includes(value) || official.test(value)) {
      note(value, seen);
      continue;
    }
    const isForeign = (column: FileColumn) => isForeignIn(value, shapes.get(column));
    const often = ({ count }: Seen) => count >= fewest && count >= rows * leastShare;
    const foreign = seen.filter(({ column }) => isForeign(column));
    const common = seen.filter((one) => often(one) && one.count >= rows * shareOfNoName);
    const isMarker = signs.test(value)
      ? foreign.some(({ count }) => count > 1)
      : words.test(value)
        ? foreign.length > 0 || common.length > 1
        : /\p{L}/u.test(value) && new Set(foreign.filter(often).map(({ column }) => shapes.get(column))).size > 1;
    if (!isMarker) continue;
    const isHome = (column: FileColumn) => {
      const one = seen.find((other) => other.column === column);
      if (isForeign(column)) return false;
      if (!words.test(value) || one === undefined) return true;
      return !(isName(column) ? common.includes(one) : often(one));
    };
    const home = columns.filter(isHome);
    for (const { title } of home) keeps.set(title, [...(keeps.get(title) ?? []), value]);
    note(
      value,
      seen.filter(({ column }) => !home.includes(column)),
    );
  }
  for (const value of given) if (!markers.some((marker) => marker.value === value)) note(value, []);
  return { markers, keeps };
}

/** Where each of the most frequent values of the columns is. */
function topValues(columns: readonly FileColumn[]): ReadonlyMap<string, readonly Seen[]> {
  const values = new Map<string, Seen[]>();
  for (const column of columns) {
    for (const { value, count } of column.summary.top)
      values.set(value, [...(values.get(value) ?? []), { column, count }]);
  }
  return values;
}

const isName = ({ steps }: FileColumn): boolean => names.has(kindOfName(fieldWords(steps.at(-1) ?? '')));

const isSuspect = (value: string): boolean => official.test(value) || signs.test(value) || words.test(value);

/** The shape of most values of a column that may be values; `signs` if it has no others, undefined for none. */
function shapeOf({ summary: { top } }: FileColumn): string | undefined {
  const counts = new Map<string, number>();
  for (const { value } of top) {
    if (isSuspect(value)) continue;
    const shape = valueShape(value);
    const kind = exact.has(shape) ? shape : 'text';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (most !== undefined) return most[0];
  return top.filter(({ value }) => signs.test(value)).length > 1 ? 'signs' : undefined;
}

function isForeignIn(value: string, shape: string | undefined): boolean {
  if (signs.test(value)) return shape !== 'signs';
  if (words.test(value)) return shape === undefined || exact.has(shape);
  return shape !== undefined && strict.has(shape) && valueShape(value) !== shape;
}

/** Removes markers of no value from the table, and counts anew what the columns hold. */
export async function withoutNulls(
  engine: Engine,
  columns: readonly FileColumn[],
  { markers, keeps }: NullMarkers,
  { stored }: Pick<FileTable, 'stored'>,
): Promise<readonly FileColumn[]> {
  const remaining: FileColumn[] = [];
  for (const column of columns) {
    const kept = new Set(keeps.get(column.title));
    const nulls = markers.map(({ value }) => value).filter((value) => !kept.has(value));
    if (nulls.length === 0 || !(await remove(engine, column, nulls))) remaining.push(column);
    else {
      const [summary] = await summarizeColumns(engine, { columns: [column], stored });
      remaining.push({ ...column, summary: summary! });
    }
  }
  return remaining;
}

/** True if the column had any. */
async function remove(engine: Engine, column: FileColumn, nulls: readonly string[]): Promise<boolean> {
  const name = columnName(column.position);
  const isNull = (text: string) => `trim(${text}, E' \\t\\r\\n') IN (${nulls.map(literal).join(', ')})`;
  const [where, value] = isListed(column)
    ? [`len(list_filter(${name}, lambda x: ${isNull('x')})) > 0`, `list_filter(${name}, lambda x: NOT ${isNull('x')})`]
    : [isNull(name), 'NULL'];
  const [row] = await engine.rows(`SELECT count(*) FROM ${rowsTable} WHERE ${where}`);
  if (Number(row?.[0]) === 0) return false;
  await engine.rows(`UPDATE ${rowsTable} SET ${name} = ${value} WHERE ${where}`);
  return true;
}
