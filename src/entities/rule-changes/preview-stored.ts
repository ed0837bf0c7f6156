import { haveSamePlans } from '../../rules/compile/compare-rules.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { costOf } from './cost.ts';
import { TooManyToPreviewError } from './errors.ts';
import { Partitioning } from './partition.ts';
import {
  KeyChanges,
  LISTED,
  MOST_PREVIEWED,
  type PreviewFigures,
  type PreviewOptions,
  Refusals,
} from './preview-records.ts';
import { type ChangedPair, Comparison, ExamplePairs } from './report.ts';
import { type EntityFacts, type StoredTruth, TruthReader } from './stored-truth.ts';

/** A stored entity as a service answers it. */
export interface StoredEntity extends Omit<EntityFacts, 'recordIDs'> {
  readonly records: readonly (RecordPayload & { readonly id: string })[];
}

export interface StoredPreviewFigures extends PreviewFigures {
  /** Records that came in two entities: these were united while they were read. */
  readonly moved: number;
}

/** Two ids of records that the change joins. */
interface JoinedExample extends Pick<ChangedPair, 'kind'> {
  readonly joins: true;
  readonly a: string;
  readonly b: string;
}

/** An entity that the change parts: ids of records of two of the parts. */
export interface PartedExample extends Pick<ChangedPair, 'kind'> {
  readonly joins: false;
  readonly parts: readonly [readonly string[], readonly string[]];
}

export type StoredExample = JoinedExample | PartedExample;

export interface StoredPreview {
  readonly figures: StoredPreviewFigures;
  readonly examples: readonly StoredExample[];
}

/** Records of each part of an example: enough to find what linked the two. */
const SHOWN_OF_PART = 50;

/**
 * What a change of rules would do to stored records: exactly, if none is written meanwhile. Entities are those that are
 * stored; the next rules make parts of them, and unite what they link, as far as removed links and constraints allow. A
 * constraint that keeps several entities apart from one another leaves it open which of them a record joins.
 *
 * Takes entities in any order, and about 600 bytes a record.
 */
export class StoredPreviewing {
  private readonly former: CompiledRules;
  private readonly next: CompiledRules;
  private readonly options: PreviewOptions;
  private readonly partitioning: Partitioning;
  private readonly reader = new TruthReader();
  private readonly keys: KeyChanges;
  private readonly refusals = new Refusals();
  private readonly haveOtherKeys: boolean;

  constructor(former: CompiledRules, next: CompiledRules, options: PreviewOptions) {
    this.former = former;
    this.next = next;
    this.options = options;
    this.partitioning = new Partitioning(next, options.genericKeyRecords);
    this.keys = new KeyChanges(former, next);
    this.haveOtherKeys = !haveSamePlans(former, next);
  }

  get records(): number {
    return this.reader.size;
  }

  /** @throws TooManyToPreviewError */
  add({ records, ...facts }: StoredEntity): void {
    if (this.records + records.length > MOST_PREVIEWED) throw new TooManyToPreviewError(MOST_PREVIEWED);
    const positions = this.reader.add({ ...facts, recordIDs: records.map(({ id }) => id) });
    for (const [index, record] of records.entries()) if (positions[index] !== undefined) this.addRecord(record);
  }

  async finish(): Promise<StoredPreview> {
    const truth = this.reader.truth();
    const after = await this.partitioning.partition(truth);
    const { records } = this;
    const comparison = new Comparison(records, truth.entities, after.sets);
    const compared = comparison.counts();
    const figures = {
      records,
      moved: this.reader.moved,
      ...this.refusals.listed(),
      newKeys: this.keys.newKeys,
      goneKeys: this.keys.goneKeys,
      ...compared,
      overFrequentKeys: after.overFrequent.slice(0, LISTED),
      cost: costOf({ records, ...this.keys.counts(), ...compared }, this.options.pace),
    };
    const pairs = new ExamplePairs(comparison, this.options.examples);
    for (const [a, b] of after.pairs()) if (truth.entities.find(a) !== truth.entities.find(b)) pairs.add(a, b, true);
    for (let a = 0; a < records; a++) {
      const b = truth.entities.find(a);
      if (after.sets.find(a) !== after.sets.find(b)) pairs.add(a, b, false);
    }
    return { figures, examples: named(pairs.sorted(), records, truth, after.sets, this.reader.ids()) };
  }

  private addRecord(record: RecordPayload & { readonly id: string }): void {
    const values = this.next.resolve(record);
    const [problem] = this.next.recordProblems(record, values);
    if (problem !== undefined) this.refusals.add(record.id, problem.message);
    const keys = this.next.indexKeys(values);
    this.partitioning.add(values, keys);
    this.keys.add(this.haveOtherKeys ? this.former.indexKeys(this.former.resolve(record)) : undefined, keys);
  }
}

/** Examples by ids of records. Those of parts are gathered in one pass over all records. */
function named(
  pairs: readonly ChangedPair[],
  records: number,
  { entities }: StoredTruth,
  after: { find(position: number): number },
  ids: readonly string[],
): StoredExample[] {
  const parts = new Map<string, string[]>();
  const partOf = (position: number) => `${entities.find(position)} ${after.find(position)}`;
  for (const { a, b, joins } of pairs) if (!joins) for (const one of [a, b]) parts.set(partOf(one), []);
  for (let position = 0; position < records && parts.size > 0; position++) {
    const part = parts.get(partOf(position));
    if (part !== undefined && part.length < SHOWN_OF_PART) part.push(ids[position]!);
  }
  return pairs.map(({ kind, a, b, joins }): StoredExample => {
    if (joins) return { kind, joins, a: ids[a]!, b: ids[b]! };
    return { kind, joins, parts: [parts.get(partOf(a))!, parts.get(partOf(b))!] };
  });
}
