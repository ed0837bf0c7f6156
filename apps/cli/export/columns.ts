import { namedType, type SelectableType, selectionOf, type TypeReference } from '../../../src/graphql/queries.ts';
import { own } from '../../../src/own.ts';
import { NameSuggester } from '../../../src/text/nearest-name.ts';
import type { ColumnsFileContent } from '../files/columns-file.ts';
import { ExportOptionsError } from './errors.ts';

/**
 * What a cell holds; `texts` is a list of texts, `ids` one that CSV parts by semicolons, `json` everything that fits nowhere
 * else.
 */
export type CellType = 'text' | 'integer' | 'number' | 'boolean' | 'texts' | 'ids' | 'json';

export interface Column {
  readonly name: string;
  readonly type: CellType;
  /** Whether dots are part of the name, and do not nest. */
  readonly isPlain?: boolean;
}

/** A column with the values of a field of the records. */
export interface FieldColumn extends Column {
  /** From the record to the value; objects nest, lists do not. */
  readonly path: readonly string[];
  /** What a query selects of the value: nothing for a scalar. */
  readonly selection: string;
}

/** Levels of objects to follow, because a type may contain itself. */
const DEEPEST = 4;

const typeOfScalar: Readonly<Record<string, CellType>> = {
  ID: 'text',
  String: 'text',
  Time: 'text',
  Date: 'text',
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
};

/** A column for each value of `type Record`, in the order of the schema; an object gives a column for each of its values. */
export function columnsOfRecord(types: ReadonlyMap<string, SelectableType>): FieldColumn[] {
  return columnsOf(types, 'Record', []).filter(({ name }) => name !== 'id');
}

function columnsOf(
  types: ReadonlyMap<string, SelectableType>,
  typeName: string,
  before: readonly string[],
): FieldColumn[] {
  return (types.get(typeName)?.fields ?? []).flatMap(({ name, type }) => {
    const path = [...before, name];
    const named = namedType(type);
    const depth = DEEPEST - before.length;
    if (types.get(named)?.kind !== 'OBJECT') {
      return [{ name: path.join('.'), path, type: cellType(type, types.get(named)), selection: '' }];
    }
    if (!isList(type)) return depth > 1 ? columnsOf(types, named, path) : [];
    const inner = depth > 1 ? selectionOf(types, named, depth - 1) : '';
    return inner === '' ? [] : [{ name: path.join('.'), path, type: 'json', selection: inner }];
  });
}

function cellType(reference: TypeReference, named: SelectableType | undefined): CellType {
  const type = named?.kind === 'ENUM' ? 'text' : (own(typeOfScalar, namedType(reference)) ?? 'json');
  if (!isList(reference)) return type;
  return type === 'text' && listDepth(reference) === 1 ? 'texts' : 'json';
}

const isList = (reference: TypeReference): boolean => listDepth(reference) > 0;

function listDepth(reference: TypeReference): number {
  const inner = reference.ofType ? listDepth(reference.ofType) : 0;
  return inner + (reference.kind === 'LIST' ? 1 : 0);
}

/**
 * The columns that `--fields` names, in the order of the schema: `all`, or names of columns or of the objects around them.
 *
 * @throws ExportOptionsError
 */
export function chosenColumns(all: readonly FieldColumn[], fields: string): readonly FieldColumn[] {
  if (fields === 'all') return all;
  const chosen = new Set<FieldColumn>();
  for (const name of fields.split(',').map((one) => one.trim())) {
    // The id is a column of every export.
    if (name === 'id') continue;
    for (const column of columnsNamed(all, name, '--fields')) chosen.add(column);
  }
  return all.filter((column) => chosen.has(column));
}

/** @throws ExportOptionsError if no column has the name */
export function columnsNamed(all: readonly FieldColumn[], name: string, option: string): readonly FieldColumn[] {
  const found = all.filter((column) => column.name === name || column.name.startsWith(`${name}.`));
  if (found.length > 0) return found;
  const names = all.map((column) => column.name);
  const near = new NameSuggester().nearest(name, names);
  throw new ExportOptionsError(`${option} names ${JSON.stringify(name)}, which records do not have.`, {
    hint: near === undefined ? `The fields are: ${names.join(', ')}.` : `Did you mean ${near}?`,
  });
}

/** The names that the owner's files have for fields, by the path of the field. */
export type OwnNames = ReadonlyMap<string, string>;

/** The names of columns, where all files that have the field call it the same. */
export function ownNames(files: readonly ColumnsFileContent[]): OwnNames {
  const names = new Map<string, Set<string>>();
  for (const { column, field } of files.flatMap(({ columns }) => columns)) {
    if (field === null || typeof column !== 'string') continue;
    names.set(field, (names.get(field) ?? new Set()).add(column));
  }
  return new Map([...names].flatMap(([field, [name, ...others]]) => (others.length === 0 ? [[field, name!]] : [])));
}

/** The columns under the owner's names, or under names that the columns of the export itself do not have. */
export function renamed(
  columns: readonly FieldColumn[],
  taken: readonly string[],
  names: OwnNames = new Map(),
): Column[] {
  const own = new Set(columns.map(({ path }) => path[0]!));
  const fields = new Set([...taken, ...columns.map(({ name }) => name)]);
  return columns.map(({ name, path: [first = '', ...rest], type }) => {
    const title = names.get(name);
    if (title !== undefined && title !== name && !fields.has(title)) return { name: title, type, isPlain: true };
    let free = first;
    while (taken.includes(free) || (free !== first && own.has(free))) free = `record_${free}`;
    return { name: [free, ...rest].join('.'), type };
  });
}

/** The selection of a record with these columns, such as `{ id name address { city } }`. */
export function selectionOfColumns(columns: readonly FieldColumn[]): string {
  return `{ ${['id', ...selected(columns, 0)].join(' ')} }`;
}

function selected(columns: readonly FieldColumn[], depth: number): string[] {
  const names = new Set(columns.map(({ path }) => path[depth]!));
  return [...names].map((name) => {
    const inside = columns.filter(({ path }) => path[depth] === name);
    const { path, selection } = inside[0]!;
    if (path.length > depth + 1) return `${name} { ${selected(inside, depth + 1).join(' ')} }`;
    return selection === '' ? name : `${name} { ${selection} }`;
  });
}

export type ExportedRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** The value of a column; undefined if the record has none. */
export function fieldOf(record: ExportedRecord, { path }: FieldColumn): unknown {
  let value: unknown = record;
  for (const step of path) value = own(value as Record<string, unknown> | null | undefined, step);
  return value ?? undefined;
}
