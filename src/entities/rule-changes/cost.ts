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

/** Write units of one union and of one split, transactions included: measured with the people's rules. */
const UNITS_OF_UNION = 26;
const UNITS_OF_SPLIT = 32;
/** Write units of a record's own item: a kilobyte or two. */
const UNITS_OF_NOTE = 2;
/** Read units of a record: one scan of its items, and its own item with its node twice. */
const READ_TO_INDEX = 3.1;
const READ_TO_EVALUATE = 4;
const READ_TO_RELINK = 4;
const READ_TO_CLEAN = 0.13;

/** Milliseconds of processor time for a record and a scan. */
const PROCESSING = 0.2;

/** @param pace write units a second that the change may use */
export function costOf(basis: CostBasis, pace: number): ChangeCost {
  const { records, newKeys, goneKeys, notedRecords, merging, splitting, both } = basis;
  const indexing = newKeys > 0;
  const cleaning = goneKeys > 0;
  const writeUnits =
    newKeys +
    goneKeys +
    notedRecords * UNITS_OF_NOTE * (indexing && cleaning ? 2 : 1) +
    (merging + both) * UNITS_OF_UNION +
    (splitting + both) * UNITS_OF_SPLIT;
  const readUnits =
    records * ((indexing ? READ_TO_INDEX : 0) + READ_TO_EVALUATE + READ_TO_RELINK + (cleaning ? READ_TO_CLEAN : 0));
  const scans = 2 + (indexing ? 1 : 0) + (cleaning ? 1 : 0);
  const seconds = Math.max(writeUnits / pace, (records * scans * PROCESSING) / 1_000);
  return { writeUnits: Math.round(writeUnits), readUnits: Math.round(readUnits), minutes: Math.ceil(seconds / 60) };
}
