import type { RecordPayload } from '../../../src/rules/types.ts';

/** The texts at a path of a record, such as `emails.*.address`. */
export function valuesAt(record: RecordPayload, path: string): readonly string[] {
  const found = path.split('.').reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === '*') return Array.isArray(value) ? value : [];
        return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
          ? [(value as Readonly<Record<string, unknown>>)[step]]
          : [];
      }),
    [record],
  );
  return found
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string');
}
