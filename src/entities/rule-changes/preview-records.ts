import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { IndexKey, RecordPayload } from '../../rules/types.ts';
import { SubmitRefusedError } from '../errors.ts';
import { prepareBatch } from '../validate.ts';
import { type ChangeCost, costOf } from './cost.ts';
import { type OverFrequentHolders, Partitioning } from './partition.ts';
import { type ChangeCounts, type ChangedPair, changedPairs, compareSets } from './report.ts';

/** A record that a submit refuses. */
export interface RefusedRecord {
  readonly id: string;
  readonly message: string;
}

export interface RecordsPreview extends ChangeCounts {
  /** Records that the former rules accept. */
  readonly records: number;
  /** Records that come a second time, and are left out. */
  readonly repeated: number;
  /** Records that the former rules refuse, and that are left out. */
  readonly refusedBefore: number;
  /** Records that the next rules refuse when they are submitted again; stored ones stay. The first of them. */
  readonly refusedAfter: number;
  readonly refused: readonly RefusedRecord[];
  /** Keys of the next rules that stored records do not have, and those that only they have. */
  readonly newKeys: number;
  readonly goneKeys: number;
  /** Over-frequent keys under the next rules, the most frequent first. */
  readonly overFrequentKeys: readonly OverFrequentHolders[];
  readonly cost: ChangeCost;
  /** By position among the records that are counted. */
  readonly examples: readonly ChangedPair[];
  /** Ids by position. */
  readonly ids: readonly string[];
}

export interface PreviewOptions {
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  /** Examples of each kind. */
  readonly examples: number;
  /** Write units a second. */
  readonly pace: number;
}

const LISTED = 20;

/**
 * What a change of rules would do to records that are not stored, exactly: both rule sets make entities of all of them. It
 * takes the processor time of two loads without a store, and the memory of the records' values.
 */
export async function previewRecords(
  payloads: AsyncIterable<RecordPayload>,
  former: CompiledRules,
  next: CompiledRules,
  { genericKeyRecords, examples, pace }: PreviewOptions,
): Promise<RecordsPreview> {
  const [before, after] = [new Partitioning(former, genericKeyRecords), new Partitioning(next, genericKeyRecords)];
  const positions = new Map<string, number>();
  const counts = { repeated: 0, refusedBefore: 0, refusedAfter: 0, newKeys: 0, goneKeys: 0 };
  const refused: RefusedRecord[] = [];
  let notedRecords = 0;
  for await (const payload of payloads) {
    const id = String(payload['id']);
    if (positions.has(id)) {
      counts.repeated += 1;
      continue;
    }
    if (refusalOf(payload, former) !== undefined) {
      counts.refusedBefore += 1;
      continue;
    }
    positions.set(id, positions.size);
    const refusal = refusalOf(payload, next);
    if (refusal !== undefined) {
      counts.refusedAfter += 1;
      if (refused.length < LISTED) refused.push({ id, message: refusal });
    }
    const [had, has] = [hashesOf(await before.add(payload)), hashesOf(await after.add(payload))];
    const [gained, lost] = [countMissing(has, had), countMissing(had, has)];
    counts.newKeys += gained;
    counts.goneKeys += lost;
    if (gained + lost > 0) notedRecords += 1;
  }
  const records = positions.size;
  const [a, b] = [await before.partition(), await after.partition()];
  const compared = compareSets(records, a.sets, b.sets);
  return {
    records,
    ...counts,
    refused,
    ...compared,
    overFrequentKeys: b.overFrequent.slice(0, LISTED),
    cost: costOf({ records, ...counts, ...compared, notedRecords }, pace),
    examples: changedPairs(records, a, b, examples),
    ids: [...positions.keys()],
  };
}

const hashesOf = (keys: readonly IndexKey[]): Set<string> => new Set(keys.map(({ hash }) => hash));

function countMissing(hashes: ReadonlySet<string>, known: ReadonlySet<string>): number {
  let missing = 0;
  for (const hash of hashes) if (!known.has(hash)) missing += 1;
  return missing;
}

/** Why a submit refuses the record; undefined if it accepts it. */
function refusalOf(payload: RecordPayload, rules: CompiledRules): string | undefined {
  try {
    prepareBatch([payload], rules);
    return undefined;
  } catch (error) {
    if (!(error instanceof SubmitRefusedError)) throw error;
    return error.problems[0]!.error.message;
  }
}
