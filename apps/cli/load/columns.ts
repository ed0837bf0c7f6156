import { EntityDataError } from '../../../src/errors.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { nestsTooDeep, tooDeep } from './source-record.ts';

/** The type that a column's texts are converted to. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'json' | 'list';

export interface ColumnMapping {
  /** Path of the field: dots nest, a number is a position in a list. Undefined leaves the column out. */
  readonly path: string | undefined;
  readonly type: ColumnType;
}

export interface ColumnOptions {
  /** The column with the record's id; default `id`. */
  readonly idColumn?: string;
  /** By column name. A column without a mapping becomes a text field of the same name. */
  readonly mappings?: ReadonlyMap<string, ColumnMapping>;
}

/** The columns of a file cannot be mapped to records. */
export class ColumnsError extends EntityDataError {
  readonly code = 'COLUMNS_INVALID';
}

/** Converts one row to a record, or describes what is wrong with the row. */
export type RowReader = (row: readonly string[]) => { readonly record: RecordPayload } | { readonly problem: string };

const columnTypes: readonly string[] = ['text', 'number', 'boolean', 'json', 'list'];

/**
 * Parses one `--column` argument: `COLUMN=FIELD`, `COLUMN=FIELD:TYPE`, or `COLUMN=` to leave a column out.
 *
 * @throws ColumnsError when the argument has another form
 */
export function parseColumnMapping(text: string): readonly [column: string, mapping: ColumnMapping] {
  const at = text.indexOf('=');
  const hint = `Write COLUMN=FIELD, COLUMN=FIELD:TYPE with a TYPE of ${columnTypes.join(', ')}, or COLUMN= to leave it out.`;
  if (at <= 0) throw new ColumnsError(`${JSON.stringify(text)} maps no column.`, { hint });
  const column = text.slice(0, at);
  const [path = '', type = 'text', ...more] = text.slice(at + 1).split(':');
  if (!columnTypes.includes(type) || more.length > 0) {
    throw new ColumnsError(`${JSON.stringify(text)} names an unknown type.`, { hint });
  }
  return [column, { path: path === '' ? undefined : path, type: type as ColumnType }];
}

/**
 * Compiles a header into a reader of rows. An empty cell gives no field. `address.city` creates a nested object,
 * `emails.0.address` a list of objects.
 *
 * @throws ColumnsError when a name occurs twice, the id column is missing, a mapping names no column, or two columns
 * fill the same position
 */
export function compileColumns(header: readonly string[], options: ColumnOptions = {}): RowReader {
  const idColumn = options.idColumn ?? 'id';
  const mappings = options.mappings ?? new Map<string, ColumnMapping>();
  const known = `The columns are: ${header.join(', ')}.`;
  const doubled = header.find((name, index) => header.indexOf(name) !== index);
  if (doubled !== undefined) {
    throw new ColumnsError(`The column ${JSON.stringify(doubled)} occurs twice.`, {
      hint: 'Give every column a name of its own in the first row.',
    });
  }
  const isMappedToId = [...mappings.values()].some(({ path }) => path === 'id');
  if (!header.includes(idColumn) && !isMappedToId) {
    throw new ColumnsError(`No column is named ${JSON.stringify(idColumn)}.`, {
      hint: delimiterHint(header) ?? `Name the column that holds the id with --id-column. ${known}`,
    });
  }
  for (const column of mappings.keys()) {
    if (!header.includes(column)) {
      throw new ColumnsError(`No column is named ${JSON.stringify(column)}.`, { hint: known });
    }
  }
  const targets = header.map((name) => targetOf(name, idColumn, isMappedToId, mappings));
  refuseOverlaps(header, targets);

  return (row) => {
    if (row.length !== header.length) {
      return { problem: `the row has ${row.length} columns, the header ${header.length}` };
    }
    const record: Record<string, unknown> = {};
    for (let index = 0; index < row.length; index++) {
      const target = targets[index];
      const text = row[index] as string;
      if (target === undefined || text === '') continue;
      if (target.type === 'json' && nestsTooDeep(text)) return { problem: `the column ${header[index]} ${tooDeep}` };
      const value = readCell(text, target.type);
      if (value === undefined) {
        return { problem: `the column ${header[index]} holds ${JSON.stringify(text.slice(0, 80))}, no ${target.type}` };
      }
      place(record, target.steps, value);
    }
    compactLists(record);
    return { record };
  };
}

/** Suggests another delimiter when the only column's name contains a common one. */
function delimiterHint(header: readonly string[]): string | undefined {
  const delimiter = header.length === 1 ? [';', '\t', '|', ','].find((one) => header[0]!.includes(one)) : undefined;
  if (delimiter === undefined) return undefined;
  return `Name the separator of cells: --delimiter ${delimiter === '\t' ? "$'\\t'" : `'${delimiter}'`}.`;
}

interface Target {
  readonly steps: readonly (string | number)[];
  readonly type: ColumnType;
}

function targetOf(
  name: string,
  idColumn: string,
  isMappedToId: boolean,
  mappings: ReadonlyMap<string, ColumnMapping>,
): Target | undefined {
  const mapping = mappings.get(name) ?? { path: name === idColumn && !isMappedToId ? 'id' : name, type: 'text' };
  if (mapping.path === undefined) return undefined;
  const steps = mapping.path.split('.').map((step) => (/^\d{1,3}$/.test(step) ? Number(step) : step));
  if (steps.includes('') || steps.includes('__proto__') || typeof steps[0] === 'number') {
    throw new ColumnsError(
      `The column ${JSON.stringify(name)} goes to ${JSON.stringify(mapping.path)}, which is not the path of a field.`,
      {
        hint:
          name === ''
            ? 'Give the column a name in the first row, or remove it from the file.'
            : 'Map the column to a field with --column.',
      },
    );
  }
  return { steps, type: mapping.type };
}

/** Refuses two columns that fill the same position, or of which one fills a position inside the other's. */
function refuseOverlaps(header: readonly string[], targets: readonly (Target | undefined)[]): void {
  const places = targets.flatMap((target, index) =>
    target === undefined ? [] : [{ path: `${target.steps.join('.')}.`, column: header[index] as string }],
  );
  const kinds = new Map<string, { isList: boolean; column: string }>();
  for (const [index, target] of targets.entries()) {
    target?.steps.slice(1).forEach((step, depth) => {
      const parent = target.steps.slice(0, depth + 1).join('.');
      const kind = kinds.get(parent) ?? { isList: typeof step === 'number', column: header[index] as string };
      kinds.set(parent, kind);
      if (kind.isList !== (typeof step === 'number')) {
        throw new ColumnsError(
          `The columns ${JSON.stringify(kind.column)} and ${JSON.stringify(header[index])} make ${JSON.stringify(parent)} both a list and an object.`,
        );
      }
    });
  }
  for (const a of places) {
    const b = places.find((other) => other !== a && other.path.startsWith(a.path));
    if (b !== undefined) {
      throw new ColumnsError(
        `The columns ${JSON.stringify(a.column)} and ${JSON.stringify(b.column)} map to the same position.`,
        {
          hint: 'Map one of them elsewhere with --column, or leave it out with --column COLUMN= .',
        },
      );
    }
  }
}

function readCell(text: string, type: ColumnType): unknown {
  switch (type) {
    case 'text':
      return text;
    case 'number': {
      const value = Number(text);
      return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
    }
    case 'boolean':
      if (/^(true|yes|1)$/i.test(text)) return true;
      return /^(false|no|0)$/i.test(text) ? false : undefined;
    case 'list':
      return text
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
  }
}

type Container = Record<string | number, unknown>;

function place(record: Container, steps: readonly (string | number)[], value: unknown): void {
  let container = record;
  for (let index = 0; index < steps.length - 1; index++) {
    const step = steps[index] as string | number;
    container[step] ??= typeof steps[index + 1] === 'number' ? [] : {};
    container = container[step] as Container;
  }
  container[steps.at(-1) as string | number] = value;
}

/** Removes the gaps that empty cells left in lists. */
function compactLists(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const container = value as Container;
  for (const [name, inner] of Object.entries(container)) {
    if (typeof inner !== 'object' || inner === null) continue;
    if (Array.isArray(inner)) container[name] = inner.filter((element) => element !== undefined);
    compactLists(container[name]);
  }
}
