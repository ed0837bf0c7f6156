import * as z from 'zod';
import { isObject } from '../../is-object.ts';
import { headerFields, maxHeader } from './header-fields.ts';

/** The path of a field in a record. */
export const fieldName = z
  .string()
  .min(1)
  .max(200)
  .describe('As in a record; dots walk into objects, * walks a list: emails.*.address.');

/** A line that names several fields. */
export const fieldLine = z.string().min(1).max(maxHeader);

/** The names of fields in an argument that is a list of names, or a line that separates them as a CSV file does. */
export function fieldNames(argument: string | readonly string[]): readonly string[] {
  return typeof argument === 'string' ? headerFields(argument) : argument;
}

/** The paths of the fields that records have: dots walk into objects, `*` walks a list. */
export function fieldsOfRecords(records: readonly unknown[]): string[] {
  const paths = new Set<string>();
  const add = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value) add(element, `${path}.*`);
    else if (!isObject(value)) paths.add(path);
    else for (const [name, below] of Object.entries(value)) add(below, path === '' ? name : `${path}.${name}`);
  };
  for (const record of records) add(record, '');
  paths.delete('');
  return [...paths];
}
