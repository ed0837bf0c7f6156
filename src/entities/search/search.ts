import type { PreparedSearch } from '../../rules/types.ts';
import { digest } from '../../text/digest.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { NoSearchValueError } from '../errors.ts';
import { Forest } from '../forest/forest.ts';
import { keyOwnerKey, ownersOf } from '../items/index-keys.ts';
import { Pace } from '../pace.ts';
import { viewOfTree } from '../read/entity.ts';
import { type EntityTree, entityTrees, MOST_READS } from '../read/read-entities.ts';
import type { EntityView } from '../read/types.ts';
import { hasValue } from '../validate.ts';
import { type ListsRead, SearchCandidates, WINDOW } from './candidates.ts';
import { checkTime, hitsAmong, type Owning, postingOf, readHit, type Search, storedRecords } from './hits.ts';
import { incompleteRules, listFrequentKeys } from './incomplete.ts';
import { RankedPage } from './page.ts';
import { readPageEnd } from './place.ts';
import type { RankedSearchAnswer, RankedSearchRequest, SearchAnswer, SearchRequest } from './types.ts';

export const DEFAULT_SEARCH_RULES = 'default';

/**
 * The entities with at least one record that satisfies a rule of the set, in ascending order of id, and the rules that
 * may match more records than were read.
 *
 * The round trips are: key owners and postings; candidates of which postings do not tell enough; nodes; records.
 */
export async function search(context: Context, request: SearchRequest): Promise<SearchAnswer> {
  const one = searchFor(context, request);
  const { owning, candidates } = await keysRead(one, { after: undefined, window: undefined });
  const ahead = new Forest(context.store);
  const entities = async () => {
    await candidates.judge({ forest: ahead, nodes: owning.nodes });
    return everyEntity(one, candidates, owning, ahead);
  };
  const [found] = await Promise.all([entities(), listFrequentKeys(context.store, candidates.overFrequent)]);
  return { entities: found, incomplete: incompleteRules(one.prepared, candidates.overFrequent) };
}

/**
 * A page of these entities, in the order of their best hits. Postings tell which records are hits and where they stand;
 * entities are read from the top until the page is full. So a page costs what it shows, however many entities the search
 * hits.
 *
 * What a posting tells of a record version never changes, and places depend on records alone. A page is not a snapshot:
 * each entity on it is. A cursor says behind which place the next page begins and which entities were shown: an entity
 * is passed over because it was shown, under its id or an alias, and never because of its place.
 */
export async function rankedSearch(context: Context, request: RankedSearchRequest): Promise<RankedSearchAnswer> {
  const { first, after, consider } = request;
  const one = searchFor(context, request);
  const question = questionOf(one.prepared, request);
  const before = after === undefined ? undefined : readPageEnd(after, question);
  const window = context.searchWindow ?? Math.max(WINDOW, first);
  const { owning, candidates } = await keysRead(one, { after: before?.place, window });
  await candidates.judge();
  const page = new RankedPage(one, candidates, { first, before, consider });
  await Promise.all([page.fill(owning), listFrequentKeys(context.store, candidates.overFrequent)]);
  return page.answer(question);
}

function searchFor(context: Context, { parameters, searchRules = DEFAULT_SEARCH_RULES }: SearchRequest): Search {
  if (!hasValue(parameters)) throw new NoSearchValueError();
  const prepared = context.rules.prepareSearch(parameters, searchRules);
  const deadline = new Deadline(context);
  const pace = new Pace(async () => checkTime({ deadline }));
  return { context, prepared, deadline, pace, judged: new Map() };
}

/** Digest of all that the order of the entities depends on, besides what is stored. */
const questionOf = (
  { keys, ranking }: PreparedSearch,
  { parameters, searchRules, consider }: RankedSearchRequest,
): string =>
  digest([
    keys.map(({ hash }) => hash),
    ranking?.weights ?? null,
    parameters,
    searchRules ?? null,
    consider?.identity ?? null,
  ]);

/** An exact key has owners, which are hits at once; a blocking key has postings, whose records are candidates. */
async function keysRead(one: Search, lists: ListsRead) {
  const { context, prepared } = one;
  const keys = prepared.keys.filter(({ plan }) => plan.exact).map(({ hash }) => keyOwnerKey(hash));
  const blocking = prepared.keys.filter(({ plan }) => !plan.exact);
  const [owners, candidates] = await Promise.all([
    context.store.getMany(keys),
    SearchCandidates.read(one, blocking, lists),
  ]);
  context.observer.searchCandidates(candidates.compared);
  const owning: Owning = { keys, owners, nodes: new Set(owners.flatMap(ownersOf)) };
  return { owning, candidates };
}

/**
 * The entities of all owners and candidates, as one read shows them. A record that leaves its entity meanwhile must not
 * be missed: every candidate must be in one of the entities that were found, or not be stored any more. A posting may be
 * stale. Then further reads go by the records' own items.
 */
async function everyEntity(
  one: Search,
  candidates: SearchCandidates,
  owning: Owning,
  ahead: Forest,
): Promise<EntityView[]> {
  const nodes = new Set(owning.nodes);
  for (let read = 1; ; read++) {
    const open = candidates.open();
    for (const { node } of open) nodes.add(node);
    if (nodes.size === 0) return [];
    checkTime(one);
    const trees = entityTrees(await readHit(one, nodes, owning, read === 1 ? ahead : undefined));
    const standing = new Set([...trees.values()].flatMap(({ records }) => records.map(({ id }) => id)));
    const lost = open.filter(({ recordID }) => !standing.has(recordID));
    if (lost.length === 0 || read === MOST_READS) return viewsOf(one, candidates, trees);
    checkTime(one);
    const stored = await storedRecords(
      one,
      lost.map(({ recordID }) => recordID),
    );
    for (const candidate of lost) {
      const record = stored.get(candidate.recordID);
      if (record === undefined) candidates.finish(candidate.posting);
      else candidate.node = record.node;
    }
  }
}

/** The entities that are hit. Which records are, and by which rules, is judged on demand if one is certain to be. */
async function viewsOf(
  one: Search,
  candidates: SearchCandidates,
  trees: ReadonlyMap<string, EntityTree>,
): Promise<EntityView[]> {
  const { store, rules } = one.context;
  const views: EntityView[] = [];
  for (const [id, tree] of trees) {
    const isHit = tree.records.some((record) => candidates.isHit(postingOf(record)));
    const hits = isHit ? hitsAmong(one, tree.records) : await one.pace.through(hitsAmong(one, tree.records));
    if (isHit || (hits as ReadonlyMap<number, unknown>).size > 0)
      views.push(viewOfTree(store, rules, id, tree, { hits }));
  }
  return views;
}
