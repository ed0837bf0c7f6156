import { NameSuggester } from '../../../src/text/nearest-name.ts';
import type { InputFieldType, InputTypes } from '../client/record-input.ts';
import { ColumnsError } from './source-record.ts';

/** The type that a column's values are converted to. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'json' | 'list';

export const columnTypes: readonly ColumnType[] = ['text', 'number', 'boolean', 'json', 'list'];

/** One step to a field: a name, a position in a list, or `*` for the position that the value has in its own list. */
export type Step = string | number;

/** Where the value of a column goes. */
export interface FieldTarget {
  /** The column, for messages. */
  readonly column: string;
  readonly steps: readonly Step[];
  /** Undefined leaves the value as it is. */
  readonly type: ColumnType | undefined;
}

/** @throws ColumnsError when the path leads to no field */
export function fieldTarget(column: string, path: string, type: ColumnType | undefined): FieldTarget {
  const steps = path.split('.').map((step) => (/^\d{1,3}$/.test(step) ? Number(step) : step));
  if (!steps.includes('') && !steps.includes('__proto__') && typeof steps[0] !== 'number') {
    return { column, steps, type };
  }
  throw new ColumnsError(
    `The column ${JSON.stringify(column)} goes to ${JSON.stringify(path)}, which is not the path of a field.`,
    {
      hint:
        column === ''
          ? 'Give the column a name in the first row, or remove it from the file.'
          : 'Map the column to a field with --column.',
    },
  );
}

/**
 * Refuses two columns that fill the same position, or of which one fills a position inside the other's.
 *
 * @throws ColumnsError
 */
export function refuseOverlaps(targets: readonly FieldTarget[]): void {
  const kinds = new Map<string, { isList: boolean; column: string }>();
  for (const { column, steps } of targets) {
    steps.slice(1).forEach((step, depth) => {
      const parent = steps.slice(0, depth + 1).join('.');
      const isList = typeof step === 'number' || step === '*';
      const kind = kinds.get(parent) ?? { isList, column };
      kinds.set(parent, kind);
      if (kind.isList !== isList) {
        throw new ColumnsError(
          `The columns ${JSON.stringify(kind.column)} and ${JSON.stringify(column)} make ${JSON.stringify(parent)} both a list and an object.`,
        );
      }
    });
  }
  const places = targets.map(({ column, steps }) => ({ column, path: `${steps.join('.')}.` }));
  for (const a of places) {
    const b = places.find((other) => other !== a && other.path.startsWith(a.path));
    if (b !== undefined) {
      throw new ColumnsError(
        `The columns ${JSON.stringify(a.column)} and ${JSON.stringify(b.column)} map to the same position.`,
        { hint: 'Map one of them elsewhere with --column, or leave it out with --column COLUMN= .' },
      );
    }
  }
}

type Container = Record<string | number, unknown>;

/**
 * Puts a value into a record.
 *
 * @param positions those of the value in its own lists, which replace the stars of the path in their order
 */
export function place(
  record: Record<string, unknown>,
  steps: readonly Step[],
  value: unknown,
  positions: readonly number[] = [],
): void {
  let stars = 0;
  const path = positions.length === 0 ? steps : steps.map((step) => (step === '*' ? (positions[stars++] ?? 0) : step));
  let container: Container = record;
  for (let index = 0; index < path.length - 1; index++) {
    const step = path[index] as Step;
    // Every record inherits a `constructor`, which is none of its fields.
    if (!Object.hasOwn(container, step)) container[step] = typeof path[index + 1] === 'number' ? [] : {};
    container = container[step] as Container;
  }
  container[path.at(-1) as Step] = value;
}

/** Removes the gaps that missing values left in lists. */
export function compactLists(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const container = value as Container;
  for (const [name, inner] of Object.entries(container)) {
    if (typeof inner !== 'object' || inner === null) continue;
    if (Array.isArray(inner)) container[name] = inner.filter((element) => element !== undefined);
    compactLists(container[name]);
  }
}

const recordInput = 'RecordInput';

/** Scalars that take whatever is in a value. */
const open = new Set(['Any', 'Map', 'StringMap']);

/** The scalars that each type of a column fits. Enums take texts. */
const fitting: Readonly<Record<Exclude<ColumnType, 'json'>, ReadonlySet<string>>> = {
  text: new Set(['String', 'ID', 'Date', 'Time']),
  list: new Set(['String', 'ID', 'Date', 'Time']),
  number: new Set(['Int', 'Float', 'ID']),
  boolean: new Set(['Boolean']),
};

/**
 * Checks before the first record whether the fields that the columns fill are those of the service's records.
 *
 * @throws ColumnsError with every problem
 */
export function checkFields(targets: readonly FieldTarget[], types: InputTypes): void {
  const problems = [...targets.flatMap((target) => problemOf(target, types) ?? []), ...unfilled(targets, types)];
  if (problems.length === 0) return;
  const [first, ...more] = problems;
  throw new ColumnsError(
    more.length === 0 ? first! : `The columns do not fit the records of the service:\n  ${problems.join('\n  ')}`,
    {
      hint: 'Map columns to other fields or types with --column COLUMN=FIELD:TYPE, leave one out with --column COLUMN=, or start the service with the schema of this file.',
    },
  );
}

function problemOf({ column, steps, type }: FieldTarget, types: InputTypes): string | undefined {
  let fields = types.get(recordInput)!;
  let field: InputFieldType | undefined;
  let lists = 0;
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'number' || step === '*') {
      lists -= 1;
      if (lists < 0) return `The column ${quoted(column)} goes to an element of ${at(steps, index)}, which is no list.`;
      continue;
    }
    field = fields.get(step);
    if (field === undefined) {
      const near = new NameSuggester().nearest(step, fields.keys());
      return `The records of the service have no field ${at(steps, index + 1)} for the column ${quoted(column)}${near === undefined ? '' : `; there is ${near}`}.`;
    }
    if (open.has(field.name)) return undefined;
    lists = field.lists;
    fields = types.get(field.name) ?? new Map();
  }
  return field === undefined || type === undefined || type === 'json' || fits(field, lists, type)
    ? undefined
    : `The column ${quoted(column)} gives ${describe(type)}, and ${steps.join('.')} takes ${field.name}${lists > 0 ? ' in a list' : ''}.`;
}

function fits({ name, kind }: InputFieldType, lists: number, type: Exclude<ColumnType, 'json'>): boolean {
  if (kind === 'INPUT_OBJECT' || (type === 'list' && lists === 0)) return false;
  if (kind === 'ENUM') return type === 'text' || type === 'list';
  // A single value is a list of one for the API.
  return fitting[type].has(name);
}

/** Fields that every record needs and no column fills. */
function unfilled(targets: readonly FieldTarget[], types: InputTypes): string[] {
  const filled = new Set(targets.map(({ steps }) => steps[0]));
  return [...types.get(recordInput)!]
    .filter(([name, { isRequired }]) => isRequired && name !== 'id' && !filled.has(name))
    .map(([name]) => `Every record of the service needs the field ${name}, which no column fills.`);
}

const describe = (type: ColumnType): string => (type === 'list' ? 'a list of texts' : `a ${type}`);

const quoted = (text: string): string => JSON.stringify(text);

const at = (steps: FieldTarget['steps'], end: number): string => steps.slice(0, end).join('.');
