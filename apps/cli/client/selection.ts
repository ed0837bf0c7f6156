import { type SelectableType, selectionOf, type TypedQuery } from '../../../src/graphql/queries.ts';
import type { RecordSources } from '../../../src/rules/record-schema/sources.ts';
import { AnswerNotUnderstoodError } from './errors.ts';
import type { GraphqlClient } from './graphql-client.ts';
import { type AnsweredDirective, declaredSources } from './record-input.ts';

const introspection = `query Types {
  __schema { directives { name args { name defaultValue } } types { name kind fields { name type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}` as TypedQuery<
  {
    readonly __schema: {
      readonly types: readonly SelectableType[];
      readonly directives?: readonly AnsweredDirective[];
    };
  },
  object
>;

/** Depth to which a type that contains itself is selected. */
const deepest = 4;

/**
 * The selection of all fields of `type Record` in the deployment's schema, such as `{ id name address { city } }`.
 *
 * @throws AnswerNotUnderstoodError when the API returns no schema
 */
export async function selectRecord(client: GraphqlClient): Promise<string> {
  return `{ ${selectionOf((await readSchema(client)).types, 'Record', deepest)} }`;
}

/** What the deployment's schema declares. */
export interface ReadSchema {
  /** By name. `Record` is among them. */
  readonly types: ReadonlyMap<string, SelectableType>;
  /** Undefined if it declares none. */
  readonly sources: RecordSources | undefined;
}

/**
 * Reads the deployment's schema.
 *
 * @throws AnswerNotUnderstoodError when the API returns no schema
 */
export async function readSchema(client: GraphqlClient): Promise<ReadSchema> {
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
  return { types, sources: declaredSources(data?.__schema.directives ?? []) };
}
