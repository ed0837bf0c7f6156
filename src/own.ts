/**
 * The property that an object itself has under a name. A name from data may be that of an inherited property, such as
 * `constructor`.
 */
export const own = <Value>(
  object: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined => (object != null && Object.hasOwn(object, name) ? object[name] : undefined);
