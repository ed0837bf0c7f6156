import type { TypedQuery } from '../../../src/graphql/queries.ts';
import type { RecordSources } from '../../../src/rules/record-schema/sources.ts';
import { parsedJson } from '../../../src/text/json.ts';
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
  __schema { directives { name args { name defaultValue } } types { name inputFields { name type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}` as TypedQuery<{ readonly __schema?: AnsweredSchema }, object>;

interface AnsweredSchema {
  readonly types?: readonly AnsweredType[];
  readonly directives?: readonly AnsweredDirective[];
}

export interface AnsweredDirective {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly defaultValue?: string | null }[];
}

/** The records that the API accepts. */
export interface RecordInput {
  readonly types: InputTypes;
  /** Undefined if the schema declares none. */
  readonly sources: RecordSources | undefined;
}

/** Reads which records the API accepts; undefined when it does not tell. */
export async function readRecordInput(client: GraphqlClient): Promise<RecordInput | undefined> {
  const { data } = await client.execute(introspection, {});
  const { types, directives = [] } = data?.__schema ?? {};
  if (types?.some(({ name }) => name === 'RecordInput') !== true) return undefined;
  return { types: inputTypesOf(types), sources: declaredSources(directives) };
}

/** The sources that the schema declares: the defaults of `@sources`. */
export function declaredSources(directives: readonly AnsweredDirective[]): RecordSources | undefined {
  const directive = directives.find(({ name }) => name === 'sources');
  const listOf = (argument: string): readonly string[] => {
    const list = parsedJson(directive?.args.find(({ name }) => name === argument)?.defaultValue ?? '');
    return Array.isArray(list) ? list : [];
  };
  const names = listOf('names');
  return names.length === 0 ? undefined : { names, withoutDuplicates: listOf('withoutDuplicates') };
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
