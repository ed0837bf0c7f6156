/** True if a value that a server sent is an object. A server at a wrong address may send anything. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of what is in a list; none when it is no such list. */
export const namesIn = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? list.flatMap((one: unknown) => (isObject(one) && typeof one['name'] === 'string' ? [one['name']] : []))
    : [];
