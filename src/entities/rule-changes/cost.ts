import type { ChangeCounts } from './report.ts';

/** What a change of rules writes and reads at DynamoDB, and how long it takes at a pace. */
export interface ChangeCost {
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly minutes: number;
}

export interface CostBasis
  extends Pick<ChangeCounts, 'recordsTouched' | 'unchanged' | 'merging' | 'splitting' | 'both'> {
  readonly records: number;
  /** Keys of the next rules that stored records do not have, over all records. */
  readonly newKeys: number;
  /** Keys that the next rules do not have. */
  readonly goneKeys: number;
  /** Records that get or lose keys: the item of each notes its keys. */
  readonly notedRecords: number;
}

// Units as bench/store/rule-change-phases.ts counts them with the people's rules; docs/costs.md has them.

/** Write units of one union and of one split, transactions included. */
export const UNITS_OF_UNION = 40;
export const UNITS_OF_SPLIT = 43;
/** Write units of a key, and of the item of a record of at most 1 KB. They are deleted in a transaction, which is billed double. */
const UNITS_OF_NEW_KEY = 1;
const UNITS_OF_GONE_KEY = 2;
const UNITS_TO_NOTE = 1.1;
const UNITS_TO_NOTE_GONE = 2;
/** Read units of a record in each phase. */
const READ_TO_INDEX = 5.4;
const READ_TO_EVALUATE = 6.3;
const READ_TO_RELINK = 7.8;
const READ_TO_CLEAN = 0.4;
/** Besides, of a union and of a split. */
const READ_OF_UNION = 59;
const READ_OF_SPLIT = 8;

/** Milliseconds of processor time for a record and a scan. */
const PROCESSING = 0.2;

/** @param pace write units a second that the change may use */
export function costOf(basis: CostBasis, pace: number): ChangeCost {
  const { records, newKeys, goneKeys, notedRecords, merging, splitting, both } = basis;
  const indexing = newKeys > 0;
  const cleaning = goneKeys > 0;
  const writeUnits =
    newKeys * UNITS_OF_NEW_KEY +
    goneKeys * UNITS_OF_GONE_KEY +
    notedRecords * ((indexing ? UNITS_TO_NOTE : 0) + (cleaning ? UNITS_TO_NOTE_GONE : 0)) +
    (merging + both) * UNITS_OF_UNION +
    (splitting + both) * UNITS_OF_SPLIT;
  const readUnits =
    records * ((indexing ? READ_TO_INDEX : 0) + READ_TO_EVALUATE + READ_TO_RELINK + (cleaning ? READ_TO_CLEAN : 0)) +
    (merging + both) * READ_OF_UNION +
    (splitting + both) * READ_OF_SPLIT;
  const scans = 2 + (indexing ? 1 : 0) + (cleaning ? 1 : 0);
  const seconds = Math.max(writeUnits / pace, (records * scans * PROCESSING) / 1_000);
  return { writeUnits: Math.round(writeUnits), readUnits: Math.round(readUnits), minutes: Math.ceil(seconds / 60) };
}
