import { viewOfTree } from '../read/entity.ts';
import type { EntityTree } from '../read/read-entities.ts';
import { entityTrees } from '../read/read-entities.ts';
import type { EntityView } from '../read/types.ts';
import type { SearchCandidate, SearchCandidates } from './candidates.ts';
import {
  checkTime,
  hitsAmong,
  type Owning,
  outOfTime,
  postingOf,
  readHit,
  type Search,
  storedRecords,
} from './hits.ts';
import { incompleteRules } from './incomplete.ts';
import { comparePlaces, earlierOf, laterOf, markOf, type PageEnd, type Place, pageEndText, ranked } from './place.ts';
import type { Consider, EntityCount, RankedSearchAnswer } from './types.ts';

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

interface PageAsked {
  readonly first: number;
  /** Where the page before ended. */
  readonly before: PageEnd | undefined;
  readonly consider: Consider | undefined;
}

/** One page under way. */
export class RankedPage {
  private readonly search: Search;
  private readonly candidates: SearchCandidates;
  private readonly asked: PageAsked;
  private readonly shown: ReadonlySet<string>;
  /** Postings that the next step looks up. */
  private lookUps = LOOK_UPS;
  /** By id. */
  private readonly entities = new Map<string, RankedEntity>();
  /** How many entities were read, those included that are read again. */
  private read = 0;

  constructor(search: Search, candidates: SearchCandidates, asked: PageAsked) {
    this.search = search;
    this.candidates = candidates;
    this.asked = asked;
    this.shown = new Set(asked.before?.shown);
  }

  /**
   * Reads entities until the page is full. The entities of the exact keys come first: their records may have rules of
   * which no posting tells.
   */
  async fill(owning: Owning): Promise<void> {
    if (owning.nodes.size > 0) {
      const next = this.candidates.ready().slice(0, this.asked.first);
      const open = next.findIndex(({ isSettled }) => !isSettled);
      await this.look(open === -1 ? next : next.slice(0, open), owning);
    }
    for (let step = 0; step < MOST_STEPS && this.missing() > 0; step++) {
      checkTime(this.search);
      await this.goOn(this.missing());
    }
  }

  answer(question: string): RankedSearchAnswer {
    const { bound, overFrequent } = this.candidates;
    const page = this.upTo(bound).slice(0, this.asked.first);
    const hasNextPage = bound !== undefined || page.length < this.entities.size;
    const incomplete = incompleteRules(this.search.prepared, overFrequent);
    const entities = page.flatMap(([, entity]) => entity.views);
    this.search.context.observer.searchEntitiesRead(this.read - page.length);
    const counted = once(() => this.count(incomplete.length > 0));
    if (!hasNextPage) return { entities, count: counted, hasNextPage, endCursor: undefined, incomplete };
    const place = this.endOf(page, bound);
    const shown = [...this.shown, ...page.map(([id]) => markOf(id))];
    return { entities, count: counted, hasNextPage, endCursor: pageEndText({ place, shown }, question), incomplete };
  }

  /** Looks at the next candidates, or finds out which ones these are. */
  private async goOn(missing: number): Promise<void> {
    const { candidates } = this;
    const next = candidates.ready();
    if (next.length === 0) return candidates.readOn();
    const nodes = new Set<string>();
    const batch: SearchCandidate[] = [];
    for (const candidate of next) {
      if (!nodes.has(candidate.node) && nodes.size === missing) break;
      nodes.add(candidate.node);
      batch.push(candidate);
    }
    const open = batch.filter(({ isSettled }) => !isSettled).length;
    // Entities show where they stand. Reading a few that may stand further back costs less than a round of look-ups.
    if (open <= Math.ceil(missing / 4)) return this.look(batch);
    const most = this.lookUps;
    this.lookUps = Math.min(2 * most, MOST_LOOK_UPS);
    return candidates.settle(next, most);
  }

  /** How many entities are still to be found before the page is full; 0 if there are no more. */
  private missing(): number {
    const { bound } = this.candidates;
    return bound === undefined ? 0 : Math.max(0, this.asked.first - this.upTo(bound).length);
  }

  /** The entities before a place, in order; all of them without it. */
  private upTo(bound: Place | undefined): [string, RankedEntity][] {
    return [...this.entities]
      .filter(([, { place }]) => bound === undefined || comparePlaces(place, bound) <= 0)
      .sort(([, a], [, b]) => comparePlaces(a.place, b.place));
  }

  /** Reads the entities of candidates, and of the owners of exact keys. */
  private async look(batch: readonly SearchCandidate[], owning?: Owning): Promise<void> {
    const { candidates } = this;
    const nodes = new Set([...(owning?.nodes ?? []), ...batch.map(({ node }) => node)]);
    const standing = new Set<string>();
    const before: string[] = [];
    for (const [id, tree] of entityTrees(await readHit(this.search, nodes, owning))) {
      this.read += 1;
      for (const record of tree.records) standing.add(postingOf(record));
      before.push(...this.leave([id, ...tree.aliases]));
      await this.enter(id, tree);
    }
    // A record that left its entity since an earlier look stands in another one.
    for (const posting of before) candidates.reopen(posting);
    for (const posting of standing) candidates.finish(posting);
    await this.follow(batch.filter(({ posting }) => !standing.has(posting)));
  }

  /** Candidates that do not stand where their postings say: their own items say where they are, if they are stored. */
  private async follow(lost: readonly SearchCandidate[]): Promise<void> {
    if (lost.length === 0) return;
    checkTime(this.search);
    const found = await storedRecords(
      this.search,
      lost.map(({ recordID }) => recordID),
    );
    for (const candidate of lost) {
      const record = found.get(candidate.recordID);
      // Other content has postings of its own.
      if (record?.recordVersion === candidate.recordVersion) candidate.node = record.node;
      else this.candidates.finish(candidate.posting);
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
    const hits = await this.search.pace.through(hitsAmong(this.search, tree.records));
    const { store, rules } = this.search.context;
    const { consider } = this.asked;
    const view = viewOfTree(store, rules, id, tree, { hits });
    const views = consider === undefined ? [view] : await view.considering(consider.keep);
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

  /** Behind this place the next page begins: everything before it was shown, or is no hit. */
  private endOf(page: readonly (readonly [string, RankedEntity])[], bound: Place | undefined): Place {
    const { first, before } = this.asked;
    const last = page.at(-1)?.[1].place;
    const isFull = page.length === first || bound === undefined;
    const end = laterOf(isFull ? last : laterOf(last, this.candidates.lastDone(bound)), before?.place);
    if (end === undefined || (page.length === 0 && end === before?.place)) throw outOfTime();
    return end;
  }

  /**
   * Counts the entities of all pages. The true number needs each entity that is left, because united ones have several
   * candidates. So if no more are left than a page shows, these are read.
   */
  private async count(isIncomplete: boolean): Promise<EntityCount> {
    const { candidates } = this;
    const left = () => new Set(candidates.waiting().map(({ node }) => node)).size;
    const isComplete = candidates.horizon === undefined && !isIncomplete;
    if (isComplete && left() <= this.asked.first) {
      for (let step = 0; step < MOST_STEPS && left() > 0 && !this.search.deadline.isOver(); step++) {
        await this.goOn(left());
      }
    }
    const totalCount = this.shown.size + this.entities.size + left();
    if (!isComplete) return { totalCount, totalIs: 'AT_LEAST' };
    return { totalCount, totalIs: left() === 0 ? 'EXACT' : 'ABOUT' };
  }
}

/** Calls a function at most once. */
function once<Result>(act: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= act();
    return result;
  };
}
