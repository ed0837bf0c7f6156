import type { RecordSources } from '../../rules/record-schema/sources.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { idTime } from '../items/ids.ts';
import { creatorOf } from '../items/record.ts';
import type { FoundBridge, FoundGrowth } from '../items/reviews.ts';
import { Pace, UNITS_OF_RECORD } from '../pace.ts';
import { JUDGED_RECORDS, type WeakestLink, weakestBridge, weakestLink } from '../read/bridges.ts';
import { viewOfTree } from '../read/entity.ts';
import type { ComputedEntityView } from '../read/entity-view.ts';
import type { EntityTree } from '../read/read-entities.ts';
import { FieldTally, type FieldTallyState, KeyTally, type KeyTallyState } from './field-tally.ts';
import { storedValues } from './shared-values.ts';
import { SourceTally } from './source-tally.ts';
import {
  type EntitySizes,
  type LargeEntity,
  MOST_FINDS,
  READ_RECORDS,
  type RuleHits,
  type SourceStatistics,
  type StoredStatistics,
  type WeakEntity,
} from './types.ts';

/** The largest size of each range but the last, which has no end. */
const SIZES = [1, 2, 3, 4, 5, 10, 20, 50, 100, 1_000, READ_RECORDS];
/** Entities of each list. */
const LISTED = 20;
/** Fields whose values are counted. */
const MOST_FIELDS = 50;

const byID = (a: { readonly entityID: string }, b: { readonly entityID: string }): number =>
  a.entityID < b.entityID ? -1 : 1;
const largestFirst = (a: LargeEntity, b: LargeEntity): number => b.records - a.records || byID(a, b);
const lowestScoreFirst = (a: WeakEntity, b: WeakEntity): number =>
  a.score - b.score || b.records - a.records || byID(a, b);
const mostBridgedFirst = (a: WeakEntity, b: WeakEntity): number =>
  b.bridged - a.bridged || a.records - b.records || byID(a, b);

/** A bridge by what its entity would lose, and by the score of the link. */
interface CountedBridge extends FoundBridge {
  readonly side: number;
  readonly score: number;
}

const weakestFirst = (a: CountedBridge, b: CountedBridge): number => b.side - a.side || a.score - b.score || byID(a, b);
const growthOf = ({ records, recordsBefore }: FoundGrowth): number => records - recordsBefore;
const mostGrownFirst = (a: FoundGrowth, b: FoundGrowth): number => growthOf(b) - growthOf(a) || byID(a, b);
/** An entity grew fast if it has at least so many records more than before, and at least twice as many. */
const FEWEST_ADDED = 5;

/** All that was counted so far, as JSON: what a worker needs to go on. */
export interface TallyState
  extends Pick<
    StoredStatistics,
    'records' | 'entities' | 'largest' | 'unread' | 'unjudged' | 'lowestScores' | 'bridged' | 'ruleHits'
  > {
  readonly sizes: readonly number[];
  readonly bridges?: readonly CountedBridge[];
  readonly grown?: readonly FoundGrowth[];
  readonly fields: readonly FieldTallyState<string>[];
  readonly keys: readonly KeyTallyState[];
  readonly sources?: readonly SourceStatistics[] | undefined;
}

/** What the tally says by itself. */
export type Counted = Pick<
  StoredStatistics,
  | 'records'
  | 'entities'
  | 'sizes'
  | 'largest'
  | 'unread'
  | 'unjudged'
  | 'lowestScores'
  | 'bridged'
  | 'ruleHits'
  | 'keys'
  | 'sources'
>;

/** Counts entities, one by one. Takes some 60 KB for each field, however many entities there are. */
export class Tally {
  records: number;
  entities: number;
  private unread: number;
  private unjudged: number;
  private readonly sizes: number[];
  private readonly largest: BestOf<LargeEntity>;
  private readonly lowestScores: BestOf<WeakEntity>;
  private readonly bridged: BestOf<WeakEntity>;
  private readonly bridges: BestOf<CountedBridge>;
  private readonly grown: BestOf<FoundGrowth>;
  private readonly ruleHits: Map<string, { pairs: number; entities: number }>;
  /** By position of the resolver. */
  readonly fields: readonly FieldTally<string>[];
  private readonly keys: KeyTally;
  /** Undefined where the schema declares no sources. */
  private readonly sources: SourceTally | undefined;
  private readonly rules: CompiledRuleConfig;
  /** When the scan before was asked for, in milliseconds since 1970. */
  private readonly since: number | undefined;
  private readonly pace = new Pace();

  constructor(
    { rules, sources }: { readonly rules: CompiledRuleConfig; readonly sources?: RecordSources | undefined },
    since: number | undefined,
    state?: TallyState,
  ) {
    this.rules = rules;
    this.since = since;
    this.records = state?.records ?? 0;
    this.entities = state?.entities ?? 0;
    this.unread = state?.unread ?? 0;
    this.unjudged = state?.unjudged ?? 0;
    this.sizes = [...(state?.sizes ?? Array.from({ length: SIZES.length + 1 }, () => 0))];
    this.largest = new BestOf(LISTED, largestFirst, state?.largest);
    this.lowestScores = new BestOf(LISTED, lowestScoreFirst, state?.lowestScores);
    this.bridged = new BestOf(LISTED, mostBridgedFirst, state?.bridged);
    this.bridges = new BestOf(MOST_FINDS, weakestFirst, state?.bridges);
    this.grown = new BestOf(MOST_FINDS, mostGrownFirst, state?.grown);
    this.ruleHits = new Map(state?.ruleHits.map(({ ruleID, ...hits }) => [ruleID, hits]));
    this.fields = rules.resolverIDs
      .slice(0, MOST_FIELDS)
      .map((_, index) => new FieldTally<string>(storedValues, state?.fields[index]));
    this.keys = new KeyTally(state?.keys);
    this.sources = sources && new SourceTally(state?.sources);
  }

  async add(store: Store, entityID: string, tree: EntityTree): Promise<void> {
    const { records } = tree;
    if (this.pace.isDue(records.length * UNITS_OF_RECORD)) await this.pace.rest();
    this.countEntity(entityID, records.length);
    this.records += records.length;
    this.countGrowth(entityID, tree);
    this.sources?.add(records.map(({ id }) => id));
    const values = records.map(({ payload }) => this.rules.resolve(payload));
    for (const [resolver, field] of this.fields.entries()) field.add(values, resolver, entityID);
    for (const ofRecord of values) this.keys.add(this.rules.indexKeys(ofRecord));
    if (records.length === 1) return;
    if (records.length > JUDGED_RECORDS) {
      this.unjudged += 1;
      return;
    }
    const view = viewOfTree(store, this.rules, entityID, tree, { values });
    await view.prepare('links');
    await view.prepare('score');
    const cohesion = cohesionOf(view);
    this.countCohesion(entityID, records.length, cohesion);
  }

  /** Counts an entity of more than {@link READ_RECORDS} records. */
  addUnread(entityID: string): void {
    this.countEntity(entityID, READ_RECORDS + 1);
    this.unread += 1;
    this.unjudged += 1;
  }

  counted(): Counted {
    return {
      records: this.records,
      entities: this.entities,
      sizes: this.sizes.map(
        (entities, range): EntitySizes => ({ from: (SIZES[range - 1] ?? 0) + 1, to: SIZES[range], entities }),
      ),
      largest: this.largest.found,
      unread: this.unread,
      unjudged: this.unjudged,
      lowestScores: this.lowestScores.found,
      bridged: this.bridged.found,
      ruleHits: this.hits().sort((a, b) => b.pairs - a.pairs || (a.ruleID < b.ruleID ? -1 : 1)),
      keys: this.keys.statistics(),
      ...(this.sources && { sources: this.sources.statistics() }),
    };
  }

  /** What people should look at. */
  finds(): readonly (FoundBridge | FoundGrowth)[] {
    return [...this.bridges.found.map(({ kind, entityID }) => ({ kind, entityID })), ...this.grown.found];
  }

  state(): TallyState {
    return {
      records: this.records,
      entities: this.entities,
      sizes: this.sizes,
      largest: this.largest.found,
      unread: this.unread,
      unjudged: this.unjudged,
      lowestScores: this.lowestScores.found,
      bridged: this.bridged.found,
      bridges: this.bridges.found,
      grown: this.grown.found,
      ruleHits: this.hits(),
      fields: this.fields.map((field) => field.state()),
      keys: this.keys.state(),
      sources: this.sources?.statistics(),
    };
  }

  private countEntity(entityID: string, records: number): void {
    this.entities += 1;
    const range = SIZES.findIndex((most) => records <= most);
    this.sizes[range === -1 ? SIZES.length : range]! += 1;
    this.largest.add({ entityID, records });
  }

  private countGrowth(entityID: string, { records, standing }: EntityTree): void {
    const { since } = this;
    // What leaves a held entity shows in the root of its component only.
    if (since === undefined || records.length <= FEWEST_ADDED || standing.state.held !== undefined) return;
    const recordsBefore = records.filter(({ recordVersion }) => idTime(creatorOf(recordVersion)) < since).length;
    const isFast = records.length - recordsBefore >= FEWEST_ADDED && records.length >= 2 * recordsBefore;
    if (recordsBefore === 0 || !isFast) return;
    const { version } = standing.state;
    this.grown.add({ kind: 'growth', entityID, records: records.length, recordsBefore, version });
  }

  private countCohesion(entityID: string, records: number, { score, bridged, weakest, pairs }: Cohesion): void {
    const entity = { entityID, records, score, bridged };
    if (score < 1) this.lowestScores.add(entity);
    if (bridged > 0) this.bridged.add(entity);
    if (weakest !== undefined) this.bridges.add({ kind: 'bridge', entityID, side: weakest.side, score: weakest.score });
    for (const [ruleID, count] of pairs) {
      const hits = this.ruleHits.get(ruleID) ?? { pairs: 0, entities: 0 };
      this.ruleHits.set(ruleID, { pairs: hits.pairs + count, entities: hits.entities + 1 });
    }
  }

  private hits(): RuleHits[] {
    return [...this.ruleHits].map(([ruleID, hits]) => ({ ruleID, ...hits }));
  }
}

/** What holds the records of an entity together. */
export interface Cohesion {
  readonly score: number;
  /** As {@link weakestBridge} says; 0 unless several records are on both sides. */
  readonly bridged: number;
  /** The link that a person may judge. */
  readonly weakest: WeakestLink | undefined;
  /** Pairs of records that each rule links. */
  readonly pairs: ReadonlyMap<string, number>;
}

/** Judges all pairs of records of an entity that share a key. */
function cohesionOf(view: ComputedEntityView): Cohesion {
  const positions = new Map(view.records.map((record, position) => [record['id'] as string, position]));
  const joined = new Map<string, readonly [number, number]>();
  const join = (a: string, b: string) => {
    const [first, second] = [positions.get(a)!, positions.get(b)!].sort((x, y) => x - y) as [number, number];
    joined.set(`${first}:${second}`, [first, second]);
  };
  const pairs = new Map<string, number>();
  for (const { a, b, rule } of view.links()) {
    pairs.set(rule, (pairs.get(rule) ?? 0) + 1);
    join(a, b);
  }
  for (const [duplicate, original] of view.duplicatePairs()) join(duplicate, original);
  const side = weakestBridge(positions.size, [...joined.values()]);
  const weakest = side > 1 ? weakestLink(view) : undefined;
  return { score: view.score(), bridged: side > 1 ? side : 0, weakest, pairs };
}

/** The first of any number of things in an order, in bounded memory. */
export class BestOf<Thing> {
  readonly found: Thing[];
  private readonly compare: (a: Thing, b: Thing) => number;
  private readonly most: number;

  /** @param compare never 0 for two things that differ, so that the order in which they come does not matter */
  constructor(most: number, compare: (a: Thing, b: Thing) => number, found: readonly Thing[] = []) {
    this.most = most;
    this.compare = compare;
    this.found = [...found];
  }

  add(thing: Thing): void {
    if (this.found.length === this.most && this.compare(thing, this.found.at(-1)!) > 0) return;
    const at = this.found.findIndex((other) => this.compare(thing, other) < 0);
    this.found.splice(at === -1 ? this.found.length : at, 0, thing);
    this.found.length = Math.min(this.found.length, this.most);
  }
}
