import { present } from '../../../assert.ts';
import type { CompiledRuleConfig, KeyPlan } from '../../../rules/types.ts';
import type { Context } from '../../context.ts';
import { SeparationTooLargeError } from '../../errors.ts';
import { readTree } from '../../forest/forest.ts';
import type { RemovedPair } from '../../items/decision.ts';
import { type SharedKey, sharedKeys } from '../../keys/components.ts';
import type { MemberRecord } from '../../keys/record-keys.ts';
import { Pace, UNITS_OF_LOOK } from '../../pace.ts';
import { Contents } from '../../rebuild/contents.ts';
import { refuseTooManyRemovedLinks } from '../../rebuild/remove-links.ts';

/** Links that one decision removes: they are listed in its item. */
const MOST_LINKS = 200;
/** Records of an entity in which a request looks for a smallest cut, and pairs of them that it judges. */
export const MOST_RECORDS = 5_000;
export const MOST_PAIRS = 500_000;

/** The links to remove, and the records of the entity. */
export interface EntityCut {
  readonly links: readonly RemovedPair[];
  readonly records: readonly MemberRecord[];
}

/**
 * A smallest set of links between two records of an entity; undefined if the sweeper has to look for it.
 *
 * @throws SeparationTooLargeError, TooManyRemovedLinksError
 */
export async function cutBetween(
  { store, rules }: Pick<Context, 'store' | 'rules'>,
  root: string,
  pair: RemovedPair,
  limit: number,
): Promise<EntityCut | undefined> {
  const { a, b } = pair;
  const pace = new Pace();
  const tree = await readTree(store, root, limit, pace);
  if (tree.isTooLarge && limit < MOST_RECORDS) return undefined;
  if (tree.isTooLarge) throw new SeparationTooLargeError(a, b, `their entity has more than ${limit} records`);
  const read = await new Contents(rules).read(store, [...tree.members], pace);
  const records = read.filter(({ stored }) => tree.nodes.has(stored.node));
  const cut = await minimumCut(records, rules, pair, { links: MOST_LINKS, pairs: MOST_PAIRS }, pace);
  if ('exceeds' in cut) {
    throw new SeparationTooLargeError(
      a,
      b,
      cut.exceeds === 'links'
        ? `more than ${MOST_LINKS} links would have to be removed`
        : `more than ${MOST_PAIRS} pairs of their entity's records would have to be judged`,
    );
  }
  refuseTooManyRemovedLinks(
    cut.links,
    new Map(records.map((record): [string, MemberRecord] => [record.stored.id, record])),
  );
  return { links: cut.links, records };
}

export interface CutLimits {
  /** The most links to remove. */
  readonly links: number;
  /** The most pairs that share a blocking key and are judged. */
  readonly pairs: number;
}

/** The links to remove; or why there is no answer within the limits. */
export type MinimumCut = { readonly links: readonly RemovedPair[] } | { readonly exceeds: keyof CutLimits };

/**
 * A smallest set of links without which no chain of links leads from one record to another: a minimum cut of the graph
 * of links, each with capacity 1.
 *
 * By the max-flow min-cut theorem (Ford and Fulkerson, *Maximal flow through a network*, 1956), a largest set of chains
 * that share no link has as many chains as a smallest cut has links. The chains are found by breadth-first search
 * (Edmonds and Karp, *Theoretical improvements in algorithmic efficiency for network flow problems*, 1972). A link that
 * a chain uses may be used in the other direction, which takes the chain back there. When no chain is left, the links
 * from what the search reached to the rest are the cut; of several it is the one next to `from`.
 *
 * Records that share an exact key are a clique. Its links are never listed: a search visits each holder of a key once,
 * and once more for each link in use. So each of at most `links + 1` searches is linear in the keys of the records and
 * the links by blocking keys.
 *
 * @param records all of one entity, or more
 * @returns no links if no chain leads there
 */
export async function minimumCut(
  records: readonly MemberRecord[],
  rules: CompiledRuleConfig,
  { a, b }: RemovedPair,
  limits: CutLimits,
  pace: Pace,
): Promise<MinimumCut> {
  const [from, to] = [a, b].map((id) => records.findIndex(({ stored }) => stored.id === id)) as [number, number];
  if (from < 0 || to < 0) return { links: [] };
  const graph = await LinkGraph.of(records, rules, limits.pairs, pace);
  if (graph === undefined) return { exceeds: 'pairs' };
  const flow = new Flow();
  for (let chains = 0; ; chains++) {
    const cameBy = await graph.search(from, to, flow, pace);
    if (!cameBy.has(to)) {
      const idOf = (position: number): string =>
        present(records[position], 'a cut is of records of the entity').stored.id;
      return {
        links: [...flow.links()]
          .filter(([x, y]) => cameBy.has(x) && !cameBy.has(y))
          .map(([x, y]) => ({ a: idOf(x), b: idOf(y) })),
      };
    }
    if (chains === limits.links) return { exceeds: 'links' };
    for (let at = to; at !== from; ) {
      const before = present(cameBy.get(at), 'a chain leads back to where it began');
      flow.send(before, at);
      at = before;
    }
  }
}

/**
 * The records that chains of links join with this one, itself among them.
 *
 * @param records all of one entity, or more
 * @returns them in the order of `records`; undefined if more pairs than `pairs` would have to be judged
 */
export async function joinedWith(
  records: readonly MemberRecord[],
  rules: CompiledRuleConfig,
  id: string,
  { pairs }: Pick<CutLimits, 'pairs'>,
  pace: Pace,
): Promise<readonly MemberRecord[] | undefined> {
  const graph = await LinkGraph.of(records, rules, pairs, pace);
  if (graph === undefined) return undefined;
  const from = records.findIndex(({ stored }) => stored.id === id);
  const reached = await graph.search(from, NO_TARGET, new Flow(), pace);
  return records.filter((_, position) => reached.has(position));
}

/** The position of no record: a search for it goes as far as links lead. */
const NO_TARGET = -1;

/** The links that chains use, each in one direction. */
class Flow {
  private readonly used = new Map<number, Set<number>>();

  isUsed(from: number, to: number): boolean {
    return this.used.get(from)?.has(to) === true;
  }

  /** Uses a link; one that is used in the other direction is free again. */
  send(from: number, to: number): void {
    if (this.used.get(to)?.delete(from) === true) return;
    const targets = this.used.get(from);
    if (targets === undefined) this.used.set(from, new Set([to]));
    else targets.add(to);
  }

  *links(): Generator<readonly [number, number]> {
    for (const [from, targets] of this.used) for (const to of targets) yield [from, to];
  }
}

/** The links between records, by their positions. */
class LinkGraph {
  private readonly exactKeys: readonly (readonly number[])[];
  /** By record, the positions of its exact keys. */
  private readonly keysOf: readonly number[][];
  /** By record, those that it is linked with by a blocking key. */
  private readonly judged: readonly number[][];
  /** By record, those that it has a removed link with. */
  private readonly removed: readonly ReadonlySet<number>[];

  private constructor(
    exactKeys: readonly (readonly number[])[],
    judged: readonly number[][],
    removed: readonly ReadonlySet<number>[],
  ) {
    this.exactKeys = exactKeys;
    this.judged = judged;
    this.removed = removed;
    this.keysOf = removed.map(() => []);
    for (const [key, holders] of exactKeys.entries()) for (const holder of holders) this.keysOf[holder]!.push(key);
  }

  /** Judges the pairs that share a blocking key; undefined if there are more than `most`. */
  static async of(
    records: readonly MemberRecord[],
    rules: CompiledRuleConfig,
    most: number,
    pace: Pace,
  ): Promise<LinkGraph | undefined> {
    const removed = removedLinks(records);
    const judged: number[][] = records.map(() => []);
    const keys = await sharedKeys(records, pace);
    const blocking = keys.filter(({ plan }) => !plan.exact);
    const pairs = blocking.reduce((sum, { holders: { length } }) => sum + (length * (length - 1)) / 2, 0);
    if (pairs > most) return undefined;
    for (const [plan, a, b] of pairsOf(blocking)) {
      if (removed[a]!.has(b)) continue;
      const [one, other] = [records[a]!.values, records[b]!.values];
      if (!(await pace.judge(() => rules.linked(plan, one, other)))) continue;
      judged[a]!.push(b);
      judged[b]!.push(a);
    }
    const exactKeys = keys.filter(({ plan }) => plan.exact).map(({ holders }) => holders);
    return new LinkGraph(exactKeys, judged, removed);
  }

  /** Every record that a chain of free links leads to, with the one before it; ends when it meets the target. */
  async search(from: number, to: number, flow: Flow, pace: Pace): Promise<ReadonlyMap<number, number>> {
    const cameBy = new Map([[from, from]]);
    const unmet = new Map<number, number[]>();
    // Grows while it is walked through.
    const queue = [from];
    for (const record of queue) {
      if (cameBy.has(to)) break;
      const meet = (other: number): boolean => {
        if (cameBy.has(other)) return true;
        if (this.removed[record]!.has(other) || flow.isUsed(record, other)) return false;
        cameBy.set(other, record);
        queue.push(other);
        return true;
      };
      for (const key of this.keysOf[record]!) {
        const open = unmet.get(key) ?? [...this.exactKeys[key]!];
        if (pace.isDue(open.length * UNITS_OF_LOOK)) await pace.rest();
        unmet.set(
          key,
          open.filter((other) => !meet(other)),
        );
      }
      for (const other of this.judged[record]!) meet(other);
      if (pace.isDue(this.judged[record]!.length * UNITS_OF_LOOK)) await pace.rest();
    }
    return cameBy;
  }
}

function removedLinks(records: readonly MemberRecord[]): Set<number>[] {
  const positions = new Map(records.map(({ stored }, position) => [stored.id, position]));
  const removed = records.map(() => new Set<number>());
  for (const [position, { stored }] of records.entries()) {
    for (const id of stored.removedLinks) {
      const other = positions.get(id);
      if (other === undefined) continue;
      removed[position]!.add(other);
      removed[other]!.add(position);
    }
  }
  return removed;
}

function* pairsOf(keys: readonly SharedKey[]): Generator<readonly [KeyPlan, number, number]> {
  for (const { plan, holders } of keys) {
    for (const [second, b] of holders.entries()) {
      for (let first = 0; first < second; first++) yield [plan, holders[first]!, b];
    }
  }
}
