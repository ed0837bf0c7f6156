import type { RecordPayload } from '../types.ts';

/**
 * The maximum depth, greater than that of any rule-config path; anything deeper counts as part of the field above it.
 */
const MAX_DEPTH = 32;

/**
 * Returns the fields with a value in a search, each as the steps of its path; the elements of a list are one field,
 * `*`. Null, an empty text, an empty list, and containers of only these are no value.
 */
export function givenFields(parameters: RecordPayload): readonly (readonly string[])[] {
  const fields = new Map<string, readonly string[]>();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (value === null || value === undefined || value === '') return;
    if (typeof value !== 'object' || path.length >= MAX_DEPTH) {
      fields.set(JSON.stringify(path), path);
    } else if (Array.isArray(value)) {
      const below = [...path, '*'];
      for (const element of value) visit(element, below);
    } else {
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
    }
  };
  visit(parameters, []);
  return [...fields.values()];
}

const ELEMENT = /^(?:\*|\d+)$/;

/** True if a path of the rule-config reads the field or a container of it. */
export function reads(path: readonly string[], field: readonly string[]): boolean {
  return (
    path.length <= field.length &&
    path.every((step, index) => step === field[index] || (field[index] === '*' && ELEMENT.test(step)))
  );
}

/** A path for people to read: without what stands for the elements of lists. */
export const fieldName = (path: readonly string[]): string => path.filter((step) => !ELEMENT.test(step)).join('.');
