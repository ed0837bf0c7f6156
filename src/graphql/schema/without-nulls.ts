/**
 * An input object as GraphQL hands it over, as a plain object without the fields that are null: to a record, null and
 * absent are the same. Lists keep their nulls, because positions count. Values of scalars such as Map stay as they
 * came; they are told apart by having a prototype, which input objects of GraphQL do not.
 */
export function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (Object.getPrototypeOf(value) !== null) return value;
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[name];
    if (field !== null && field !== undefined) plain[name] = withoutNulls(field);
  }
  return plain;
}
