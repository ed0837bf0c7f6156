import { withUsableNames } from '../../design/usable-names.ts';
import type { RecordPayload } from '../../types.ts';
import type { Study } from '../study.ts';

/** A record with the names of fields that a study has. */
export function usableRecord({ drafted }: Pick<Study, 'drafted'>, record: RecordPayload): RecordPayload {
  return withUsableNames({ ...drafted, sampleRecords: [record] }).sampleRecords?.[0] ?? record;
}
