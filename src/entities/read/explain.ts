import { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { PairExplanation } from '../../rules/compile/explain.ts';
import { explainPair } from '../../rules/compile/explain.ts';
import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { EntityTooLargeError, RecordNotInEntityError, UnknownRecordError } from '../errors.ts';
import { findRoots, findSets, foundOf } from '../forest/find.ts';
import { readTree } from '../forest/forest.ts';
import { overFrequentMarkKey } from '../items/index-keys.ts';
import type { Held } from '../items/node.ts';
import { readRecord, recordKey, storedRecords } from '../items/record.ts';
import { coherentGroups } from '../keys/coherent-groups.ts';
import { memberOf } from '../keys/record-keys.ts';
import { Pace } from '../pace.ts';
import { recordIdProblem } from '../validate.ts';
import { viewOfTree } from './entity.ts';
import type { ComputedEntityView } from './entity-view.ts';
import { DUPLICATE_LINK } from './insights/edge-insights.ts';
import { type EntityRecord, type EntityTree, MOST_READS, readTrees } from './read-entities.ts';
import type { ConnectionBan, EntityLink } from './types.ts';

/** Two stored records; or a record and the entity that it is in. */
export type ExplainQuestion =
  | { readonly a: string; readonly b: string }
  | { readonly record: string; readonly entityID: string };

interface ExplainedRecord {
  readonly id: string;
  readonly entityID: string;
  /** The values that the pipeline made of it, by resolver. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

export interface Explanation {
  readonly a: ExplainedRecord;
  /** Undefined for a record that is alone in its entity. */
  readonly b: ExplainedRecord | undefined;
  /** The result of the rules for the two records alone. */
  readonly pair: PairExplanation | undefined;
  /**
   * The shortest chain of links from a to b; empty if they are in two entities, or in one that is too large to judge.
   */
  readonly chain: readonly EntityLink[];
  /** Hashes of the shared keys that are over-frequent and yield no candidates any more. */
  readonly overFrequentKeys: ReadonlySet<string>;
  /** True if the link between the two was removed. */
  readonly linkRemoved: boolean;
  /** The connection bans between the entities of the two, as a's entity lists them. */
  readonly bans: readonly ConnectionBan[];
  /** Why the two are in two entities, though links lead from one to the other; undefined if none do. */
  readonly held: HeldApart | undefined;
}

/** Why links that lead from one entity to another join nothing. */
interface HeldApart {
  /** `chain` where each link leads from one of the two to a third entity. */
  readonly reason: Exclude<Held, 'undecided'>;
  /** The strongest link between the two entities, if there is one. */
  readonly link: readonly [string, string] | undefined;
  /** The mean of the pairs between the two, in bits above the threshold, and the least that joins. */
  readonly mean: number | undefined;
  readonly least: number | undefined;
}

interface Found {
  readonly record: EntityRecord;
  readonly tree: EntityTree;
  readonly entity: ComputedEntityView;
}

/**
 * Explains stored records with the code that submit and search run.
 *
 * @throws UnknownRecordError, RecordNotInEntityError
 */
export async function explain(
  { store, rules }: { readonly store: Store; readonly rules: CompiledRuleConfig },
  question: ExplainQuestion,
): Promise<Explanation> {
  const find = async (ids: readonly string[]): Promise<Found[]> => {
    const storable = ids.map((id) => id !== '' && recordIdProblem(id) === undefined);
    const unknown = ids.find((_, index) => !storable[index]);
    if (unknown !== undefined) throw new UnknownRecordError(unknown);
    let missing = ids[0]!;
    // A record, or its entity, may move between the two reads.
    for (let read = 0; read < MOST_READS; read++) {
      const items = await store.getMany(ids.map(recordKey));
      const unstored = items.indexOf(undefined);
      if (unstored !== -1) throw new UnknownRecordError(ids[unstored]!);
      const trees = await readTrees(store, new Set(items.map((item) => readRecord(item!).node)));
      const found = locate(ids, trees);
      if (!('missing' in found)) return found;
      missing = found.missing;
    }
    throw new UnknownRecordError(missing);
  };

  const locate = (ids: readonly string[], trees: ReadonlyMap<string, EntityTree>): Found[] | { missing: string } => {
    const views = new Map<string, ComputedEntityView>();
    const found: Found[] = [];
    for (const id of ids) {
      for (const [entityID, tree] of trees) {
        const record = tree.records.find((one) => one.id === id);
        if (record === undefined) continue;
        const entity = views.get(entityID) ?? viewOfTree(store, rules, entityID, tree);
        views.set(entityID, entity);
        found.push({ record, tree, entity });
      }
    }
    const missing = ids.find((id) => !found.some(({ record }) => record.id === id));
    return missing === undefined ? found : { missing };
  };

  const describe = ({ record: { id, payload }, entity }: Found): ExplainedRecord => {
    const values = rules.resolve(payload);
    const named = Object.fromEntries(rules.resolverIDs.map((name, at) => [name, values[at]!]));
    return { id, entityID: entity.id, values: named };
  };

  const explainTwo = async (a: Found, b: Found): Promise<Explanation> => {
    const pair = explainPair(compiled(rules), a.record.payload, b.record.payload);
    const isTogether = a.entity.id === b.entity.id;
    const [overFrequentKeys, bans, roots, held] = await Promise.all([
      overFrequentAmong(store, pair.sharedKeys),
      isTogether ? [] : a.entity.connectionBans(),
      // A ban is between components, which their roots name.
      isTogether ? new Map<string, string>() : findRoots(store, [b.record.node]),
      isTogether ? undefined : heldApart(store, rules, a, b),
    ]);
    return {
      a: describe(a),
      b: describe(b),
      pair,
      chain: isTogether ? await asFarAsJudged(() => shortestChain(a.entity, a.record.id, b.record.id), []) : [],
      overFrequentKeys,
      linkRemoved: a.record.removedLinks.includes(b.record.id) || b.record.removedLinks.includes(a.record.id),
      bans: bans.filter(({ others }) => others.includes(roots.get(b.record.node) ?? b.entity.id)),
      held,
    };
  };

  const explainMember = async (recordID: string, entityID: string): Promise<Explanation> => {
    const [found] = await find([recordID]);
    const { entity } = found!;
    if (entity.id !== entityID && !entity.aliases.includes(entityID)) {
      throw new RecordNotInEntityError(recordID, entityID, entity.id);
    }
    // The strongest link of the record; without one, the first other record.
    const other =
      (await asFarAsJudged(() => strongestLink(entity, recordID), undefined))?.b ??
      entity.records.map(({ id }) => String(id)).find((id) => id !== recordID);
    if (other === undefined) {
      return {
        a: describe(found!),
        b: undefined,
        pair: undefined,
        chain: [],
        overFrequentKeys: new Set(),
        linkRemoved: false,
        bans: [],
        held: undefined,
      };
    }
    return explainTwo(found!, { ...found!, record: found!.tree.records.find(({ id }) => id === other)! });
  };

  if ('record' in question) return explainMember(question.record, question.entityID);
  const [a, b] = await find([question.a, question.b]);
  return explainTwo(a!, b!);
}

/** A larger component is not judged: what it stores says the reason. */
const MOST_JUDGED = 1_000;

/** Why two entities of one component are apart. */
async function heldApart(store: Store, rules: CompiledRuleConfig, a: Found, b: Found): Promise<HeldApart | undefined> {
  const { entityRules } = rules;
  const [x, y] = [a, b].map(({ record }) => record.node);
  const found = await findSets(store, [x!, y!]);
  const { root } = foundOf(found, x!);
  if (entityRules === undefined || root !== foundOf(found, y!).root) return undefined;
  const stored = [a, b].map(({ tree }) => tree.standing.state.held).find((held) => held !== undefined);
  const unjudged = { reason: stored === undefined || stored === 'undecided' ? ('chain' as const) : stored };
  const unknown = { link: undefined, mean: undefined, least: entityRules.least };
  const pace = new Pace();
  const tree = await readTree(store, root, MOST_JUDGED, pace);
  if (tree.isTooLarge) return { ...unjudged, ...unknown };
  const records = (await storedRecords(store, tree.members)).filter(({ node }) => tree.nodes.has(node));
  const members = records.map((record) => memberOf(rules, record));
  const { groups, held } = await pace.through(coherentGroups(members, rules));
  const groupOf = (id: string) => groups.find((group) => group.some(({ stored: { id: own } }) => own === id));
  const [one, other] = [groupOf(a.record.id), groupOf(b.record.id)];
  // They moved since they were read.
  if (one === undefined || other === undefined || one === other) return { ...unjudged, ...unknown };
  const link = held.find(
    (between) =>
      (one.includes(between.a) && other.includes(between.b)) || (one.includes(between.b) && other.includes(between.a)),
  );
  if (link === undefined) return { reason: 'chain', ...unknown };
  return { reason: link.reason, link: [link.a.stored.id, link.b.stored.id], mean: link.mean, least: entityRules.least };
}

/** A result that needs many pairs of an entity's records to be judged, unless they are too many. */
async function asFarAsJudged<Found>(find: () => Promise<Found>, otherwise: Found): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof EntityTooLargeError) return otherwise;
    throw error;
  }
}

async function overFrequentAmong(
  store: Store,
  keys: readonly { readonly hash: string; readonly exact: boolean }[],
): Promise<ReadonlySet<string>> {
  const blocking = keys.filter(({ exact }) => !exact).map(({ hash }) => hash);
  if (blocking.length === 0) return new Set();
  const marks = await store.getMany(blocking.map(overFrequentMarkKey));
  return new Set(blocking.filter((_, index) => marks[index] !== undefined));
}

/** Paths of records that the rules read, each split at its dots: the fields that an explanation may show. */
export function pathsReadBy(rules: CompiledRuleConfig): readonly (readonly string[])[] {
  return rules instanceof CompiledRules ? rules.parts.pipeline.outputs.flatMap(({ paths }) => paths) : [];
}

function compiled(rules: CompiledRuleConfig): CompiledRules {
  if (rules instanceof CompiledRules) return rules;
  throw new TypeError('only rules that the compiler made can be explained');
}

/**
 * The shortest chain of links between two records of an entity, by breadth-first search; of several rules between two
 * records the one with the highest score. Each step leads on from the one before: its `a` is that one's `b`. Empty for a
 * record and itself, and when no chain leads there.
 */
async function shortestChain(entity: ComputedEntityView, from: string, to: string): Promise<EntityLink[]> {
  await entity.prepare('duplicates');
  const neighbours = neighboursIn(entity);
  const cameBy = new Map<string, EntityLink | undefined>([[from, undefined]]);
  let open = [from];
  while (open.length > 0 && !cameBy.has(to)) {
    const next: string[] = [];
    for (const id of open) {
      for (const link of (await neighbours(id)).values()) {
        if (cameBy.has(link.b)) continue;
        cameBy.set(link.b, link);
        next.push(link.b);
      }
    }
    open = next;
  }
  const chain: EntityLink[] = [];
  for (let link = cameBy.get(to); link !== undefined; link = cameBy.get(link.a)) chain.unshift(link);
  return chain;
}

/** The link with the highest score that leads away from a record; of equal ones the first. Undefined when there is none. */
async function strongestLink(entity: ComputedEntityView, from: string): Promise<EntityLink | undefined> {
  await entity.prepare('duplicates');
  let best: EntityLink | undefined;
  for (const link of (await neighboursIn(entity)(from)).values()) {
    if (best === undefined || link.score > best.score) best = link;
  }
  return best;
}

/** The best link of a record to each neighbour, leading away from it; judged only for the records asked about. */
function neighboursIn(entity: ComputedEntityView): (id: string) => Promise<Map<string, EntityLink>> {
  const copies: [string, string][] = [];
  for (const [key, duplicates] of Object.entries(entity.duplicates())) {
    // A key is an id, or a group and an id; an id has no colon.
    const original = key.slice(key.lastIndexOf(':') + 1);
    for (const duplicate of duplicates) copies.push([original, duplicate], [duplicate, original]);
  }
  return async (id) => {
    const links = new Map<string, EntityLink>();
    const add = (b: string, rule: string, score: number) => {
      const known = links.get(b);
      if (known === undefined || known.score < score) links.set(b, { a: id, b, rule, score });
    };
    for (const { a, b, rule, score } of await entity.linksOf(id)) add(a === id ? b : a, rule, score);
    for (const [a, b] of copies) if (a === id) add(b, DUPLICATE_LINK, 1);
    return links;
  };
}
