import { namedType, selectionOf, type TypedQuery, type TypeReference } from '../../../../src/graphql/queries.ts';
import { RequestFailed } from './problem.ts';

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
  readonly type: IntrospectedReference;
}

interface IntrospectedReference extends TypeReference {
  readonly ofType?: IntrospectedReference | null;
  readonly fields?: readonly IntrospectedField[] | null;
  readonly inputFields?: readonly IntrospectedField[] | null;
}

interface IntrospectedType {
  readonly name: string;
  readonly kind: string;
  readonly fields?: readonly IntrospectedField[] | null;
  readonly inputFields?: readonly IntrospectedField[] | null;
}

/** The types of a schema, or some of them. */
interface Introspection {
  readonly __schema: { readonly types: readonly IntrospectedType[] };
}

/** Lists and non-null types around a named one: `[T!]!` at most. */
const mostWrappers = 3;
const field = `{ name description type { ${wrapped('kind name')} } }`;

function wrapped(selection: string, wrappers = mostWrappers): string {
  return wrappers === 0 ? selection : `${selection} ofType { ${wrapped(selection, wrappers - 1)} }`;
}

const wholeSchema = `{ __schema { types { name kind fields ${field} inputFields ${field} } } }` as TypedQuery<
  Introspection,
  object
>;

/** The types of records with the fields of two levels; the API nests introspections no deeper. */
const recordTypes = `{
  record: __type(name: "Record") { ${typeWith('fields')} }
  search: __type(name: "SearchParams") { ${typeWith('inputFields')} }
  input: __type(name: "RecordInput") { ${typeWith('inputFields')} }
}` as TypedQuery<Readonly<Record<string, IntrospectedType | null>>, object>;

function typeWith(fields: 'fields' | 'inputFields'): string {
  return `name kind ${fields} { name description type { ${wrapped(`kind name ${fields} ${field}`)} } }`;
}

/** Deepest nesting to follow, because record types may be recursive. */
const maxDepth = 5;

/**
 * Reads the record type. Asks for its own types first, because the whole schema is thirty times as large. The whole is for
 * records whose objects hold objects, and for an API whose owner limits queries to less.
 *
 * @param ask sends a query to the API
 */
export async function loadRecordType(
  ask: <Data>(query: TypedQuery<Data, object>) => Promise<Data>,
): Promise<RecordType> {
  const known = await ask(recordTypes).catch((error: unknown) => {
    if (isOverLimit(error)) return {};
    throw error;
  });
  const types = new Map<string, IntrospectedType>();
  const roots = Object.values(known);
  const isWhole = roots.length > 0 && roots.every((type) => type === null || addType(types, type));
  return recordTypeOf(isWhole ? [...types.values()] : (await ask(wholeSchema)).__schema.types);
}

const limitCodes = ['TOO_MANY_TOKENS', 'QUERY_TOO_DEEP', 'TOO_MANY_ALIASES', 'TOO_MANY_ROOT_FIELDS', 'TOO_MANY_FIELDS'];
const isOverLimit = (error: unknown): boolean =>
  error instanceof RequestFailed && error.problems.some(({ code = '' }) => limitCodes.includes(code));

function recordTypeOf(known: readonly IntrospectedType[]): RecordType {
  const types = new Map(known.map((type) => [type.name, type]));
  return {
    fields: leavesOf(types, 'Record'),
    searchFields: leavesOf(types, 'SearchParams'),
    inputFields: leavesOf(types, 'RecordInput'),
    selection: selectionOf(types, 'Record', maxDepth),
  };
}

/** Adds a type and those of its fields; false if there are objects whose fields are not known. */
function addType(types: Map<string, IntrospectedType>, type: IntrospectedType): boolean {
  types.set(type.name, type);
  return (type.fields ?? type.inputFields ?? []).every(({ type: reference }) => {
    const { name, kind, fields = null, inputFields = null } = innermost(reference);
    if (name === null || !kind.endsWith('OBJECT') || types.has(name)) return true;
    return (fields ?? inputFields) !== null && addType(types, { name, kind, fields, inputFields });
  });
}

function innermost(reference: IntrospectedReference): IntrospectedReference {
  return reference.ofType ? innermost(reference.ofType) : reference;
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
