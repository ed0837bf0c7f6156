import type { Files } from './files.ts';
import { Memtable } from './memtable.ts';

/**
 * Partitions of one transaction. LMDB keeps the pages of a transaction in a sorted list, into which it takes the longer to
 * put one the more there are; and while a transaction is flushed, the log's own flushes wait. So there are few in one,
 * unless the disk takes long over any flush.
 */
const FEWEST = 500;
const MOST = 4_000;
/** Milliseconds a partition; where a transaction takes longer to be flushed, the next is larger. */
const LONG_FLUSH = 0.02;

/**
 * Brings the batches of the log up to one (with it) into the base, the last write of each item in the order of the keys,
 * and then removes them from the log. Any process may be killed at any point: as long as the base does not say that it
 * has a batch, the batch is in the log and is read from there, so that what the base has of it does not matter. That is
 * why only one process at a time may do this: another that is not as far would write over what this one wrote already,
 * and what this one then says of the base would not be so.
 */
export function checkpoint({ base, log, turn, filter }: Files, upTo: number): void {
  turn.take(() => {
    log.refresh();
    base.refresh();
    const begin = base.checkpoint();
    if (begin < upTo) {
      base.beginCheckpoint();
      const table = new Memtable(base.seed);
      for (const batch of log.batches(begin, upTo)) table.addBatch(batch);
      // It is as the base has it if nobody else made a checkpoint meanwhile.
      if (filter.checkpoint !== begin) filter.checkpoint = base.loadFilter(filter.partitions);
      for (const hash of table.hashes()) filter.partitions.add(hash);
      const order = table.partitionsInOrder();
      let count = FEWEST;
      for (let first = 0, end = 0; first === 0 || first < order.length; first = end) {
        end = first + count;
        let written = 0;
        base.transaction(() => {
          for (const partition of order.subarray(first, end)) {
            base.write(table.partitionKey(partition), table.versionsOf(partition));
          }
          if (end >= order.length) base.setCheckpoint(upTo, filter.partitions);
          written = performance.now();
        });
        const isLong = performance.now() - written > LONG_FLUSH * count;
        count = isLong ? Math.min(2 * count, MOST) : Math.max(count / 2, FEWEST);
      }
      filter.partitions.saved();
      filter.checkpoint = upTo;
    }
    log.truncate(upTo);
  });
}
