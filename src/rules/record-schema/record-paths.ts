import {
  type FieldDefinitionNode,
  type InputObjectTypeDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { NameSuggester } from '../../text/nearest-name.ts';
import { namedType, privilegeOf, type RecordDefinitions } from './check-definitions.ts';

/** The type of a record's field. A type that contains itself refers back to the same object. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly name: string }
  | { readonly kind: 'enum'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: FieldType; readonly elementRequired: boolean }
  | { readonly kind: 'object'; readonly name: string; readonly fields: ReadonlyMap<string, RecordField> };

export interface RecordField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** The scope that `@hasPrivilege` requires. */
  readonly privilege?: string;
}

type Holder = ObjectTypeDefinitionNode | InputObjectTypeDefinitionNode;

/** Returns the fields of a type or input, with all nested fields. */
export function readFields(
  root: Holder,
  holders: ReadonlyMap<string, Holder>,
  enums: RecordDefinitions['enums'],
): ReadonlyMap<string, RecordField> {
  const read = new Map<string, Map<string, RecordField>>();

  const fieldsOf = (holder: Holder): ReadonlyMap<string, RecordField> => {
    const name = holder.name.value;
    const known = read.get(name);
    if (known !== undefined) return known;
    const fields = new Map<string, RecordField>();
    read.set(name, fields);
    const nodes: readonly (FieldDefinitionNode | InputValueDefinitionNode)[] = holder.fields ?? [];
    for (const node of nodes) {
      const privilege = privilegeOf(node);
      fields.set(node.name.value, {
        name: node.name.value,
        type: typeOf(node.type),
        required: node.type.kind === Kind.NON_NULL_TYPE,
        ...(privilege !== undefined && { privilege }),
      });
    }
    return fields;
  };

  const typeOf = (node: TypeNode): FieldType => {
    if (node.kind === Kind.NON_NULL_TYPE) return typeOf(node.type);
    if (node.kind === Kind.LIST_TYPE) {
      return { kind: 'list', of: typeOf(node.type), elementRequired: node.type.kind === Kind.NON_NULL_TYPE };
    }
    const name = namedType(node);
    const values = enums.get(name)?.values?.map((value) => value.name.value);
    if (values !== undefined) return { kind: 'enum', name, values };
    const holder = holders.get(name);
    return holder === undefined ? { kind: 'scalar', name } : { kind: 'object', name, fields: fieldsOf(holder) };
  };

  return fieldsOf(root);
}

/**
 * The target of a path: `ok` a value; `missing` no such field; `object` an object, of which the path must name a field;
 * `list` a list in the middle of the path, which needs `*` (or a number).
 */
export type PathStatus = 'ok' | 'missing' | 'object' | 'list';

type Fields = ReadonlyMap<string, RecordField>;

/** Follows a path such as `emails.*.address`, as the `field` transformer does. */
export function pathStatus(fields: Fields, path: string): PathStatus {
  const steps = path.split('.');
  let type: FieldType = { kind: 'object', name: 'Record', fields };
  for (const [index, step] of steps.entries()) {
    if (type.kind === 'scalar') return belowScalar(type.name, steps.length - index);
    if (type.kind === 'enum') return 'missing';
    if (type.kind === 'list') {
      if (step !== '*' && !/^\d+$/.test(step)) return 'list';
      type = type.of;
      continue;
    }
    const field = type.fields.get(step);
    if (field === undefined) return 'missing';
    type = field.type;
  }
  while (type.kind === 'list') type = type.of;
  if (type.kind === 'object') return 'object';
  return type.kind === 'scalar' && (type.name === 'Map' || type.name === 'StringMap') ? 'object' : 'ok';
}

/** Any accepts every value, Map every object, StringMap an object of texts. */
function belowScalar(name: string, stepsLeft: number): PathStatus {
  if (name === 'Any' || name === 'Map') return 'ok';
  return name === 'StringMap' && stepsLeft === 1 ? 'ok' : 'missing';
}

const maxPaths = 2_000;

const maxSteps = 8;

/**
 * Returns the paths of values, with the name of their scalar or enum. The number is limited, because a type may contain
 * itself.
 */
export function valuePaths(fields: Fields): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  // Breadth first, so that the limit drops the deepest paths.
  const open: { readonly path: string; readonly type: FieldType; readonly steps: number }[] = [];
  const openFields = (below: Fields, prefix: string, steps: number) => {
    for (const field of below.values()) open.push({ path: prefix + field.name, type: field.type, steps });
  };
  openFields(fields, '', 1);
  for (let next = 0; next < open.length && paths.size < maxPaths && next < 10 * maxPaths; next += 1) {
    const { path, type, steps } = open[next]!;
    if (type.kind === 'scalar' || type.kind === 'enum') paths.set(path, type.name);
    else if (steps >= maxSteps) continue;
    else if (type.kind === 'object') openFields(type.fields, `${path}.`, steps + 1);
    else if (type.of.kind === 'list' || type.of.kind === 'object') {
      open.push({ path: `${path}.*`, type: type.of, steps: steps + 1 });
    } else paths.set(path, type.of.name);
  }
  return paths;
}

/** Returns the probably intended path: the nearest name, or the same last step elsewhere. */
export function nearestPath(paths: ReadonlyMap<string, string>, path: string): string | undefined {
  const suggester = new NameSuggester();
  const wanted = bare(path);
  const byBareName = new Map<string, string>();
  for (const known of paths.keys()) byBareName.set(bare(known), known);
  if (byBareName.has(wanted)) return byBareName.get(wanted);
  const nearest = suggester.nearest(wanted, byBareName.keys());
  if (nearest !== undefined) return byBareName.get(nearest);
  const last = wanted.split('.').at(-1)!;
  const ending = [...byBareName.keys()].find((known) => known.split('.').at(-1) === last);
  return ending === undefined ? undefined : byBareName.get(ending);
}

/** Removes the steps into lists, which are often forgotten. */
function bare(path: string): string {
  return path
    .split('.')
    .filter((step) => step !== '*' && !/^\d+$/.test(step))
    .join('.');
}
