import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { encodeAttributes } from '../../../../../src/store/embedded/attributes.ts';
import { BatchWriter } from '../../../../../src/store/embedded/batch.ts';
import { checkpoint } from '../../../../../src/store/embedded/checkpoint.ts';
import { Checkpointer } from '../../../../../src/store/embedded/checkpointer.ts';
import { closeFiles, type Files, openFiles } from '../../../../../src/store/embedded/files.ts';
import { KeyBytes } from '../../../../../src/store/embedded/key.ts';
import { PartitionFilter } from '../../../../../src/store/embedded/partition-filter.ts';

/** Two items a partition. */
const key = (sk: number) => ({ pk: `p${sk >> 1}`, sk: String(sk).padStart(6, '0') });

describe('a checkpoint', () => {
  let directory: string;
  let files: Files;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-checkpoint-'));
    files = openFiles(directory);
  });
  afterEach(async () => {
    await closeFiles(files);
    rmSync(directory, { recursive: true });
  });

  /** Appends a batch that sets `v` of items, or removes them where it is undefined. */
  const append = (sequence: number, items: readonly [sk: number, v: number | undefined][]) =>
    files.log.transaction(() => {
      const batch = new BatchWriter(sequence);
      const bytes = new KeyBytes(files.base.seed);
      for (const [sk, v] of items) {
        const one = key(sk);
        bytes.set(one.pk, one.sk);
        batch.add(bytes, v === undefined ? undefined : encodeAttributes({ ...one, v }, (value) => value));
      }
      batch.finish();
      files.log.append(batch);
    });
  const values = (...sks: number[]) => {
    files.base.refresh();
    return sks.map((sk) => files.base.get(key(sk).pk, key(sk).sk)?.['v']);
  };
  const head = () => {
    files.log.refresh();
    return { ...files.log.head() };
  };

  it('brings the last write of each item into the base and empties the log', async () => {
    await append(1, [
      [1, 1],
      [2, 1],
    ]);
    await append(2, [
      [2, 2],
      [1, undefined],
    ]);

    checkpoint(files, 2);

    expect(values(1, 2)).toEqual([undefined, 2]);
    expect(head()).toEqual({ sequence: 2, checkpoint: 2 });
    expect([...files.log.batches(0, 2)]).toEqual([]);
  });

  it('leaves what came later in the log', async () => {
    await append(1, [[1, 1]]);
    await append(2, [[1, 2]]);

    checkpoint(files, 1);

    expect(values(1)).toEqual([1]);
    expect([...files.log.batches(1, 2)].map(({ sequence }) => sequence)).toEqual([2]);
  });

  it('does more items than one transaction takes', async () => {
    await append(
      1,
      Array.from({ length: 9_001 }, (_, sk): [number, number] => [sk, sk]),
    );

    checkpoint(files, 1);

    expect(values(0, 4_000, 8_000, 9_000)).toEqual([0, 4_000, 8_000, 9_000]);
    expect(files.base.checkpoint()).toBe(1);
  });

  it('writes nothing that the base has outgrown, as when another process was faster', async () => {
    await append(1, [[1, 1]]);
    await append(2, [[1, 2]]);
    checkpoint(files, 2);

    checkpoint(files, 1);

    expect(values(1)).toEqual([2]);
    expect(head()).toEqual({ sequence: 2, checkpoint: 2 });
  });

  it('tells the base which partitions it has, also those of other processes and of a broken one', async () => {
    const others = openFiles(directory);
    const broken = openFiles(directory);
    try {
      await append(1, [[2, 1]]);
      checkpoint(files, 1);
      await append(2, [[4, 1]]);
      checkpoint(others, 2);
      await append(3, [[6, 1]]);
      broken.base.setCheckpoint = () => {
        throw new Error('killed');
      };
      expect(() => checkpoint(broken, 3)).toThrow('killed');
      await append(4, [[8, 1]]);
      checkpoint(files, 4);

      const filter = new PartitionFilter();
      files.base.refresh();
      expect(files.base.loadFilter(filter)).toBe(4);
      const bytes = new KeyBytes(files.base.seed);
      const isKnown = [2, 4, 6, 8, 1_000].map((sk) => {
        bytes.set(key(sk).pk, 'any');
        return filter.has(bytes.hash);
      });
      expect(isKnown).toEqual([true, true, true, true, false]);
    } finally {
      await closeFiles(others);
      await closeFiles(broken);
    }
  });

  it('is made by one process at a time, so that none that is not as far undoes what another did', async () => {
    // So many that each checkpoint takes several transactions.
    const sks = Array.from({ length: 30_000 }, (_, sk) => sk);
    const others = [new Checkpointer(directory), new Checkpointer(directory)] as const;
    try {
      for (let round = 0; round < 2; round++) {
        const [older, newer] = [2 * round + 1, 2 * round + 2];
        for (const v of [older, newer])
          await append(
            v,
            sks.map((sk): [number, number] => [sk, v]),
          );

        await Promise.all([others[round % 2]!.run(newer), others[1 - (round % 2)]!.run(older)]);

        expect(new Set(values(...sks))).toEqual(new Set([newer]));
        expect(head()).toEqual({ sequence: newer, checkpoint: newer });
      }
    } finally {
      await Promise.all(others.map((one) => one.close()));
    }
  });

  it('ends what a killed process began: the base was brought forward, the log not emptied', async () => {
    await append(1, [[1, 1]]);
    const truncate = files.log.truncate;
    files.log.truncate = () => {};
    checkpoint(files, 1);
    files.log.truncate = truncate;
    await append(2, [[1, 2]]);

    checkpoint(files, 2);

    expect(values(1)).toEqual([2]);
    expect([...files.log.batches(0, 2)]).toEqual([]);
  });
});

describe('the checkpointer', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-checkpointer-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('says why a checkpoint could not be made, and can be asked again', async () => {
    const checkpointer = new Checkpointer(join(directory, '\0'));

    await expect(checkpointer.run(1)).rejects.toThrow();
    await expect(checkpointer.run(1)).rejects.toThrow();
    expect(checkpointer.running).toBeUndefined();
    await checkpointer.close();
  });
});
