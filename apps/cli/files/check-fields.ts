import { NameSuggester } from '../../../src/text/nearest-name.ts';
import type { InputFieldType, InputTypes } from '../client/record-input.ts';
import { ColumnsError } from './errors.ts';
import type { ColumnType, FieldTarget } from './field-target.ts';

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
