import { own } from '../../../src/own.ts';
import {
  type ColumnMapping,
  type ColumnOptions,
  type IdRules,
  idColumnOf,
  idInSource,
  idOfLine,
  idOfValue,
  isNull,
  type ReadRecord,
  readBoolean,
  readNumber,
} from './columns.ts';
import { ExactNumber, textOfScalar, withPlainNumbers } from './exact-json.ts';
import { type ColumnType, compactLists, type FieldTarget, fieldTarget, place, refuseOverlaps } from './field-target.ts';

/** Converts the object at a line to a record. */
type ObjectReader = (object: Readonly<Record<string, unknown>>, line: number) => ReadRecord;

/** The fields of JSON objects, compiled. */
export interface CompiledObjects {
  /** Where the values go, without the id; undefined where every field keeps its name. */
  readonly targets: readonly FieldTarget[] | undefined;
  readonly read: ObjectReader;
}

/** What becomes of a value of the objects. */
interface Node {
  /** Of the field, from the outside, for messages. */
  readonly name: string;
  readonly fields: Map<string, Node>;
  /** Each element of a list. */
  each?: Node;
  /** Undefined for a value that is left out. */
  target?: FieldTarget | undefined;
  nulls?: ReadonlySet<string> | undefined;
  isListed: boolean;
}

/**
 * Compiles the mapping of JSON objects. A field that is not listed keeps its name, unless a file lists all fields.
 *
 * @throws ColumnsError when two fields fill the same position
 */
export function compileObjects(options: ColumnOptions): CompiledObjects {
  const { idRules = {}, mappings = new Map<string, ColumnMapping>(), nested = [], columnsFile } = options;
  const idColumn = idColumnOf(options);
  const root = node('');
  const listed = [...mappings].map(([column, mapping]) => ({ ...mapping, steps: [column] }));
  for (const { steps, path, type, nulls } of [...nested, ...listed]) {
    const at = nodeAt(root, steps);
    at.isListed = true;
    at.nulls = nulls;
    const isOnlyID = steps.length === 1 && steps[0] === idColumn && path === 'id';
    at.target = path === undefined || isOnlyID ? undefined : fieldTarget(at.name, path, path === 'id' ? 'text' : type);
  }
  const targets = targetsBelow(root);
  refuseOverlaps(targets);
  const walk: Walk = { columnsFile, idColumn, idRules };

  return {
    targets: columnsFile === undefined ? undefined : targets.filter(({ steps }) => steps.join() !== 'id'),
    read(object, line) {
      const record: Record<string, unknown> = {};
      const problem = idProblem(object, idColumn) ?? readFields(root, object, record, [], walk);
      if (problem !== undefined) return { problem };
      const id = idOf(object, line, walk) ?? idOfField(record, idRules);
      if (id !== undefined) record['id'] = id;
      compactLists(record);
      return { record };
    },
  };
}

interface Walk {
  readonly columnsFile: string | undefined;
  readonly idColumn: string | undefined;
  readonly idRules: IdRules;
}

const node = (name: string): Node => ({ name, fields: new Map(), isListed: false });

function nodeAt(root: Node, steps: readonly string[]): Node {
  let at = root;
  for (const step of steps) {
    const name = at.name === '' ? step : `${at.name}.${step}`;
    if (step === '*') {
      at.each ??= node(name);
      at = at.each;
    } else {
      const next = at.fields.get(step) ?? node(name);
      at.fields.set(step, next);
      at = next;
    }
  }
  return at;
}

function targetsBelow({ target, each, fields }: Node): FieldTarget[] {
  return [
    ...(target === undefined ? [] : [target]),
    ...(each === undefined ? [] : targetsBelow(each)),
    ...[...fields.values()].flatMap(targetsBelow),
  ];
}

/** The id as text; undefined where another field is mapped to it, or where there is none. */
function idOf(object: Readonly<Record<string, unknown>>, line: number, { idColumn, idRules }: Walk): unknown {
  const { linePrefix, ofSource } = idRules;
  if (idColumn === undefined) return linePrefix === undefined ? undefined : idOfLine(linePrefix, line, ofSource);
  const value = own(object, idColumn);
  const text = textOfScalar(value);
  return text === undefined || typeof value === 'boolean' ? withPlainNumbers(value) : idOfValue(text, idRules);
}

/** The id that another field was mapped to. */
function idOfField({ id }: Readonly<Record<string, unknown>>, { ofSource }: IdRules): unknown {
  return typeof id === 'string' ? idInSource(id, ofSource) : id;
}

function idProblem(object: Readonly<Record<string, unknown>>, idColumn: string | undefined): string | undefined {
  const given = idColumn === undefined ? undefined : own(object, idColumn);
  return typeof given === 'object' && given !== null && !(given instanceof ExactNumber)
    ? `the ${idColumn} is ${kindOf(given)}, no text`
    : undefined;
}

/** Reads the listed fields of an object into the record; answers what is wrong. */
function readFields(
  at: Node,
  object: Readonly<Record<string, unknown>>,
  record: Record<string, unknown>,
  positions: readonly number[],
  walk: Walk,
): string | undefined {
  for (const [key, value] of Object.entries(object)) {
    const field = at.fields.get(key);
    const isID = at.name === '' && key === walk.idColumn;
    if (field === undefined) {
      if (isID) continue;
      if (walk.columnsFile !== undefined) {
        return `${walk.columnsFile} does not list the field ${JSON.stringify(at.name === '' ? key : `${at.name}.${key}`)}`;
      }
      if (key !== '__proto__') record[key] = withPlainNumbers(value);
      continue;
    }
    const problem = readValue(field, value, record, positions, walk);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function readValue(
  at: Node,
  value: unknown,
  record: Record<string, unknown>,
  positions: readonly number[],
  walk: Walk,
): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (at.isListed) return readListed(at, value, record, positions);
  if (at.each !== undefined) {
    if (!Array.isArray(value)) return `the field ${at.name} is ${kindOf(value)}, no list`;
    for (const [position, element] of value.entries()) {
      const problem = readValue(at.each, element, record, [...positions, position], walk);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  return isObject(value)
    ? readFields(at, value, record, positions, walk)
    : `the field ${at.name} is ${kindOf(value)}, no object`;
}

function readListed(
  { name, target, nulls }: Node,
  value: unknown,
  record: Record<string, unknown>,
  positions: readonly number[],
): string | undefined {
  if (target === undefined) return undefined;
  if (isNull(textOfScalar(value) ?? ' ', nulls)) return undefined;
  const read = readAs(value, target.type, nulls);
  if (read === undefined) {
    const shown = textOfScalar(value);
    const found = shown === undefined ? `is ${kindOf(value)}` : `holds ${JSON.stringify(shown.slice(0, 80))}`;
    return `the field ${name} ${found}, no ${target.type}`;
  }
  if (read !== '') place(record, target.steps, read, positions);
  return undefined;
}

function readAs(value: unknown, type: ColumnType | undefined, nulls: ReadonlySet<string> | undefined): unknown {
  const text = textOfScalar(value);
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return text === undefined ? undefined : readNumber(text);
    case 'boolean':
      return text === undefined ? undefined : readBoolean(text);
    case 'list': {
      const elements = (Array.isArray(value) ? value : [value]).filter((element) => element !== null);
      const texts = elements.map(textOfScalar);
      return texts.includes(undefined) ? undefined : texts.filter((one) => one === '' || !isNull(one!, nulls));
    }
    default:
      return withPlainNumbers(value);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'boolean' ? 'true or false' : typeof value === 'string' ? 'a text' : 'a number';
}
