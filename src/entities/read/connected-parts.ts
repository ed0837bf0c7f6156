import { DisjointSets } from '../../disjoint-sets.ts';

/**
 * The positions 0 to size − 1 in their connected parts, the largest part first and among equals the one with the lowest
 * position; positions ascend within a part.
 */
export function connectedParts(size: number, pairs: Iterable<readonly [number, number]>): number[][] {
  const sets = new DisjointSets(size);
  for (const [a, b] of pairs) sets.join(a, b);
  return sets.parts().sort((a, b) => b.length - a.length);
}
