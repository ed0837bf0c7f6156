import { type GraphQLSchema, isInputObjectType } from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Variables as coercion may read them. graphql-js reads the fields of an input by name, and so would find `constructor`
 * and its like in every object that JSON.parse made. Only a schema with a field of such a name needs the copy.
 */
export function createVariableReader(
  schema: GraphQLSchema,
): (variables: Variables | null | undefined) => Variables | undefined {
  const ambiguous = Object.values(schema.getTypeMap()).some(
    (type) => isInputObjectType(type) && Object.keys(type.getFields()).some((name) => name in Object.prototype),
  );
  if (!ambiguous) return (variables) => variables ?? undefined;
  return (variables) => (variables == null ? undefined : (withoutPrototype(variables) as Variables));
}

function withoutPrototype(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutPrototype);
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) copy[name] = withoutPrototype(field);
  return copy;
}
