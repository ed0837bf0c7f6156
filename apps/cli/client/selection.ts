import { type SelectableType, selectionOf, type TypedQuery } from '../../../src/graphql/queries.ts';
import { AnswerNotUnderstoodError } from './errors.ts';
import type { GraphqlClient } from './graphql-client.ts';

const introspection = `query Types {
  __schema { types { name kind fields { name type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}` as TypedQuery<{ readonly __schema: { readonly types: readonly SelectableType[] } }, object>;

/** Depth to which a type that contains itself is selected. */
const deepest = 4;

/**
 * The selection of all fields of `type Record` in the deployment's schema, such as `{ id name address { city } }`.
 *
 * @throws AnswerNotUnderstoodError when the API returns no schema
 */
export async function selectRecord(client: GraphqlClient): Promise<string> {
  return `{ ${selectionOf(await readSchemaTypes(client), 'Record', deepest)} }`;
}

/**
 * The types of the deployment's schema, by name. `Record` is among them.
 *
 * @throws AnswerNotUnderstoodError when the API returns no schema
 */
export async function readSchemaTypes(client: GraphqlClient): Promise<ReadonlyMap<string, SelectableType>> {
  const { data, errors } = await client.execute(introspection, {});
  const types = new Map(data?.__schema.types.map((type) => [type.name, type]));
  if (!types.has('Record')) {
    throw new AnswerNotUnderstoodError(
      `The API does not return the type of its records. ${errors?.[0]?.message ?? ''}`.trim(),
      {
        hint: 'Name the fields to show with --fields.',
      },
    );
  }
  return types;
}
