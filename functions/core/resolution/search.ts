import type { Hit, PreparedSearch, RecordPayload } from '../matching/compiled.ts';
import { readPostings } from './candidates.ts';
import type { Context } from './context.ts';
import { NoSearchValueError } from './errors.ts';
import { anchorKey, holdersOf, readRecord, recordKey } from './layout.ts';
import { readTrees } from './read-entities.ts';
import type { EntityView, SearchRequest } from './resolution.ts';
import { hasValue } from './validate.ts';
import { viewOfTree } from './view-of-tree.ts';

export const DEFAULT_SEARCH_RULES = 'default';

/** The entities with at least one record that satisfies a rule of the set, in ascending order of id. */
export async function search(
  context: Context,
  { parameters, searchRules = DEFAULT_SEARCH_RULES }: SearchRequest,
): Promise<EntityView[]> {
  if (!hasValue(parameters)) throw new NoSearchValueError();
  const { store, rules } = context;
  const prepared = rules.prepareSearch(parameters, searchRules);
  const fragments = await fragmentsToRead(context, prepared);
  if (fragments.size === 0) return [];
  const views: EntityView[] = [];
  for (const [id, tree] of await readTrees(store, fragments)) {
    const values = tree.records.map((record) => rules.resolve(record.payload));
    const hits = new Map<number, Hit>();
    values.forEach((stored, position) => {
      const hit = prepared.hit(stored);
      if (hit !== undefined) hits.set(position, hit);
    });
    if (hits.size > 0) views.push(viewOfTree(store, rules, id, tree, { hits, values }));
  }
  return views;
}

/** Holders of the deciding keys, and of the candidates of suggesting keys that the search really hits. */
async function fragmentsToRead(
  { store, rules, genericKeyRecords }: Context,
  prepared: PreparedSearch,
): Promise<Set<string>> {
  const anchors = prepared.keys.filter((key) => key.plan.deciding);
  const suggesting = prepared.keys.filter((key) => !key.plan.deciding);
  const [held, posted] = await Promise.all([
    store.getMany(anchors.map((key) => anchorKey(key.hash))),
    Promise.all(suggesting.map((key) => readPostings(store, key.hash, { consistent: true, cap: genericKeyRecords }))),
  ]);
  const fragments = new Set<string>();
  for (const anchor of held) for (const holder of holdersOf(anchor)) fragments.add(holder);
  const candidates = new Set<string>();
  for (const postings of posted) {
    if (typeof postings === 'string') continue;
    for (const posting of postings) if (!fragments.has(posting.fragment)) candidates.add(posting.recordID);
  }
  if (candidates.size === 0) return fragments;
  for (const item of await store.getMany([...candidates].map(recordKey))) {
    if (item === undefined) continue;
    const record = readRecord(item);
    if (fragments.has(record.fragment)) continue;
    const values = rules.resolve(JSON.parse(record.document) as RecordPayload);
    if (prepared.hit(values) !== undefined) fragments.add(record.fragment);
  }
  return fragments;
}
