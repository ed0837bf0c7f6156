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
    const partitions = table.partitionsInOrder();
    for (let first = 0; first === 0 || first < partitions.length; first += PARTITIONS) {
      const isEnd = first + PARTITIONS >= partitions.length;
      const isOutgrown = base.transaction(() => {
        if (base.checkpoint() >= upTo) return true;
        for (const partition of partitions.subarray(first, first + PARTITIONS)) {
          base.write(table.partitionKey(partition), table.versionsOf(partition));
        }
        if (isEnd) base.setCheckpoint(upTo);
        return false;
      });
      if (isOutgrown) break;
    }
  }
  log.truncate(upTo);
}
