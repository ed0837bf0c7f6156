import type { Hit, IndexKey, PreparedSearch, RecordPayload, ResolvedValues } from '../matching/compiled.ts';
import type { Item } from '../store/port.ts';
import { readPostings } from './candidates.ts';
import type { Context } from './context.ts';
import { NoSearchValueError } from './errors.ts';
import { Forest } from './forest.ts';
import { anchorKey, holdersOf, readRecord, recordKey } from './layout.ts';
import { type EntityTree, entityTrees, LOOKS } from './read-entities.ts';
import type { EntityView, SearchRequest } from './resolution.ts';
import { hasValue } from './validate.ts';
import { viewOfTree } from './view-of-tree.ts';

export const DEFAULT_SEARCH_RULES = 'default';

/**
 * Up to so many fragments of candidates are looked at while it is not yet known which candidates are hit: that spares a
 * round and costs a query for each that is not. With more candidates than that most are there by chance.
 */
const FRAGMENTS_LOOKED_AT_AHEAD = 64;

/** What a search made of a record; an incarnation's content never changes. */
interface Judgement {
  readonly incarnation: string;
  readonly values: ResolvedValues;
  readonly hit: Hit | undefined;
}

/** The entities with at least one record that satisfies a rule of the set, in ascending order of id. */
export async function search(
  context: Context,
  { parameters, searchRules = DEFAULT_SEARCH_RULES }: SearchRequest,
): Promise<EntityView[]> {
  if (!hasValue(parameters)) throw new NoSearchValueError();
  const { store, rules } = context;
  const prepared = rules.prepareSearch(parameters, searchRules);
  const views: EntityView[] = [];
  const judged = new Map<string, Judgement>();
  for (const [id, tree] of await treesToJudge(context, prepared, judged)) {
    const hits = new Map<number, Hit>();
    const values = tree.records.map((record, position) => {
      const before = judged.get(record.id);
      const { values, hit } =
        before?.incarnation === record.incarnation
          ? before
          : judge(context, prepared, record.incarnation, record.payload);
      if (hit !== undefined) hits.set(position, hit);
      return values;
    });
    if (hits.size > 0) views.push(viewOfTree(store, rules, id, tree, { hits, values }));
  }
  return views;
}

function judge({ rules }: Context, prepared: PreparedSearch, incarnation: string, payload: RecordPayload): Judgement {
  const values = rules.resolve(payload);
  return { incarnation, values, hit: prepared.hit(values) };
}

/**
 * The entities that hold a deciding key of the search, or a candidate of a suggesting key that the search really hits.
 * Rounds of calls: anchors and postings; candidates; fragments; records. The second is spared where no candidate is to
 * be judged, or few enough that their fragments are looked at with them.
 *
 * A record that leaves its entity meanwhile must not be missed: its keys' anchors say so before it has left, so that
 * they are read again at the end, and a candidate that led to an entity must be in what was found.
 */
async function treesToJudge(
  context: Context,
  prepared: PreparedSearch,
  judged: Map<string, Judgement>,
): Promise<ReadonlyMap<string, EntityTree>> {
  const { store } = context;
  const deciding = prepared.keys.filter((key) => key.plan.deciding);
  const suggesting = prepared.keys.filter((key) => !key.plan.deciding);
  const anchors = deciding.map((key) => anchorKey(key.hash));
  const remembered = new Set<string>();
  for (let look = 1; ; look++) {
    const forest = new Forest(store);
    const [held, candidates] = await Promise.all([store.getMany(anchors), readCandidates(context, suggesting)]);
    if (look === 1) context.observer.searchCandidates(candidates.size);
    const fragments = new Set(held.flatMap(holdersOf));
    const hit = await hitCandidates(context, prepared, candidates, fragments, forest, judged);
    for (const fragment of hit.values()) fragments.add(fragment);
    if (fragments.size === 0) return new Map();
    const seen = await forest.trees(fragments, remembered, anchors);
    const found = entityTrees(seen);
    if (look === LOOKS || !(seen.torn || lostHolder(held, seen.beside) || lostCandidate(hit, found))) return found;
  }
}

/** Fragments of candidates as their postings say, by record id. */
async function readCandidates(
  { store, genericKeyRecords }: Context,
  keys: readonly IndexKey[],
): Promise<Map<string, string>> {
  const posted = await Promise.all(
    keys.map((key) => readPostings(store, key.hash, { consistent: true, cap: genericKeyRecords })),
  );
  const candidates = new Map<string, string>();
  for (const postings of posted) {
    if (typeof postings === 'string') continue;
    for (const { recordID, fragment } of postings) candidates.set(recordID, fragment);
  }
  return candidates;
}

/**
 * Where the candidates stand that the search hits, by record id, and with them those that share a fragment with one of
 * these or with the holder of a key: they need no judging, for their entity is read anyway. Adds to `judged` what it made
 * of the others.
 */
async function hitCandidates(
  context: Context,
  prepared: PreparedSearch,
  candidates: ReadonlyMap<string, string>,
  held: ReadonlySet<string>,
  forest: Forest,
  judged: Map<string, Judgement>,
): Promise<Map<string, string>> {
  const hit = new Map<string, string>();
  if (candidates.size === 0) return hit;
  const posted = new Set(candidates.values());
  const [items] = await Promise.all([
    context.store.getMany([...candidates.keys()].map(recordKey)),
    forest.look(posted.size > FRAGMENTS_LOOKED_AT_AHEAD ? held : [...held, ...posted]),
  ]);
  const chosen = new Set(held);
  for (const item of items) {
    if (item === undefined) continue;
    const { id, fragment, incarnation, document } = readRecord(item);
    if (!chosen.has(fragment)) {
      const judgement = judge(context, prepared, incarnation, JSON.parse(document) as RecordPayload);
      judged.set(id, judgement);
      if (judgement.hit === undefined) continue;
      chosen.add(fragment);
    }
    hit.set(id, fragment);
  }
  return hit;
}

/** Whether a key that somebody held is held otherwise by now. */
const lostHolder = (before: readonly (Item | undefined)[], after: readonly (Item | undefined)[]): boolean =>
  before.some((anchor, index) => anchor !== undefined && anchor['n'] !== after[index]?.['n']);

function lostCandidate(candidates: ReadonlyMap<string, string>, found: ReadonlyMap<string, EntityTree>): boolean {
  if (candidates.size === 0) return false;
  const ids = new Set([...found.values()].flatMap(({ records }) => records.map(({ id }) => id)));
  return [...candidates.keys()].some((id) => !ids.has(id));
}
