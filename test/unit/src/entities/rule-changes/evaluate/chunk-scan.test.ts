import { describe, expect, it } from '@jest/globals';
import { constraintsOf } from '../../../../../../src/entities/items/constraints.ts';
import { ChunkScan } from '../../../../../../src/entities/rule-changes/evaluate/chunk-scan.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { toyGenerations } from '../../../../../setup/toy-generations.ts';

const [first, , , , , threshold] = toyGenerations;

/** An entity that the next rules part: its numbers are 1 apart. */
const treeOf = (root: string, records: number) => ({
  root,
  state: { constraints: constraintsOf([]) },
  aliases: [],
  records: Array.from({ length: records }, (_, index) => ({
    id: `${root}${index}`,
    document: JSON.stringify({ exact: [], near: [`x${index}`] }),
    digest: '',
    node: root,
    recordVersion: `${root}${String(index).padStart(6, '0')}`,
    operation: '',
    removedLinks: [],
    groups: [],
  })),
});

async function partsOf(sizes: readonly number[], minutesEach: number) {
  let minutes = 0;
  const now = () => {
    minutes += minutesEach;
    return minutes * 60_000;
  };
  const rules = { from: first!.rules, to: threshold!.rules };
  const scan = new ChunkScan({ store: new MemoryStore(), ...rules, genericKeyRecords: 1_000, now });
  for (const [index, size] of sizes.entries()) await scan.add(treeOf(`e${index} `, size) as never);
  const { parted, unjudged } = await scan.findings();
  return { parts: parted.map(([, parts]) => parts.length), unjudged };
}

describe('the scan of a chunk', () => {
  it('judges all records of its entities', async () => {
    expect(await partsOf([2_100, 3], 0)).toEqual({ parts: [2_100, 3], unjudged: 0 });
  });

  it('counts what it has no time to judge of a large entity as apart, and judges small ones all the same', async () => {
    const { parts, unjudged } = await partsOf([2_100, 3], 1);

    expect(parts).toEqual([2_100, 3]);
    expect(unjudged).toBe(2_100);
  });
});
