import { describe, expect, it } from '@jest/globals';
import { DisjointSets } from '../../../../../src/disjoint-sets.ts';
import { weakestBridge } from '../../../../../src/entities/statistics/weakest-bridge.ts';
import { seededRandom } from '../../../../setup/interleaving.ts';

type Link = readonly [number, number];

/** Records that the removal of one link parts from the rest of its component, by trying each link. */
function byRemoval(size: number, links: readonly Link[]): number {
  const partsOf = (some: readonly Link[]) => {
    const sets = new DisjointSets(size);
    for (const [a, b] of some) sets.join(a, b);
    return Array.from({ length: size }, (_, vertex) => sets.find(vertex));
  };
  const sides = links.map(([a, b], removed) => {
    const parts = partsOf(links.filter((_, link) => link !== removed));
    if (parts[a] === parts[b]) return 0;
    const count = (part: number) => parts.filter((other) => other === part).length;
    return Math.min(count(parts[a]!), count(parts[b]!));
  });
  return Math.max(0, ...sides);
}

describe('weakestBridge', () => {
  it('finds the link between two triangles', () => {
    const links: Link[] = [
      [0, 1],
      [1, 2],
      [2, 0],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 3],
    ];

    expect(weakestBridge(6, links)).toBe(3);
  });

  it('is 0 in a ring, and where there is no link', () => {
    expect(
      weakestBridge(3, [
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
    ).toBe(0);
    expect(weakestBridge(2, [])).toBe(0);
  });

  it('agrees with the removal of each link in random graphs', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      const size = 2 + Math.floor(random() * 9);
      const all = new Map<string, Link>();
      for (let link = 0; link < size + random() * 4; link++) {
        const [a, b] = [Math.floor(random() * size), Math.floor(random() * size)];
        if (a !== b) all.set([a, b].sort().join(), [a, b]);
      }
      const links = [...all.values()];

      expect([links, weakestBridge(size, links)]).toEqual([links, byRemoval(size, links)]);
    }
  });

  it('needs no call stack for a chain of a hundred thousand', () => {
    const links = Array.from({ length: 99_999 }, (_, vertex): Link => [vertex, vertex + 1]);

    expect(weakestBridge(100_000, links)).toBe(50_000);
  });
});
