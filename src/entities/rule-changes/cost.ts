import type { RuleChangePhase } from '../items/rules-register.ts';
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
  /** Keys by which the next rules may join records, over all records. */
  readonly joiningKeys: number;
  /** What the change runs through; empty for one that comes into force at once. */
  readonly phases: readonly RuleChangePhase[];
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
/** Read units of a record in each phase, and of each of its keys by which it may be joined. */
const READ_IN: Readonly<Record<RuleChangePhase, number>> = {
  INDEX: 5.4,
  READY: 3.2,
  SPLIT: 0.5,
  UNITE: 1.5,
  CLEAN: 0.4,
};
const READ_OF_KEY = { READY: 0.5, UNITE: 0.9 };
/** Besides, of a union and of a split. */
const READ_OF_UNION = 59;
const READ_OF_SPLIT = 8;

/** Milliseconds of processor time for a record and a scan. */
const PROCESSING = 0.2;

/** @param pace write units a second that the change may use */
export function costOf(basis: CostBasis, pace: number): ChangeCost {
  const { records, newKeys, goneKeys, notedRecords, joiningKeys, phases, merging, splitting, both } = basis;
  const writeUnits =
    newKeys * UNITS_OF_NEW_KEY +
    goneKeys * UNITS_OF_GONE_KEY +
    notedRecords * ((newKeys > 0 ? UNITS_TO_NOTE : 0) + (goneKeys > 0 ? UNITS_TO_NOTE_GONE : 0)) +
    (merging + both) * UNITS_OF_UNION +
    (splitting + both) * UNITS_OF_SPLIT;
  const readIn = (phase: RuleChangePhase): number =>
    records * READ_IN[phase] + (phase === 'READY' || phase === 'UNITE' ? joiningKeys * READ_OF_KEY[phase] : 0);
  const readUnits =
    phases.reduce((sum, phase) => sum + readIn(phase), 0) +
    (merging + both) * READ_OF_UNION +
    (splitting + both) * READ_OF_SPLIT;
  const seconds = Math.max(writeUnits / pace, (records * phases.length * PROCESSING) / 1_000);
  return { writeUnits: Math.round(writeUnits), readUnits: Math.round(readUnits), minutes: Math.ceil(seconds / 60) };
}
