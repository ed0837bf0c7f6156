import { present } from '../../../assert.ts';
import type { CompiledRuleConfig } from '../../../rules/types.ts';
import { queryAll, type Store } from '../../../store/port.ts';
import { digest } from '../../../text/digest.ts';
import { findSets, foundOf } from '../../forest/find.ts';
import {
  type Found,
  type FoundBridge,
  foundDelete,
  foundItem,
  foundReviews,
  nameOfFound,
  positionOfFound,
  readFound,
  type StoredFound,
  skipFoundWrite,
} from '../../items/reviews.ts';
import { JUDGED_RECORDS, weakestLink } from '../../read/bridges.ts';
import { viewOfTree } from '../../read/entity.ts';
import { pathsReadBy } from '../../read/explain.ts';
import { readTrees } from '../../read/read-entities.ts';
import type { Review } from '../types.ts';
import { currentAssignment, type Reading } from './judge-pairs.ts';

/** A find that is still true. */
interface Judged {
  readonly review: Review;
  /** What a skip of it notes: another one once it is about something else. */
  readonly mark: string;
}

/** What the last scan found, in the order of the queue: at most 100 of each kind. */
export async function readFoundReviews(store: Store): Promise<readonly StoredFound[]> {
  const stored: StoredFound[] = [];
  for await (const item of queryAll(store, foundReviews)) stored.push(readFound(item));
  return stored;
}

/** Replaces what the scan before found. What is found again keeps its mark, and the person who works on it. */
export async function replaceFound(store: Store, found: readonly Found[], foundAt: number): Promise<void> {
  const before = await readFoundReviews(store);
  const known = new Map(before.map((one) => [nameOfFound(one.position), one]));
  const ranks = { bridge: 0, growth: 0, value: 0 };
  const puts = found.map((one) => {
    const rank = ranks[one.kind]++;
    return foundItem(one, rank, foundAt, known.get(nameOfFound(positionOfFound(one, rank))));
  });
  const kept = new Set(puts.map(({ put }) => put.sk));
  const writes = [...puts, ...before.filter(({ position }) => !kept.has(position)).map(dropOf)];
  if (writes.length > 0) await store.write(writes);
}

/**
 * The finds that deserve a look now, as they are now. Drops those that are not true any more, and leaves out those that were
 * skipped. Reads at most 100 records of each entity.
 */
export async function judgeFound(reading: Reading, stored: readonly StoredFound[]): Promise<readonly Review[]> {
  const judged = await judgeAll(reading, stored);
  const drops = stored.filter((_, index) => judged[index] === undefined);
  if (drops.length > 0) await reading.store.write(drops.map(dropOf));
  return judged.flatMap((one, index) => (one === undefined || one.mark === stored[index]!.skipped ? [] : [one.review]));
}

/** Skips a find until it is about something else. Returns false if it is not in the queue, or was skipped before. */
export async function skipFound(reading: Reading, id: string): Promise<boolean> {
  const { store } = reading;
  const stored = (await readFoundReviews(store)).find(({ position }) => nameOfFound(position) === id);
  if (stored === undefined) return false;
  const [judged] = await judgeAll(reading, [stored]);
  if (judged === undefined || judged.mark === stored.skipped) return false;
  const [outcome] = await store.write([skipFoundWrite(stored.position, judged.mark)]);
  await store.durable();
  return present(outcome, 'every write has an outcome').applied;
}

const dropOf = ({ position }: StoredFound) => foundDelete(position);

async function judgeAll(reading: Reading, stored: readonly StoredFound[]): Promise<readonly (Judged | undefined)[]> {
  const entities = (kind: 'bridge' | 'growth') =>
    stored.flatMap(({ found }) => (found.kind === kind && 'entityID' in found ? [found.entityID] : []));
  const [trees, roots] = await Promise.all([
    readTrees(reading.store, entities('bridge'), JUDGED_RECORDS),
    findSets(reading.store, entities('growth')),
  ]);
  const rules = nameOfRules(reading.rules);
  const now = reading.now();
  return stored.map(({ position, found, foundAt, assigned }) => {
    const common = { id: nameOfFound(position), position, foundAt, assigned: currentAssignment(assigned, now) };
    switch (found.kind) {
      case 'bridge':
        return judgeBridge(reading, trees.get(found.entityID), found, common);
      case 'growth': {
        const { entity, state } = foundOf(roots, found.entityID);
        const isSame = entity === found.entityID && !state.empty && state.version === found.version;
        const { records, recordsBefore, entityID } = found;
        const review = { ...common, kind: found.kind, entityID, records, recordsBefore };
        return isSame ? { review, mark: String(records) } : undefined;
      }
      default: {
        const { resolverID, value, entities: sharing } = found;
        const review = { ...common, kind: found.kind, resolverID, value, entities: sharing };
        return found.rules === rules ? { review, mark: 'value' } : undefined;
      }
    }
  });
}

function judgeBridge(
  { store, rules }: Reading,
  tree: Parameters<typeof viewOfTree>[3] | undefined,
  { kind, entityID }: FoundBridge,
  common: Pick<Review, 'id' | 'position' | 'foundAt' | 'assigned'>,
): Judged | undefined {
  if (tree === undefined) return undefined;
  const link = weakestLink(viewOfTree(store, rules, entityID, tree));
  if (link === undefined) return undefined;
  const { score, ruleIDs } = link;
  const [a, b] = [
    { id: link.a, entityID },
    { id: link.b, entityID },
  ];
  const versions = tree.records.filter(({ id }) => id === a.id || id === b.id).map((one) => one.recordVersion);
  return { review: { ...common, kind, a, b, score, ruleIDs }, mark: digest([a.id, b.id, versions]) };
}

/** Digest of all that the statistics of the same records depend on. */
export const nameOfRules = (rules: CompiledRuleConfig): string =>
  digest([rules.fingerprint, rules.resolverIDs, pathsReadBy(rules)]);
