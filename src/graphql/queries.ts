import { assert } from '../assert.ts';
import type { EntityCount } from '../entities/search/types.ts';

declare const asked: unique symbol;

/** The text of a query of `queries/`, with the types of its answer and its variables. */
export type TypedQuery<Answer, Variables> = string & { readonly [asked]: (variables: Variables) => Answer };

/** The answer of a query. */
export type AnswerOf<Query extends AnyQuery> = ReturnType<TypeOf<Query>>;

/** The variables of a query. */
export type VariablesOf<Query extends AnyQuery> = Parameters<TypeOf<Query>>[0];

declare const lacksRecord: unique symbol;

/** A query that cannot be sent before {@link selecting} adds which fields of the records it asks for. */
export type RecordsQuery<Answer, Variables> = string & { readonly [lacksRecord]: TypedQuery<Answer, Variables> };

type AnyQuery = TypedQuery<unknown, never> | RecordsQuery<unknown, never>;
type TypeOf<Query extends AnyQuery> = Query extends {
  readonly [lacksRecord]: infer Selected extends TypedQuery<unknown, never>;
}
  ? Selected[typeof asked]
  : Query extends TypedQuery<unknown, never>
    ? Query[typeof asked]
    : never;

/**
 * A query of records with the fields to answer.
 *
 * @param selection of a record, with its id, such as `{ id name address { city } }`
 */
export const selecting = <Answer, Variables>(
  query: RecordsQuery<Answer, Variables>,
  selection: string,
): TypedQuery<Answer, Variables> => `${query}fragment Record on Record${selection}` as TypedQuery<Answer, Variables>;

/** The query or mutation of one field as one of several, once for each of these variables. The answer has them in this order. */
export function repeated<Answer, Variables extends object>(
  query: TypedQuery<Answer, Variables>,
  each: readonly Variables[],
): readonly [
  query: TypedQuery<Readonly<Record<string, Answer[keyof Answer]>>, Readonly<Record<string, unknown>>>,
  variables: Readonly<Record<string, unknown>>,
] {
  const [, head, inputs = '', field = '', fragments = ''] =
    /^((?:query|mutation) \w+)\((.*?)\)\{(.*?)\}(fragment .*)?$/.exec(query) ?? [];
  assert(!fragments.includes('$'), 'a repeated query has its variables in its field: fragments are shared');
  const numbered = (text: string, index: number) => text.replaceAll(/\$\w+/g, `$&${index}`);
  // No alias for a single one: a deployment may allow none.
  const fields = each.map((_, index) => `${each.length === 1 ? '' : `r${index}:`}${numbered(field, index)}`);
  const declared = each.map((_, index) => numbered(inputs, index));
  return [
    `${head}(${declared.join(' ')}){${fields.join(' ')}}${fragments}` as TypedQuery<
      Readonly<Record<string, Answer[keyof Answer]>>,
      Readonly<Record<string, unknown>>
    >,
    Object.fromEntries(
      each.flatMap((variables, index) => Object.entries(variables).map(([key, value]) => [`${key}${index}`, value])),
    ),
  ];
}

/** The number of entities for people to read: "14 entities", "about 340 entities". */
export function entityCountText({ totalCount, totalIs }: EntityCount): string {
  const entities = totalCount === 1 ? '1 entity' : `${totalCount.toLocaleString('en')} entities`;
  return { EXACT: entities, ABOUT: `about ${entities}`, AT_LEAST: `at least ${entities}` }[totalIs];
}

/** A reference to a type, as an introspection describes it: `ofType` is the type inside a list or non-null type. */
export interface TypeReference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeReference | null;
}

/** A type of a schema, as an introspection describes it. */
export interface SelectableType {
  readonly name: string;
  readonly kind: string;
  readonly fields?: readonly { readonly name: string; readonly type: TypeReference }[] | null;
}

/** The name of the type inside all list and non-null types. */
export function namedType(reference: TypeReference): string {
  let type = reference;
  while (type.ofType) type = type.ofType;
  return type.name ?? '';
}

/**
 * The selection of all fields of an object type, such as `id name address { city }`; '' if there is none.
 *
 * @param depth levels of objects to select, because a type may contain itself
 */
export function selectionOf(types: ReadonlyMap<string, SelectableType>, typeName: string, depth: number): string {
  const selected = (types.get(typeName)?.fields ?? []).flatMap(({ name, type }) => {
    const named = namedType(type);
    if (types.get(named)?.kind !== 'OBJECT') return [name];
    const inner = depth > 1 ? selectionOf(types, named, depth - 1) : '';
    return inner === '' ? [] : [`${name} { ${inner} }`];
  });
  return selected.join(' ');
}
