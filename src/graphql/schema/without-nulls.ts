/**
 * Converts an input object of GraphQL to a plain object without null fields, because null and absent are the same for a
 * record. Lists keep their nulls, because positions count. Values of scalars such as Map stay unchanged: they have a
 * prototype, while input objects of GraphQL have none.
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
