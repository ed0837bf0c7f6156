import { namedType, selectionOf, type TypeReference } from '../../../../src/graphql/queries/record-selection.ts';

/** The deployment's record type, from an introspection of the API. */
export interface RecordType {
  /** The leaves of `Record`, in the order of the schema. */
  readonly fields: readonly RecordLeaf[];
  /** The leaves of `SearchParams`: the fields of the search form. */
  readonly searchFields: readonly RecordLeaf[];
  /** The leaves of `RecordInput`: the fields of the record forms. */
  readonly inputFields: readonly RecordLeaf[];
  /** A selection of all fields of a record. */
  readonly selection: string;
}

/** A scalar value in a record. */
export interface RecordLeaf {
  readonly path: readonly PathStep[];
  /** The path with dots and `*` for each list of objects, as in rule-configs and filters. */
  readonly name: string;
  readonly description: string | undefined;
  /** Name of the scalar or enum. */
  readonly scalar: string;
}

export interface PathStep {
  readonly field: string;
  readonly isList: boolean;
}

interface IntrospectedField {
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeReference;
}

interface IntrospectedType {
  readonly name: string;
  readonly kind: string;
  readonly fields: readonly IntrospectedField[] | null;
  readonly inputFields: readonly IntrospectedField[] | null;
}

export interface Introspection {
  readonly __schema: { readonly types: readonly IntrospectedType[] };
}

const field =
  '{ name description type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } }';

export const introspectionQuery = `{ __schema { types { name kind fields ${field} inputFields ${field} } } }`;

/** Deepest nesting to follow, because record types may be recursive. */
const maxDepth = 5;

/** Builds the record type from an introspection. */
export function recordTypeOf({ __schema }: Introspection): RecordType {
  const types = new Map(__schema.types.map((type) => [type.name, type]));
  return {
    fields: leavesOf(types, 'Record'),
    searchFields: leavesOf(types, 'SearchParams'),
    inputFields: leavesOf(types, 'RecordInput'),
    selection: selectionOf(types, 'Record', maxDepth),
  };
}

function leavesOf(
  types: ReadonlyMap<string, IntrospectedType>,
  typeName: string,
  before: readonly PathStep[] = [],
): RecordLeaf[] {
  return fieldsOf(types, typeName).flatMap(({ name, description, type }) => {
    const { named, isList } = unwrap(type);
    const path = [...before, { field: name, isList }];
    if (types.get(named)?.kind.endsWith('OBJECT')) return path.length < maxDepth ? leavesOf(types, named, path) : [];
    return [{ path, name: nameOf(path), description: description ?? undefined, scalar: named }];
  });
}

function fieldsOf(types: ReadonlyMap<string, IntrospectedType>, name: string): readonly IntrospectedField[] {
  const type = types.get(name);
  return type?.fields ?? type?.inputFields ?? [];
}

/** The named type inside non-null and list types. */
function unwrap(type: TypeReference): { readonly named: string; readonly isList: boolean } {
  let isList = false;
  for (let inner = type; inner.ofType; inner = inner.ofType) isList ||= inner.kind === 'LIST';
  return { named: namedType(type), isList };
}

/** A list of scalars has no `*`; a list of objects does. */
function nameOf(path: readonly PathStep[]): string {
  return path
    .map(({ field: name, isList }, index) => (isList && index < path.length - 1 ? `${name}.*` : name))
    .join('.');
}
