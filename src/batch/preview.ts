import type { DisjointSets } from '../disjoint-sets.ts';
import { canLink } from '../entities/keys/candidates.ts';
import { Pace } from '../entities/pace.ts';
import { type ChangeCost, type CostBasis, costOf } from '../entities/rule-changes/cost.ts';
import { TooManyToPreviewError } from '../entities/rule-changes/errors.ts';
import { type ChangeCounts, type ChangedPair, Comparison, changedPairs } from '../entities/rule-changes/report.ts';
import { neededPhases } from '../entities/rule-changes/versions/generations.ts';
import { haveSamePlans, joiningPlans } from '../rules/compile/compare-rules.ts';
import type { CompiledRules } from '../rules/compile/compiled-rules.ts';
import type { IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../rules/types.ts';
import type { Decided } from './groups.ts';
import type { Joins, OverFrequentHolders } from './judge.ts';
import { BatchPart, FreeJoins } from './part.ts';
import type { RecordTable } from './record-table.ts';
import { aloneOptions, beginGrouping, resolveRecords } from './resolve.ts';
import { SharedSets } from './shared-sets.ts';
import { type EntityFacts, TruthReader } from './stored-truth.ts';
import { WorkDirectory } from './work-directory.ts';

/** A record that a submit refuses. */
interface RefusedID {
  readonly id: string;
  readonly message: string;
}

/** What a change of rules does to records, whether or not they are stored. */
interface PreviewFigures extends ChangeCounts {
  readonly records: number;
  /** Records that the next rules refuse when they are submitted again; stored ones stay. The first of them. */
  readonly refusedAfter: number;
  readonly refused: readonly RefusedID[];
  /** Keys of the next rules that the records do not have, and those that only they have. */
  readonly newKeys: number;
  readonly goneKeys: number;
  /** Over-frequent keys under the next rules, the most frequent first. */
  readonly overFrequentKeys: readonly Pick<OverFrequentHolders, 'ruleIDs' | 'records'>[];
  readonly cost: ChangeCost;
}

export interface FilePreviewFigures extends PreviewFigures {
  /** Records with the id of an earlier one, which are left out. */
  readonly repeated: number;
  /** Records that the former rules refuse, and that are left out. */
  readonly refusedBefore: number;
}

export interface StoredPreviewFigures extends PreviewFigures {
  /** Records that came in two entities: these were united while they were read. */
  readonly moved: number;
}

/** Two ids of records that the change joins or parts. */
export interface PairExample extends Pick<ChangedPair, 'kind' | 'joins'> {
  readonly a: string;
  readonly b: string;
}

/** An entity that the change parts: ids of records of two of the parts. */
export interface PartedExample extends Pick<ChangedPair, 'kind'> {
  readonly joins: false;
  readonly parts: readonly [readonly string[], readonly string[]];
}

export type StoredExample = PairExample | PartedExample;

export interface PreviewOptions {
  /** More records than this under one blocking key make it over-frequent. */
  readonly genericKeyRecords: number;
  /** Examples of each kind. */
  readonly examples: number;
  /** Write units a second. */
  readonly pace: number;
  /** For what does not fit into memory. */
  readonly directory: string;
}

/** Records of a preview: as many ids as a map holds. */
export const MOST_PREVIEWED = 16_000_000;

/** The most refused records and over-frequent keys that are listed. */
const LISTED = 20;
/** Records of each part of an example: enough to find what linked the two. */
const SHOWN_OF_PART = 50;

/**
 * What a change of rules would do to records that are not stored, exactly: both rule sets make entities of all of them, as
 * loads would. Records that the former rules refuse are left out; those that only the next ones refuse count as stored.
 *
 * @throws TooManyToPreviewError
 */
export async function previewRecords(
  records: AsyncIterable<RecordPayload>,
  former: CompiledRules,
  next: CompiledRules,
  options: PreviewOptions,
): Promise<{ readonly figures: FilePreviewFigures; readonly examples: readonly PairExample[] }> {
  const { genericKeyRecords, directory } = options;
  const nextSide = new NextSide(former, next, options);
  const seen = new Set<string>();
  try {
    const before = await resolveRecords(records, former, {
      genericKeyRecords,
      directory,
      notes: {
        note({ id, payload, keys, values }, position) {
          if (seen.has(id)) return;
          if (seen.size === MOST_PREVIEWED) throw new TooManyToPreviewError(MOST_PREVIEWED);
          seen.add(id);
          nextSide.add(id, payload, position, keys, values);
        },
        close() {},
      },
    });
    const { table, repeated, conflicts, refused } = before;
    const joins = new FreeJoins(new SharedSets(SharedSets.bufferFor(table.span)), genericKeyRecords);
    const overFrequent = await nextSide.judge(joins);
    const after = await nextSide.hold(joins, table);
    const comparison = new Comparison(table.span, before.sets, after.sets, (position) =>
      table.isRecord(position) ? 1 : 0,
    );
    const pairs = changedPairs(
      comparison,
      before.sets,
      before.joined(),
      after.sets,
      pairsOf(after.joined),
      options.examples,
    );
    return {
      figures: {
        records: before.records,
        repeated: repeated + conflicts,
        refusedBefore: refused - conflicts,
        ...nextSide.figures(before.records, comparison, overFrequent),
      },
      examples: pairs.map(({ kind, a, b, joins }) => ({ kind, a: table.id(a), b: table.id(b), joins })),
    };
  } finally {
    nextSide.close();
  }
}

/** A stored entity as a service answers it. */
export interface StoredEntity extends Omit<EntityFacts, 'recordIDs'> {
  readonly records: readonly (RecordPayload & { readonly id: string })[];
}

/**
 * What a change of rules would do to stored records: exactly, if none is written meanwhile. Entities are those that are
 * stored; the next rules make parts of them, and unite what they link, as far as removed links and constraints allow. A
 * constraint that keeps several entities apart from one another leaves it open which of them a record joins.
 *
 * Takes entities in any order. Has to be closed.
 */
export class StoredPreviewing {
  private readonly former: CompiledRules;
  private readonly options: PreviewOptions;
  private readonly nextSide: NextSide;
  private readonly reader = new TruthReader();
  private readonly haveOtherKeys: boolean;

  constructor(former: CompiledRules, next: CompiledRules, options: PreviewOptions) {
    this.former = former;
    this.options = options;
    this.nextSide = new NextSide(former, next, options);
    this.haveOtherKeys = !haveSamePlans(former, next);
  }

  get records(): number {
    return this.reader.size;
  }

  /** @throws TooManyToPreviewError */
  add({ records, ...facts }: StoredEntity): void {
    if (this.records + records.length > MOST_PREVIEWED) throw new TooManyToPreviewError(MOST_PREVIEWED);
    const positions = this.reader.add({ ...facts, recordIDs: records.map(({ id }) => id) });
    for (const [index, record] of records.entries()) {
      const position = positions[index];
      if (position === undefined) continue;
      const had = this.haveOtherKeys ? this.former.indexKeys(this.former.resolve(record)) : undefined;
      this.nextSide.add(record.id, record, position, had);
    }
  }

  async finish(): Promise<{ readonly figures: StoredPreviewFigures; readonly examples: readonly StoredExample[] }> {
    const { records, reader } = this;
    const truth = reader.truth();
    const { entities } = truth;
    const overFrequent = await this.nextSide.judge(truth);
    truth.end();
    const ids = reader.ids();
    const table = { span: records, isRecord: () => true, id: (position: number) => ids[position]! };
    const { sets, joined } = await this.nextSide.hold(truth, table, truth.decided(ids));
    const comparison = new Comparison(records, entities, sets);
    const stored = truth.storedPairs();
    const pairs = changedPairs(comparison, entities, stored, sets, pairsOf(joined), this.options.examples);
    const partOf = (position: number) => `${entities.find(position)} ${sets.find(position)}`;
    return {
      figures: { records, moved: reader.moved, ...this.nextSide.figures(records, comparison, overFrequent) },
      examples: named(pairs, ids, partOf),
    };
  }

  close(): void {
    this.nextSide.close();
  }
}

/** Examples by ids of records. Those of parts are gathered in one pass over all records. */
function named(
  pairs: readonly ChangedPair[],
  ids: readonly string[],
  partOf: (position: number) => string,
): StoredExample[] {
  const parts = new Map<string, string[]>();
  for (const { a, b, joins } of pairs) if (!joins) for (const one of [a, b]) parts.set(partOf(one), []);
  for (let position = 0; position < ids.length && parts.size > 0; position++) {
    const part = parts.get(partOf(position));
    if (part !== undefined && part.length < SHOWN_OF_PART) part.push(ids[position]!);
  }
  return pairs.map(({ kind, a, b, joins }): StoredExample => {
    if (joins) return { kind, joins, a: ids[a]!, b: ids[b]! };
    return { kind, joins, parts: [parts.get(partOf(a))!, parts.get(partOf(b))!] };
  });
}

function* pairsOf(joined: readonly number[]): Generator<readonly [number, number], void, undefined> {
  for (let at = 0; at < joined.length; at += 2) yield [joined[at]!, joined[at + 1]!];
}

/** What the next rules make of the records that the former ones accept: keys, refusals and costs, then entities. */
class NextSide {
  private readonly next: CompiledRules;
  private readonly options: PreviewOptions;
  private readonly work: WorkDirectory;
  private readonly part: BatchPart<never>;
  private readonly joins: (plan: KeyPlan) => boolean;
  private readonly phases: CostBasis['phases'];
  private readonly haveSameValues: boolean;
  private readonly counts = { newKeys: 0, goneKeys: 0, notedRecords: 0, joiningKeys: 0 };
  private refusedAfter = 0;
  private readonly refused: RefusedID[] = [];

  constructor(former: CompiledRules, next: CompiledRules, options: PreviewOptions) {
    this.next = next;
    this.options = options;
    this.joins = joiningPlans(former, next);
    this.phases = neededPhases(former, next);
    this.haveSameValues = meaningsOf(former).join() === meaningsOf(next).join();
    this.work = new WorkDirectory(options.directory);
    this.part = new BatchPart<never>(aloneOptions(next, this.work, () => [], options.genericKeyRecords));
  }

  /**
   * @param had keys by the former rules; undefined if these are the same ones
   * @param formerValues by the former rules, where they are known
   */
  add(
    id: string,
    record: RecordPayload,
    position: number,
    had: readonly IndexKey[] | undefined,
    formerValues?: ResolvedValues,
  ): void {
    const values = (this.haveSameValues ? formerValues : undefined) ?? this.next.resolve(record);
    const [problem] = this.next.recordProblems(record, values);
    if (problem !== undefined) {
      this.refusedAfter += 1;
      if (this.refused.length < LISTED) this.refused.push({ id, message: problem.message });
    }
    const keys = this.next.indexKeys(values);
    this.part.keep(position, record, keys, values);
    this.count(had, keys);
  }

  /** Joins the records by the keys that were kept. Returns the over-frequent ones, the most frequent first. */
  judge(joins: Joins): Promise<readonly OverFrequentHolders[]> {
    return new Pace().through(this.part.judgeKept(joins));
  }

  /**
   * The entities of joined records, and as many pairs as it takes to connect each: those that links join, unless the next
   * rules keep linked records apart.
   */
  async hold(
    joins: { readonly sets: DisjointSets; readonly joined: readonly number[] },
    table: Pick<RecordTable, 'span' | 'isRecord' | 'id'>,
    decided?: Decided,
  ): Promise<{ readonly sets: DisjointSets; readonly joined: readonly number[] }> {
    if (this.next.entityRules === undefined) return joins;
    const begun = beginGrouping(table, joins.sets);
    const sets = new SharedSets(begun.entities);
    const grouping = { table, components: joins.sets, entities: sets, several: new Uint8Array(begun.several) };
    const work = this.part.groupKept({ ...grouping, ...(decided && { decided }) });
    const joined = await new Pace().through(work);
    return { sets, joined: joined.flatMap((pairs) => [...pairs]) };
  }

  figures(
    records: number,
    comparison: Comparison,
    overFrequent: readonly OverFrequentHolders[],
  ): Omit<PreviewFigures, 'records'> {
    const compared = comparison.counts();
    const { counts, phases, refusedAfter, refused } = this;
    return {
      refusedAfter,
      refused,
      newKeys: counts.newKeys,
      goneKeys: counts.goneKeys,
      ...compared,
      overFrequentKeys: overFrequent
        .slice(0, LISTED)
        .map(({ ruleIDs, records: holders }) => ({ ruleIDs, records: holders })),
      cost: costOf({ records, ...counts, phases, ...compared }, this.options.pace),
    };
  }

  close(): void {
    this.work.remove();
  }

  /** Counts the keys that a change writes, deletes and reads. */
  private count(had: readonly IndexKey[] | undefined, has: readonly IndexKey[]): void {
    const { counts } = this;
    for (const key of has) if ((key.plan.exact || canLink(key)) && this.joins(key.plan)) counts.joiningKeys += 1;
    if (had === undefined) return;
    const [before, after] = [hashesOf(had), hashesOf(has)];
    const [gained, lost] = [countMissing(after, before), countMissing(before, after)];
    counts.newKeys += gained;
    counts.goneKeys += lost;
    if (gained + lost > 0) counts.notedRecords += 1;
  }
}

/** What the values of each resolver are made of, in the order of the resolvers. */
const meaningsOf = ({ parts }: CompiledRules): string[] => parts.pipeline.outputs.map(({ meaning }) => meaning);

const hashesOf = (keys: readonly IndexKey[]): Set<string> => new Set(keys.map(({ hash }) => hash));

function countMissing(hashes: ReadonlySet<string>, known: ReadonlySet<string>): number {
  let missing = 0;
  for (const hash of hashes) if (!known.has(hash)) missing += 1;
  return missing;
}
