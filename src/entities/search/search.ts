import { RetryableError } from '../../errors.ts';
import type { Hit, PreparedSearch, RecordPayload } from '../../rules/types.ts';
import type { Item } from '../../store/port.ts';
import type { Work } from '../../work.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { NoSearchValueError } from '../errors.ts';
import { Forest } from '../forest/forest.ts';
import { hasSameOwners, keyOwnerKey, ownersOf } from '../items/key-owner.ts';
import { readRecord, recordKey } from '../items/record.ts';
import { Pace } from '../pace.ts';
import { type EntityRecord, type EntityTree, entityTrees, MOST_READS } from '../read/read-entities.ts';
import type { EntityView } from '../read/types.ts';
import { viewOfTree } from '../read/view-of-tree.ts';
import { hasValue } from '../validate.ts';
import { incompleteRules, listFrequentKeys } from './incomplete-search.ts';
import { judgeRecord } from './judge-record.ts';
import { type Candidate, type OverFrequentKey, readCandidates } from './search-candidates.ts';
import type { SearchAnswer, SearchRequest } from './types.ts';

export const DEFAULT_SEARCH_RULES = 'default';

/**
 * The most nodes that are read before it is known which candidates are hit. That saves a round trip and costs a query
 * for each candidate that is not hit; of many candidates, most are not.
 */
const NODES_READ_AHEAD = 64;

/** The result for one record version, whose content never changes. */
interface Judgement {
  readonly recordVersion: string;
  readonly payload: RecordPayload;
  readonly hit: Hit | undefined;
}

/** One search under way, with what it has found out about records. */
interface Search {
  readonly context: Context;
  readonly prepared: PreparedSearch;
  readonly deadline: Deadline;
  readonly pace: Pace;
  /** By record id. */
  readonly judged: Map<string, Judgement>;
  /** By record id, the record version that is certain to be hit: its posting has a key that is enough. */
  readonly sure: Map<string, string>;
}

/**
 * The entities with at least one record that satisfies a rule of the set, in ascending order of id, and the rules that
 * may match more records than were read.
 */
export async function search(
  context: Context,
  { parameters, searchRules = DEFAULT_SEARCH_RULES }: SearchRequest,
): Promise<SearchAnswer> {
  if (!hasValue(parameters)) throw new NoSearchValueError();
  const { store, rules } = context;
  const prepared = rules.prepareSearch(parameters, searchRules);
  const deadline = new Deadline(context);
  const pace = new Pace(async () => checkTime({ deadline }));
  const one: Search = { context, prepared, deadline, pace, judged: new Map(), sure: new Map() };
  const { trees, overFrequent } = await treesToJudge(one);
  const entities: EntityView[] = [];
  for (const [id, tree] of trees) {
    const { records } = tree;
    // Which records are hit, and by which rules, is judged on demand.
    if (records.some(({ id, recordVersion }) => one.sure.get(id) === recordVersion)) {
      entities.push(viewOfTree(store, rules, id, tree, { hits: hitsAmong(one, records) }));
      continue;
    }
    const hits = await pace.through(hitsAmong(one, records));
    if (hits.size > 0) entities.push(viewOfTree(store, rules, id, tree, { hits }));
  }
  return { entities, incomplete: incompleteRules(prepared, overFrequent) };
}

/** By position. */
function* hitsAmong(one: Search, records: readonly EntityRecord[]): Work<ReadonlyMap<number, Hit>> {
  const hits = new Map<number, Hit>();
  for (let position = 0; position < records.length; position++) {
    const record = records[position]!;
    const before = one.judged.get(record.id);
    const isJudged = before?.recordVersion === record.recordVersion;
    const hit = isJudged ? before.hit : yield* judgeRecord(one, record.payload);
    if (hit !== undefined) hits.set(position, hit);
  }
  return hits;
}

/**
 * The entities that own an exact key of the search, or hold a candidate of a blocking key that the search hits. The
 * round trips are: key owners and postings; candidates; nodes; records. The second is saved if no candidate must be
 * judged, and joined with the third if there are few.
 *
 * A record that leaves its entity meanwhile must not be missed. The owners of its keys change before it leaves, so they
 * are read again at the end; and every candidate must be in one of the entities that were found.
 *
 * If sharing a key is enough for a hit, its candidates are not judged, and the first read believes the node of their
 * postings. A posting may be stale. Then its candidate is missing in what was found, and further reads go by the
 * records' own items.
 */
async function treesToJudge(one: Search): Promise<Found> {
  const { context, prepared, judged } = one;
  const { store } = context;
  const exact = prepared.keys.filter((key) => key.plan.exact);
  const blocking = prepared.keys.filter((key) => !key.plan.exact);
  const keyOwners = exact.map((key) => keyOwnerKey(key.hash));
  let met: ReadonlySet<string> = new Set();
  const trusts = blocking.some(({ plan }) => prepared.isHitBy?.(plan));
  const firstAttempt = trusts ? 0 : 1;
  for (let attempt = firstAttempt; ; attempt++) {
    checkTime(one);
    const forest = new Forest(store);
    const [owners, { candidates, overFrequent }] = await Promise.all([
      store.getMany(keyOwners),
      readCandidates(context, prepared, blocking),
    ]);
    noteSure(one, candidates);
    if (attempt === firstAttempt) context.observer.searchCandidates(candidates.size);
    checkTime(one);
    const listing = attempt === firstAttempt ? listFrequentKeys(store, overFrequent) : undefined;
    const nodes = new Set(owners.flatMap(ownersOf));
    const [hit] = await Promise.all([hitCandidates(one, candidates, nodes, forest, attempt === 0), listing]);
    for (const node of hit.values()) nodes.add(node);
    if (nodes.size === 0) return { trees: new Map(), overFrequent };
    checkTime(one);
    const seen = await forest.trees(nodes, met, keyOwners);
    met = seen.met;
    const found = entityTrees(seen, ({ id, recordVersion, document }) => {
      const before = judged.get(id);
      return before?.recordVersion === recordVersion ? before.payload : (JSON.parse(document) as RecordPayload);
    });
    const isWhole = !(seen.torn || lostOwner(owners, seen.beside) || lostCandidate(hit, found));
    if (attempt === MOST_READS || isWhole) return { trees: found, overFrequent };
  }
}

interface Found {
  readonly trees: ReadonlyMap<string, EntityTree>;
  readonly overFrequent: readonly OverFrequentKey[];
}

/** Called before every round trip. */
function checkTime({ deadline }: Pick<Search, 'deadline'>): void {
  if (!deadline.isOver()) return;
  throw new RetryableError('the search did not end in time', {
    hint: 'Send it again, or give it more fields, so that fewer records are to be read.',
  });
}

function noteSure({ sure }: Search, candidates: ReadonlyMap<string, Candidate>): void {
  for (const [id, { isSure, recordVersion }] of candidates) if (isSure) sure.set(id, recordVersion);
}

/**
 * The nodes of the candidates that the search hits, by record id. Candidates that share a node with one of these, or
 * with a key owner, are included without being judged: their entity is read anyway.
 *
 * @param trusts whether the nodes of postings are believed, for candidates that need no judging
 */
async function hitCandidates(
  one: Search,
  candidates: ReadonlyMap<string, Candidate>,
  owners: ReadonlySet<string>,
  forest: Forest,
  trusts: boolean,
): Promise<Map<string, string>> {
  const sure = [...candidates].filter(([, { isSure }]) => trusts && isSure);
  const chosen = new Set([...owners, ...sure.map(([, { node }]) => node)]);
  const isBelieved = ({ node, isSure }: Candidate) => trusts && (isSure || chosen.has(node));
  const believed = [...candidates].filter(([, candidate]) => isBelieved(candidate));
  const open = [...candidates].filter(([, candidate]) => !isBelieved(candidate));
  const hit = new Map(believed.map(([id, { node }]) => [id, node]));
  if (open.length === 0) return hit;
  const ahead = new Set([...chosen, ...open.map(([, { node }]) => node)]);
  const [items] = await Promise.all([
    one.context.store.getMany(open.map(([id]) => recordKey(id))),
    forest.read(ahead.size > NODES_READ_AHEAD ? chosen : ahead),
  ]);
  for (const item of items) {
    if (item === undefined) continue;
    const { id, node, recordVersion, document } = readRecord(item);
    if (!chosen.has(node)) {
      const payload = JSON.parse(document) as RecordPayload;
      const verdict = await one.pace.through(judgeRecord(one, payload));
      one.judged.set(id, { recordVersion, payload, hit: verdict });
      if (verdict === undefined) continue;
      chosen.add(node);
    }
    hit.set(id, node);
  }
  return hit;
}

/** True if the owner of a key changed. */
const lostOwner = (before: readonly (Item | undefined)[], after: readonly (Item | undefined)[]): boolean =>
  before.some((keyOwner, index) => keyOwner !== undefined && !hasSameOwners(keyOwner, after[index]));

function lostCandidate(candidates: ReadonlyMap<string, string>, found: ReadonlyMap<string, EntityTree>): boolean {
  if (candidates.size === 0) return false;
  const ids = new Set<string>();
  for (const { records } of found.values()) for (const { id } of records) ids.add(id);
  for (const id of candidates.keys()) if (!ids.has(id)) return true;
  return false;
}
