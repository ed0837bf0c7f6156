import { joiningPlans } from '../../rules/compile/compare-rules.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../../rules/types.ts';
import { SubmitRefusedError } from '../errors.ts';
import { canLink } from '../keys/candidates.ts';
import { Pace, UNITS_OF_RECORD } from '../pace.ts';
import { prepareBatch } from '../validate.ts';
import { type ChangeCost, type CostBasis, costOf } from './cost.ts';
import { TooManyToPreviewError } from './errors.ts';
import { type OverFrequentHolders, Partitioning } from './partition.ts';
import { type ChangeCounts, type ChangedPair, Comparison, changedPairs } from './report.ts';
import { neededPhases } from './versions/generations.ts';

/** A record that a submit refuses. */
export interface RefusedRecord {
  readonly id: string;
  readonly message: string;
}

/** What a change of rules does to records, whether or not they are stored. */
export interface PreviewFigures extends ChangeCounts {
  readonly records: number;
  /** Records that the next rules refuse when they are submitted again; stored ones stay. The first of them. */
  readonly refusedAfter: number;
  readonly refused: readonly RefusedRecord[];
  /** Keys of the next rules that the records do not have, and those that only they have. */
  readonly newKeys: number;
  readonly goneKeys: number;
  /** Over-frequent keys under the next rules, the most frequent first. */
  readonly overFrequentKeys: readonly OverFrequentHolders[];
  readonly cost: ChangeCost;
}

export interface RecordsPreview extends PreviewFigures {
  /** Records that come a second time, and are left out. */
  readonly repeated: number;
  /** Records that the former rules refuse, and that are left out. */
  readonly refusedBefore: number;
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

/** Records of a preview: as many ids as a map holds. */
export const MOST_PREVIEWED = 16_000_000;

/** The most refused records and over-frequent keys that are listed. */
export const LISTED = 20;

/**
 * What a change of rules would do to records that are not stored, exactly: both rule sets make entities of all of them. It
 * takes the processor time of two loads without a store, and the memory of the records' values.
 *
 * @throws TooManyToPreviewError
 */
export async function previewRecords(
  payloads: AsyncIterable<RecordPayload>,
  former: CompiledRules,
  next: CompiledRules,
  { genericKeyRecords, examples, pace }: PreviewOptions,
): Promise<RecordsPreview> {
  const [before, after] = [new Partitioning(former, genericKeyRecords), new Partitioning(next, genericKeyRecords)];
  const positions = new Map<string, number>();
  const keys = new KeyChanges(former, next);
  const refusals = new Refusals();
  const counts = { repeated: 0, refusedBefore: 0 };
  const rests = new Pace();
  for await (const payload of payloads) {
    const id = String(payload['id']);
    if (positions.has(id)) {
      counts.repeated += 1;
      continue;
    }
    const was = prepared(payload, former);
    if ('refusal' in was) {
      counts.refusedBefore += 1;
      continue;
    }
    if (positions.size === MOST_PREVIEWED) throw new TooManyToPreviewError(MOST_PREVIEWED);
    positions.set(id, positions.size);
    const is = prepared(payload, next);
    if ('refusal' in is) refusals.add(id, is.refusal);
    before.add(was.values, was.keys);
    after.add(is.values, is.keys);
    keys.add(was.keys, is.keys);
    if (rests.isDue(2 * UNITS_OF_RECORD)) await rests.rest();
  }
  const records = positions.size;
  const [a, b] = [await before.partition(), await after.partition()];
  const comparison = new Comparison(records, a.sets, b.sets);
  const compared = comparison.counts();
  return {
    records,
    ...counts,
    ...refusals.listed(),
    newKeys: keys.newKeys,
    goneKeys: keys.goneKeys,
    ...compared,
    overFrequentKeys: b.overFrequent.slice(0, LISTED),
    cost: costOf({ records, ...keys.counts(), ...compared }, pace),
    examples: changedPairs(comparison, a, b, examples),
    ids: [...positions.keys()],
  };
}

/** Counts the keys that a change writes, deletes and reads, record by record. */
export class KeyChanges {
  newKeys = 0;
  goneKeys = 0;
  private notedRecords = 0;
  private joiningKeys = 0;
  private readonly joins: (plan: KeyPlan) => boolean;
  private readonly phases: CostBasis['phases'];

  constructor(former: CompiledRules, next: CompiledRules) {
    this.joins = joiningPlans(former, next);
    this.phases = neededPhases(former, next);
  }

  /** @param had keys by the former rules; undefined if these are the same ones */
  add(had: readonly IndexKey[] | undefined, has: readonly IndexKey[]): void {
    for (const key of has) if ((key.plan.exact || canLink(key)) && this.joins(key.plan)) this.joiningKeys += 1;
    if (had === undefined) return;
    const [before, after] = [hashesOf(had), hashesOf(has)];
    const [gained, lost] = [countMissing(after, before), countMissing(before, after)];
    this.newKeys += gained;
    this.goneKeys += lost;
    if (gained + lost > 0) this.notedRecords += 1;
  }

  counts(): Pick<CostBasis, 'newKeys' | 'goneKeys' | 'notedRecords' | 'joiningKeys' | 'phases'> {
    const { newKeys, goneKeys, notedRecords, joiningKeys, phases } = this;
    return { newKeys, goneKeys, notedRecords, joiningKeys, phases };
  }
}

/** Counts the records that the next rules refuse, and keeps the first of them. */
export class Refusals {
  private count = 0;
  private readonly first: RefusedRecord[] = [];

  add(id: string, message: string): void {
    this.count += 1;
    if (this.first.length < LISTED) this.first.push({ id, message });
  }

  listed(): Pick<PreviewFigures, 'refusedAfter' | 'refused'> {
    return { refusedAfter: this.count, refused: this.first };
  }
}

const hashesOf = (keys: readonly IndexKey[]): Set<string> => new Set(keys.map(({ hash }) => hash));

function countMissing(hashes: ReadonlySet<string>, known: ReadonlySet<string>): number {
  let missing = 0;
  for (const hash of hashes) if (!known.has(hash)) missing += 1;
  return missing;
}

interface Prepared {
  readonly values: ResolvedValues;
  readonly keys: readonly IndexKey[];
}

/** What a submit makes of the record, with the reason if it refuses it. */
function prepared(payload: RecordPayload, rules: CompiledRules): Prepared | (Prepared & { readonly refusal: string }) {
  try {
    return prepareBatch([payload], rules).records[0]!;
  } catch (error) {
    if (!(error instanceof SubmitRefusedError)) throw error;
    const values = rules.resolve(payload);
    return { values, keys: rules.indexKeys(values), refusal: error.problems[0]!.error.message };
  }
}
