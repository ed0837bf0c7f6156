import { ColumnsError } from './errors.ts';

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
