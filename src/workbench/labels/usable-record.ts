import type { RecordPayload } from '../../rules/types.ts';
import { withUsableNames } from '../design/usable-names.ts';
import type { Study } from '../learning/study.ts';

/** A record with the names of fields that a study has. */
export function usableRecord({ drafted }: Pick<Study, 'drafted'>, record: RecordPayload): RecordPayload {
  return withUsableNames({ ...drafted, sampleRecords: [record] }).sampleRecords?.[0] ?? record;
}
