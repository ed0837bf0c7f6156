import { bridgesOf } from '../../bridges.ts';
import { STATIC_RULE } from '../keys/record-keys.ts';
import type { ComputedEntityView } from '../read/entity-view.ts';

/** The only link between two parts of an entity, each of several records. */
export interface WeakestLink {
  readonly a: string;
  readonly b: string;
  /** Of the best rule that links the two, 0 to 1. */
  readonly score: number;
  readonly ruleIDs: readonly string[];
  /** Records of the smaller part. */
  readonly side: number;
}

interface LinkedPair {
  readonly a: number;
  readonly b: number;
  score: number;
  readonly ruleIDs: string[];
}

/**
 * Of the links whose removal would part an entity into several records and several others, the one that parts most; of
 * equal ones, that of the lowest score. Links that a person or a submit made are no bridges: they were decided. Undefined
 * if there is none.
 */
export function weakestLink(view: ComputedEntityView): WeakestLink | undefined {
  const pairs = linkedPairs(view);
  const bridges = bridgesOf(
    view.records.length,
    pairs.map(({ a, b }) => [a, b]),
  );
  const [weakest] = bridges
    .map(({ link, side }) => ({ ...pairs[link]!, side }))
    .filter(({ side, ruleIDs }) => side > 1 && !ruleIDs.includes(STATIC_RULE))
    .sort((x, y) => y.side - x.side || x.score - y.score || x.a - y.a || x.b - y.b);
  if (weakest === undefined) return undefined;
  const idAt = (position: number) => view.records[position]!['id'] as string;
  return { ...weakest, a: idAt(weakest.a), b: idAt(weakest.b) };
}

/** Each two records that a rule links, or of which one is a duplicate of the other, once; by position. */
function linkedPairs(view: ComputedEntityView): readonly LinkedPair[] {
  const positions = new Map(view.records.map((record, position) => [record['id'] as string, position]));
  const pairs = new Map<string, LinkedPair>();
  const pairOf = (one: string, other: string): LinkedPair => {
    const [a, b] = [positions.get(one)!, positions.get(other)!].sort((x, y) => x - y) as [number, number];
    const known = pairs.get(`${a}:${b}`) ?? { a, b, score: 0, ruleIDs: [] };
    pairs.set(`${a}:${b}`, known);
    return known;
  };
  for (const { a, b, rule, score } of view.links()) {
    const pair = pairOf(a, b);
    pair.score = Math.max(pair.score, score);
    pair.ruleIDs.push(rule);
  }
  for (const [duplicate, original] of view.duplicatePairs()) pairOf(duplicate, original).score = 1;
  return [...pairs.values()];
}
