import type { RecordPayload } from '../../src/rules/types.ts';

/** The ids of records, sorted. */
export const idsText = (records: readonly RecordPayload[]): string =>
  records
    .map(({ id }) => String(id))
    .sort()
    .join(' ');
