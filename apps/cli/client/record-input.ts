import type { TypedQuery } from '../../../src/graphql/queries.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** What a field of a submitted record accepts. */
export interface InputFieldType {
  /** Name of the scalar, enum or input type inside all lists. */
  readonly name: string;
  readonly kind: string;
  readonly lists: number;
  readonly isRequired: boolean;
}

/** The input types of the deployment, by name; the records are of `RecordInput`. */
export type InputTypes = ReadonlyMap<string, ReadonlyMap<string, InputFieldType>>;

interface Reference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: Reference | null;
}

interface AnsweredType {
  readonly name: string;
  readonly inputFields?: readonly { readonly name: string; readonly type: Reference }[] | null;
}

const introspection = `query Inputs {
  __schema { types { name inputFields { name type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}` as TypedQuery<{ readonly __schema?: { readonly types?: readonly AnsweredType[] } }, object>;

/** Reads which records the API accepts; undefined when it does not tell. */
export async function readInputTypes(client: GraphqlClient): Promise<InputTypes | undefined> {
  const { data } = await client.execute(introspection, {});
  const types = data?.__schema?.types;
  return types?.some(({ name }) => name === 'RecordInput') === true ? inputTypesOf(types) : undefined;
}

/** @param types as an introspection describes them */
export const inputTypesOf = (types: readonly AnsweredType[]): InputTypes =>
  new Map(
    types.map(({ name, inputFields }) => [
      name,
      new Map((inputFields ?? []).map((field) => [field.name, fieldType(field.type)])),
    ]),
  );

function fieldType(reference: Reference): InputFieldType {
  let at = reference;
  let lists = 0;
  while (at.ofType) {
    if (at.kind === 'LIST') lists += 1;
    at = at.ofType;
  }
  return { name: at.name ?? '', kind: at.kind, lists, isRequired: reference.kind === 'NON_NULL' };
}
