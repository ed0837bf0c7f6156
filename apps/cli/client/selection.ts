import { AnswerNotUnderstoodError } from './errors.ts';
import type { GraphqlClient } from './graphql-client.ts';

interface TypeReference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType: TypeReference | null;
}

interface ObjectType {
  readonly name: string;
  readonly kind: string;
  readonly fields: readonly { readonly name: string; readonly type: TypeReference }[] | null;
}

const introspection = `query Types {
  __schema { types { name kind fields { name type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } } }
}`;

/** Depth to which a type that contains itself is selected. */
const deepest = 4;

/**
 * The selection of all fields of `type Record` in the deployment's schema, such as `{ id name address { city } }`.
 *
 * @throws AnswerNotUnderstoodError when the API returns no schema
 */
export async function selectRecord(client: GraphqlClient): Promise<string> {
  const { data, errors } = await client.execute<{ __schema: { types: readonly ObjectType[] } }>(introspection, {});
  const types = new Map(data?.__schema.types.map((type) => [type.name, type]));
  const record = types.get('Record');
  if (record === undefined) {
    throw new AnswerNotUnderstoodError(
      `The API does not return the type of its records. ${errors?.[0]?.message ?? ''}`.trim(),
      {
        hint: 'Name the fields to show with --fields.',
      },
    );
  }
  return selectionOf(record, types, deepest);
}

function selectionOf(type: ObjectType, types: ReadonlyMap<string, ObjectType>, depth: number): string {
  const fields = (type.fields ?? []).flatMap(({ name, type: reference }) => {
    const fieldType = types.get(namedType(reference));
    if (fieldType?.kind !== 'OBJECT') return [name];
    const inner = depth > 1 ? selectionOf(fieldType, types, depth - 1) : '';
    return inner === '' ? [] : [`${name} ${inner}`];
  });
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`;
}

function namedType(reference: TypeReference): string {
  let type = reference;
  while (type.ofType !== null && type.ofType !== undefined) type = type.ofType;
  return type.name ?? '';
}
