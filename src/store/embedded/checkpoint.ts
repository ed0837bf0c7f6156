import type { Files } from './files.ts';
import { Memtable } from './memtable.ts';

/**
 * Partitions of one transaction: what its pages take in memory, about 25 MB, is bounded. The log's own flushes wait while a
 * transaction is flushed, so that few flushes are better than many, although LMDB is quicker with small transactions.
 */
const PARTITIONS = 8_000;

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
      for (let first = 0; first === 0 || first < order.length; first += PARTITIONS) {
        base.transaction(() => {
          for (const partition of order.subarray(first, first + PARTITIONS)) {
            base.write(table.partitionKey(partition), table.versionsOf(partition));
          }
          if (first + PARTITIONS >= order.length) base.setCheckpoint(upTo, filter.partitions);
        });
      }
      filter.partitions.saved();
      filter.checkpoint = upTo;
    }
    log.truncate(upTo);
  });
}
