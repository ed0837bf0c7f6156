import { checkpointOf, putBytes, setCheckpoint } from './base.ts';
import { GONE, type LoggedWrite, readBatch } from './batch.ts';
import type { Files } from './files.ts';

/** Items of one transaction: what its pages take in memory is bounded, and the log's own flushes get their turn between. */
const ITEMS = 4_000;

interface LastWrite {
  readonly bytes: Buffer;
  readonly write: LoggedWrite;
}

/**
 * Brings the batches of the log up to one (with it) into the base, the last write of each item in the order of the keys,
 * and then removes them from the log. Another process may do the same at the same time, and any may be killed at any
 * point: as long as the base does not say that it has a batch, the batch is in the log and is read from there, so that
 * what the base has of it does not matter; and nobody writes to the base what it has outgrown, because that is asked
 * under the base's lock.
 */
export function checkpoint({ base, log }: Files, upTo: number): void {
  log.refresh();
  base.resetReadTxn();
  const begin = checkpointOf(base);
  if (begin < upTo) {
    const last = lastWrites(log.batches(begin, upTo));
    const keys = [...last.keys()].sort();
    for (let first = 0; first === 0 || first < keys.length; first += ITEMS) {
      const isEnd = first + ITEMS >= keys.length;
      const isOutgrown = base.transactionSync(() => {
        if (checkpointOf(base) >= upTo) return true;
        for (const key of keys.slice(first, first + ITEMS)) {
          const { bytes, write } = last.get(key)!;
          const value = write.end === GONE ? undefined : bytes.subarray(write.start, write.end);
          putBytes(base, bytes.subarray(write.keyStart, write.keyEnd), value);
        }
        if (isEnd) setCheckpoint(base, upTo);
        return false;
      });
      if (isOutgrown) break;
    }
  }
  log.truncate(upTo);
}

/** By the bytes of the key, one character a byte: such texts sort as the bytes do, and quickly. */
function lastWrites(batches: Iterable<{ readonly bytes: Buffer }>): Map<string, LastWrite> {
  const last = new Map<string, LastWrite>();
  for (const { bytes } of batches) {
    for (const write of readBatch(bytes)) {
      last.set(bytes.toString('latin1', write.keyStart, write.keyEnd), { bytes, write });
    }
  }
  return last;
}
