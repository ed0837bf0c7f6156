import { isObject } from '../../../src/is-object.ts';

/** The names of what is in a list; none when it is no such list. */
export const namesIn = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? list.flatMap((one: unknown) => (isObject(one) && typeof one['name'] === 'string' ? [one['name']] : []))
    : [];
