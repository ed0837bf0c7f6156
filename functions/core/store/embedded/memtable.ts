import { type Batch, GONE, keyIn, type Place, readBatch } from './batch.ts';
import { compareUtf8 } from './key.ts';

/** The last write of an item; its value is in the batch that made it. */
export interface Version extends Place {
  readonly sk: string;
  readonly batch: Batch;
}

export const isGone = (version: Version): boolean => version.end === GONE;

/** A partition of more than one item; `sks` in the order of their UTF-8. */
interface Partition {
  readonly sks: string[];
  readonly versions: Map<string, Version>;
}

/** What a version needs beside its bytes: an object, its place in a map, the texts of its key. */
const OVERHEAD_BYTES = 200;

/**
 * The writes of some batches that lie behind one another in the log, the last one of each item, in memory and in order:
 * what the base does not have yet.
 */
export class Memtable {
  readonly #partitions = new Map<string, Version | Partition>();
  #bytes = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  /** About as much memory as it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sequence of its last batch; 0 when it has none. */
  get last(): number {
    return this.#last;
  }

  has(pk: string): boolean {
    return this.#partitions.has(pk);
  }

  get(pk: string, sk: string): Version | undefined {
    const found = this.#partitions.get(pk);
    if (found === undefined) return undefined;
    if ('versions' in found) return found.versions.get(sk);
    return found.sk === sk ? found : undefined;
  }

  set(pk: string, version: Version): void {
    const { sequence } = version.batch;
    if (sequence < this.#first) this.#first = sequence;
    if (sequence > this.#last) this.#last = sequence;
    this.#bytes += OVERHEAD_BYTES + Math.max(version.end - version.start, 0);
    const found = this.#partitions.get(pk);
    if (found === undefined || (!('versions' in found) && found.sk === version.sk)) {
      this.#partitions.set(pk, version);
    } else if ('versions' in found) {
      if (!found.versions.has(version.sk)) found.sks.splice(firstAtOrBehind(found.sks, version.sk), 0, version.sk);
      found.versions.set(version.sk, version);
    } else {
      const pair = compareUtf8(found.sk, version.sk) < 0 ? [found, version] : [version, found];
      this.#partitions.set(pk, {
        sks: pair.map(({ sk }) => sk),
        versions: new Map(pair.map((one) => [one.sk, one])),
      });
    }
  }

  addBatch(batch: Batch): void {
    for (const write of readBatch(batch.bytes)) {
      const { pk, sk } = keyIn(batch.bytes, write);
      this.set(pk, { sk, batch, start: write.start, end: write.end });
    }
  }

  /** Takes over what another has that was written later. */
  addAll(later: Memtable): void {
    for (const [pk, found] of later.#partitions) {
      if ('versions' in found) for (const version of found.versions.values()) this.set(pk, version);
      else this.set(pk, found);
    }
  }

  /** The versions of a partition from a sort key on (or `isBehind` it), removed items among them. */
  *from(pk: string, sk: string, isBehind: boolean): Generator<Version, void, undefined> {
    const found = this.#partitions.get(pk);
    if (found === undefined) return;
    if (!('versions' in found)) {
      const order = compareUtf8(found.sk, sk);
      if (isBehind ? order > 0 : order >= 0) yield found;
      return;
    }
    let index = firstAtOrBehind(found.sks, sk);
    if (isBehind && found.sks[index] === sk) index++;
    for (; index < found.sks.length; index++) yield found.versions.get(found.sks[index]!)!;
  }

  /** Forgets what batches up to this one wrote last. */
  forget(sequence: number): void {
    if (sequence < this.#first) return;
    this.#bytes = 0;
    this.#first = Number.POSITIVE_INFINITY;
    const partitions = [...this.#partitions];
    this.#partitions.clear();
    for (const [pk, found] of partitions) {
      for (const version of 'versions' in found ? found.versions.values() : [found]) {
        if (version.batch.sequence > sequence) this.set(pk, version);
      }
    }
  }
}

/** Position of the first text that is not before `sk`. */
function firstAtOrBehind(sks: readonly string[], sk: string): number {
  // Most keys come in ascending order.
  if (sks.length === 0 || compareUtf8(sks.at(-1)!, sk) < 0) return sks.length;
  let low = 0;
  let high = sks.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(sks[middle]!, sk) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
