import { DisjointSets } from '../disjoint-sets.ts';

/**
 * The positions 0 to size − 1 in their connected parts, the largest part first and among equals the one with the lowest
 * position; positions ascend within a part.
 */
export function connectedParts(size: number, pairs: Iterable<readonly [number, number]>): number[][] {
  const sets = new DisjointSets(size);
  for (const [a, b] of pairs) sets.join(a, b);
  const parts = new Map<number, number[]>();
  for (let position = 0; position < size; position++) {
    const root = sets.find(position);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, [position]);
    else part.push(position);
  }
  return [...parts.values()].sort((a, b) => b.length - a.length);
}
