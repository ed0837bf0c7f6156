import { RetryableError } from '../../errors.ts';
import type { Hit, IndexKey, PreparedSearch } from '../../rules/types.ts';
import type { Item } from '../../store/port.ts';
import { digest } from '../../text/digest.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { NoSearchValueError } from '../errors.ts';
import { Forest, type ForestSeen } from '../forest/forest.ts';
import { hasSameOwners, keyOwnerKey, ownersOf } from '../items/key-owner.ts';
import { Pace } from '../pace.ts';
import { type EntityRecord, type EntityTree, entityTrees, MOST_READS } from '../read/read-entities.ts';
import type { EntityView } from '../read/types.ts';
import { viewOfTree } from '../read/view-of-tree.ts';
import { hasValue } from '../validate.ts';
import { type Cursor, cursorText, markOf, readCursor } from './cursor.ts';
import { incompleteRules, listFrequentKeys } from './incomplete-search.ts';
import { judgeRecord } from './judge-record.ts';
import { comparePlaces, earlierOf, laterOf, type Place, ranked } from './place.ts';
import { type RankedCandidate, RankedCandidates, storedRecords, WINDOW } from './ranked-candidates.ts';
import { DEFAULT_SEARCH_RULES } from './search.ts';
import type { Consider, EntityCount, RankedSearchAnswer, RankedSearchRequest } from './types.ts';

/** A page that is not full after so many steps ends; the next one goes on behind what was looked at. */
const MOST_STEPS = 24;
/** Postings that the first step which looks some up does; each later one does twice as many, up to a limit. */
const LOOK_UPS = 20;
const MOST_LOOK_UPS = 640;

/** An entity that was read, where its best hit stands. */
interface RankedEntity {
  readonly place: Place;
  /** The entity, or what filters leave of it. */
  readonly views: readonly EntityView[];
  /** Of its records. */
  readonly postings: readonly string[];
}

/**
 * A page of the entities that a search hits, in the order of their best hits. Postings tell which records are hits and
 * where they stand; entities are read from the top until the page is full. So a page costs what it shows, however many
 * entities the search hits.
 *
 * What a posting tells of a record version never changes, and places depend on records alone. A page is not a snapshot:
 * each entity on it is. A cursor says behind which place the next page begins and which entities were shown: an entity
 * is passed over because it was shown, under its id or an alias, and never because of its place.
 */
export async function rankedSearch(context: Context, request: RankedSearchRequest): Promise<RankedSearchAnswer> {
  const { parameters, searchRules = DEFAULT_SEARCH_RULES, first, after, consider } = request;
  if (!hasValue(parameters)) throw new NoSearchValueError();
  const prepared = context.rules.prepareSearch(parameters, searchRules);
  const question = questionOf(prepared, request);
  const cursor = after === undefined ? undefined : readCursor(after, question);
  const exact = prepared.keys.filter(({ plan }) => plan.exact).map(({ hash }) => keyOwnerKey(hash));
  const blocking = prepared.keys.filter(({ plan }) => !plan.exact);
  const deadline = new Deadline(context);
  const pace = new Pace(async () => checkTime(deadline));
  const page = new RankedPage(context, prepared, { first, cursor, consider }, deadline, pace);
  const window = context.searchWindow ?? Math.max(WINDOW, first);
  const [owners, candidates] = await Promise.all([
    context.store.getMany(exact),
    RankedCandidates.read(context, prepared, blocking, { after: cursor?.place, window, pace }),
  ]);
  context.observer.searchCandidates(candidates.size);
  const listing = listFrequentKeys(context.store, candidates.overFrequent);
  await Promise.all([page.fill(candidates, exact, owners), listing]);
  return page.answer(candidates, question);
}

/** Digest of all that the order of the entities depends on, besides what is stored. */
const questionOf = (
  { keys, ranking }: PreparedSearch,
  { parameters, searchRules, consider }: RankedSearchRequest,
): string =>
  digest([
    keys.map(({ hash }: IndexKey) => hash),
    ranking?.weights ?? null,
    parameters,
    searchRules ?? null,
    consider?.identity ?? null,
  ]);

/** One page under way. */
class RankedPage {
  readonly context: Context;
  readonly prepared: PreparedSearch;
  private readonly deadline: Deadline;
  private readonly pace: Pace;
  private readonly first: number;
  private readonly cursor: Cursor | undefined;
  private readonly consider: Consider | undefined;
  private readonly shown: ReadonlySet<string>;
  /** Postings that the next step looks up. */
  private lookUps = LOOK_UPS;
  /** By id. */
  private readonly entities = new Map<string, RankedEntity>();
  /** How many entities were read, those included that are read again. */
  private read = 0;

  constructor(
    context: Context,
    prepared: PreparedSearch,
    { first, cursor, consider }: { first: number; cursor: Cursor | undefined; consider: Consider | undefined },
    deadline: Deadline,
    pace: Pace,
  ) {
    this.context = context;
    this.prepared = prepared;
    this.deadline = deadline;
    this.pace = pace;
    this.first = first;
    this.cursor = cursor;
    this.consider = consider;
    this.shown = new Set(cursor?.shown);
  }

  /**
   * Reads entities until the page is full. The entities of the exact keys come first: their records may have rules of
   * which no posting tells.
   */
  async fill(
    candidates: RankedCandidates,
    ownerKeys: Parameters<Forest['trees']>[2],
    owners: readonly (Item | undefined)[],
  ) {
    const owning = new Set(owners.flatMap(ownersOf));
    if (owning.size > 0) {
      const next = ready(candidates).slice(0, this.first);
      const open = next.findIndex(({ isSettled }) => !isSettled);
      const batch = open === -1 ? next : next.slice(0, open);
      await this.look(candidates, batch, { nodes: owning, keys: ownerKeys, owners });
    }
    for (let step = 0; step < MOST_STEPS && this.missing(candidates) > 0; step++) {
      this.checkTime();
      await this.goOn(candidates, this.missing(candidates));
    }
  }

  answer(candidates: RankedCandidates, question: string): RankedSearchAnswer {
    const bound = boundOf(candidates);
    const page = this.upTo(bound).slice(0, this.first);
    const hasNextPage = bound !== undefined || page.length < this.entities.size;
    const incomplete = incompleteRules(this.prepared, candidates.overFrequent);
    const entities = page.flatMap(([, entity]) => entity.views);
    this.context.observer.searchEntitiesRead(this.read - page.length);
    const counted = once(() => this.count(candidates, incomplete.length > 0));
    if (!hasNextPage) return { entities, count: counted, hasNextPage, endCursor: undefined, incomplete };
    const place = this.endOf(candidates, page, bound);
    const shown = [...this.shown, ...page.map(([id]) => markOf(id))];
    return { entities, count: counted, hasNextPage, endCursor: cursorText({ place, shown }, question), incomplete };
  }

  /** Looks at the next candidates, or finds out which ones these are. */
  private async goOn(candidates: RankedCandidates, missing: number): Promise<void> {
    const next = ready(candidates);
    if (next.length === 0) return candidates.readOn();
    const nodes = new Set<string>();
    const batch: RankedCandidate[] = [];
    for (const candidate of next) {
      if (!nodes.has(candidate.node) && nodes.size === missing) break;
      nodes.add(candidate.node);
      batch.push(candidate);
    }
    const open = batch.filter(({ isSettled }) => !isSettled).length;
    // Entities show where they stand. Reading a few that may stand further back costs less than a round of look-ups.
    if (open <= Math.ceil(missing / 4)) return this.look(candidates, batch);
    const most = this.lookUps;
    this.lookUps = Math.min(2 * most, MOST_LOOK_UPS);
    return candidates.settle(next, most);
  }

  /** How many entities are still to be found before the page is full; 0 if there are no more. */
  private missing(candidates: RankedCandidates): number {
    const bound = boundOf(candidates);
    return bound === undefined ? 0 : Math.max(0, this.first - this.upTo(bound).length);
  }

  /** The entities before a place, in order; all of them without it. */
  private upTo(bound: Place | undefined): [string, RankedEntity][] {
    return [...this.entities]
      .filter(([, { place }]) => bound === undefined || comparePlaces(place, bound) <= 0)
      .sort(([, a], [, b]) => comparePlaces(a.place, b.place));
  }

  /** Reads the entities of candidates, and of the owners of exact keys. */
  private async look(candidates: RankedCandidates, batch: readonly RankedCandidate[], owning?: Owning): Promise<void> {
    const nodes = new Set([...(owning?.nodes ?? []), ...batch.map(({ node }) => node)]);
    const standing = new Set<string>();
    const before: string[] = [];
    for (const [id, tree] of entityTrees(await this.trees(nodes, owning))) {
      this.read += 1;
      for (const record of tree.records) standing.add(postingOf(record));
      before.push(...this.leave([id, ...tree.aliases]));
      await this.enter(id, tree);
    }
    // A record that left its entity since an earlier look stands in another one.
    for (const posting of before) candidates.reopen(posting);
    for (const posting of standing) candidates.finish(posting);
    await this.follow(
      candidates,
      batch.filter(({ posting }) => !standing.has(posting)),
    );
  }

  /** The entities of the nodes, read again until nothing moved meanwhile. */
  private async trees(nodes: Set<string>, owning?: Owning): Promise<ForestSeen> {
    let met: ReadonlySet<string> = new Set();
    let owners = owning?.owners ?? [];
    for (let read = 1; ; read++) {
      const seen = await new Forest(this.context.store).trees(nodes, met, owning?.keys);
      const isWhole =
        !seen.torn && owners.every((owner, index) => owner === undefined || hasSameOwners(owner, seen.beside[index]));
      if (isWhole || read === MOST_READS) return seen;
      this.checkTime();
      met = seen.met;
      owners = seen.beside;
      for (const node of owners.flatMap(ownersOf)) nodes.add(node);
    }
  }

  /** Candidates that do not stand where their postings say: their own items say where they are, if they are stored. */
  private async follow(candidates: RankedCandidates, lost: readonly RankedCandidate[]): Promise<void> {
    if (lost.length === 0) return;
    this.checkTime();
    const found = await storedRecords(
      this.context.store,
      lost.map(({ recordID }) => recordID),
    );
    for (const candidate of lost) {
      const record = found.get(candidate.recordID);
      // Other content has postings of its own.
      if (record?.recordVersion === candidate.recordVersion) candidate.node = record.node;
      else candidates.finish(candidate.posting);
    }
  }

  /**
   * The later look at an entity replaces the earlier one, also those at entities that it was united with since. Answers
   * the postings of the records that these looks saw.
   */
  private leave(ids: readonly string[]): string[] {
    const postings = ids.flatMap((id) => this.entities.get(id)?.postings ?? []);
    for (const id of ids) this.entities.delete(id);
    return postings;
  }

  private async enter(id: string, tree: EntityTree): Promise<void> {
    if ([id, ...tree.aliases].some((one) => this.shown.has(markOf(one)))) return;
    const hits = await this.hitsAmong(tree.records);
    const { store, rules } = this.context;
    const view = viewOfTree(store, rules, id, tree, { hits });
    const views = this.consider === undefined ? [view] : await view.considering(this.consider.keep);
    const hitViews = views.filter((one) => Object.keys(one.hits()).length > 0);
    const kept = new Set(hitViews.flatMap((one) => Object.keys(one.hits())));
    let place: Place | undefined;
    for (const [position, { score }] of hits) {
      const record = tree.records[position]!;
      if (kept.has(record.id)) place = earlierOf(place, { score: ranked(score), posting: postingOf(record) });
    }
    if (place === undefined) return;
    this.entities.set(id, { place, views: hitViews, postings: tree.records.map(postingOf) });
  }

  /** By position. */
  private async hitsAmong(records: readonly EntityRecord[]): Promise<ReadonlyMap<number, Hit>> {
    const hits = new Map<number, Hit>();
    for (const [position, { payload }] of records.entries()) {
      const hit = await this.pace.through(judgeRecord(this, payload));
      if (hit !== undefined) hits.set(position, hit);
    }
    return hits;
  }

  /** Behind this place the next page begins: everything before it was shown, or is no hit. */
  private endOf(
    candidates: RankedCandidates,
    page: readonly (readonly [string, RankedEntity])[],
    bound: Place | undefined,
  ): Place {
    const last = page.at(-1)?.[1].place;
    const isFull = page.length === this.first || bound === undefined;
    const end = laterOf(isFull ? last : laterOf(last, candidates.lastDone(bound)), this.cursor?.place);
    if (end === undefined || (page.length === 0 && end === this.cursor?.place)) throw outOfTime();
    return end;
  }

  /**
   * Counts the entities of all pages. The true number needs each entity that is left, because united ones have several
   * candidates. So if no more are left than a page shows, these are read.
   */
  private async count(candidates: RankedCandidates, isIncomplete: boolean): Promise<EntityCount> {
    const left = () => new Set(candidates.waiting().map(({ node }) => node)).size;
    const isComplete = candidates.horizon === undefined && !isIncomplete;
    if (isComplete && left() <= this.first) {
      for (let step = 0; step < MOST_STEPS && left() > 0 && !this.deadline.isOver(); step++) {
        await this.goOn(candidates, left());
      }
    }
    const totalCount = this.shown.size + this.entities.size + left();
    if (!isComplete) return { totalCount, totalIs: 'AT_LEAST' };
    return { totalCount, totalIs: left() === 0 ? 'EXACT' : 'ABOUT' };
  }

  private checkTime(): void {
    checkTime(this.deadline);
  }
}

/** The owners of the exact keys of a search, with the keys. */
interface Owning {
  readonly nodes: ReadonlySet<string>;
  readonly keys: Parameters<Forest['trees']>[2];
  readonly owners: readonly (Item | undefined)[];
}

const postingOf = ({ id, recordVersion }: EntityRecord): string => `${id}\t${recordVersion}`;

/** The candidates that are known to be next. */
function ready(candidates: RankedCandidates): RankedCandidate[] {
  const { horizon } = candidates;
  const waiting = candidates.waiting();
  return horizon === undefined ? waiting : waiting.filter(({ place }) => comparePlaces(place, horizon) <= 0);
}

/** The first place at which something may be that was not looked at. */
const boundOf = (candidates: RankedCandidates): Place | undefined =>
  earlierOf(candidates.waiting()[0]?.place, candidates.horizon);

/** Called before every round trip. */
function checkTime(deadline: Deadline): void {
  if (deadline.isOver()) throw outOfTime();
}

const outOfTime = (): RetryableError =>
  new RetryableError('the search did not end in time', {
    hint: 'Send it again, or give it more fields, so that fewer records are to be read.',
  });

/** Calls a function at most once. */
function once<Result>(act: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= act();
    return result;
  };
}
