import { weakestBridge } from '../../bridges.ts';
import type { ComputedEntityView } from '../read/entity-view.ts';
import { type WeakestLink, weakestLink } from './weakest-link.ts';

/** What holds the records of an entity together. */
export interface Cohesion {
  readonly score: number;
  /** As {@link weakestBridge} says; 0 unless several records are on both sides. */
  readonly bridged: number;
  /** The link that a person may judge. */
  readonly weakest: WeakestLink | undefined;
  /** Pairs of records that each rule links. */
  readonly pairs: ReadonlyMap<string, number>;
}

/** Judges all pairs of records of an entity that share a key. */
export function cohesionOf(view: ComputedEntityView): Cohesion {
  const positions = new Map(view.records.map((record, position) => [record['id'] as string, position]));
  const joined = new Map<string, readonly [number, number]>();
  const join = (a: string, b: string) => {
    const [first, second] = [positions.get(a)!, positions.get(b)!].sort((x, y) => x - y) as [number, number];
    joined.set(`${first}:${second}`, [first, second]);
  };
  const pairs = new Map<string, number>();
  for (const { a, b, rule } of view.links()) {
    pairs.set(rule, (pairs.get(rule) ?? 0) + 1);
    join(a, b);
  }
  for (const [duplicate, original] of view.duplicatePairs()) join(duplicate, original);
  const side = weakestBridge(positions.size, [...joined.values()]);
  const weakest = side > 1 ? weakestLink(view) : undefined;
  return { score: view.score(), bridged: side > 1 ? side : 0, weakest, pairs };
}
