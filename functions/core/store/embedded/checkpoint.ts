import type { Files } from './files.ts';
import { Memtable } from './memtable.ts';

/** Partitions of one transaction: what its pages take in memory is bounded, and the log's own flushes get their turn between. */
const PARTITIONS = 4_000;

/**
 * Brings the batches of the log up to one (with it) into the base, the last write of each item in the order of the keys,
 * and then removes them from the log. Any process may be killed at any point: as long as the base does not say that it
 * has a batch, the batch is in the log and is read from there, so that what the base has of it does not matter.
 */
export function checkpoint({ base, log }: Files, upTo: number): void {
  log.refresh();
  base.refresh();
  const begin = base.checkpoint();
  if (begin < upTo) {
    const table = new Memtable();
    for (const batch of log.batches(begin, upTo)) table.addBatch(batch);
    // By the bytes of the key, one character a byte: such texts sort as the bytes do, and quickly.
    const partitions = [...table.partitions()].map(({ pk, versions }) => ({
      order: pk.toString('latin1'),
      pk,
      versions,
    }));
    partitions.sort((a, b) => (a.order < b.order ? -1 : 1));
    for (let first = 0; first === 0 || first < partitions.length; first += PARTITIONS) {
      const isEnd = first + PARTITIONS >= partitions.length;
      const isOutgrown = base.transaction(() => {
        if (base.checkpoint() >= upTo) return true;
        for (const { pk, versions } of partitions.slice(first, first + PARTITIONS)) {
          base.write(pk.toString(), versions());
        }
        if (isEnd) base.setCheckpoint(upTo);
        return false;
      });
      if (isOutgrown) break;
    }
  }
  log.truncate(upTo);
}
