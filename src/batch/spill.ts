import * as fs from 'node:fs';
import { join } from 'node:path';
import { keeping } from './work-directory.ts';

/** Bytes of a first buffer, and of the largest one before it goes to its file. */
const SMALL = 4_096;
const LARGE = 256 * 1_024;
/** Bytes of all buffers together: with many buckets each gets fewer. */
const ALL_BUFFERS = 32 * 1_024 * 1_024;

export interface SpillPlace {
  /** Makes the directory when it is called first. */
  readonly directory: () => string;
  /** Tells spills of one directory from one another. */
  readonly name: string;
}

/**
 * Entries by bucket, in the order in which they were added: in memory, and from a certain size on in a file for each
 * bucket. What is small never touches the disk.
 */
export class Spill {
  readonly buckets: number;
  private readonly place: SpillPlace;
  private readonly largest: number;
  private readonly buffers: (Buffer | undefined)[];
  private readonly used: Uint32Array;
  private readonly inFiles: Float64Array;

  constructor(place: SpillPlace, buckets: number) {
    this.place = place;
    this.buckets = buckets;
    this.largest = Math.min(LARGE, Math.max(SMALL, Math.floor(ALL_BUFFERS / buckets)));
    this.buffers = new Array(buckets);
    this.used = new Uint32Array(buckets);
    this.inFiles = new Float64Array(buckets);
  }

  /** Bytes of all entries. */
  get bytes(): number {
    return this.used.reduce((sum, bytes) => sum + bytes, 0) + this.inFiles.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The buffer of a bucket with room for so many bytes: write from `at(bucket)` on, and tell with `wrote`. */
  room(bucket: number, bytes: number): Buffer {
    const buffer = this.buffers[bucket];
    const used = this.used[bucket]!;
    if (buffer !== undefined && used + bytes <= buffer.length) return buffer;
    if (used > 0 && used + bytes > this.largest) {
      this.toFile(bucket);
      return this.room(bucket, bytes);
    }
    const length = Math.max(bytes + used, Math.min(this.largest, Math.max(SMALL, 2 * (buffer?.length ?? 0))));
    const larger = Buffer.allocUnsafeSlow(length);
    buffer?.copy(larger, 0, 0, used);
    this.buffers[bucket] = larger;
    return larger;
  }

  at(bucket: number): number {
    return this.used[bucket]!;
  }

  wrote(bucket: number, end: number): void {
    this.used[bucket] = end;
  }

  /** Writes everything into the files, for readers in other threads. Frees the memory. */
  close(): void {
    for (let bucket = 0; bucket < this.buckets; bucket++) {
      if (this.used[bucket]! > 0) this.toFile(bucket);
      this.buffers[bucket] = undefined;
    }
  }

  /** All entries of a bucket. */
  read(bucket: number): Buffer {
    const rest = this.buffers[bucket]?.subarray(0, this.used[bucket]!) ?? Buffer.alloc(0);
    return this.inFiles[bucket] === 0 ? rest : Buffer.concat([readSpill(this.place, bucket), rest]);
  }

  private toFile(bucket: number): void {
    const used = this.used[bucket]!;
    const path = pathOf(this.place, bucket);
    keeping(path, () => {
      const file = fs.openSync(path, 'a', 0o600);
      try {
        for (let done = 0; done < used; ) done += fs.writeSync(file, this.buffers[bucket]!, done, used - done);
      } finally {
        fs.closeSync(file);
      }
    });
    this.inFiles[bucket]! += used;
    this.used[bucket] = 0;
  }
}

const pathOf = ({ directory, name }: SpillPlace, bucket: number): string => join(directory(), `${name}.${bucket}`);

/** All entries of a bucket of a spill that is closed. */
export function readSpill(place: SpillPlace, bucket: number): Buffer {
  const path = pathOf(place, bucket);
  return fs.existsSync(path) ? fs.readFileSync(path) : Buffer.alloc(0);
}

/** Frees the space of a bucket that is read. */
export function removeSpill(place: SpillPlace, bucket: number): void {
  fs.rmSync(pathOf(place, bucket), { force: true });
}

/** Position of a record, and bytes of its document behind it. */
const HEAD = 8;

/** Adds the document of a record to a bucket. */
export function addDocument(spill: Spill, bucket: number, position: number, document: string): void {
  const buffer = spill.room(bucket, HEAD + document.length * 3);
  const at = buffer.writeUInt32LE(position, spill.at(bucket));
  const length = buffer.write(document, at + 4);
  spill.wrote(bucket, buffer.writeUInt32LE(length, at) + length);
}

/** The documents of a bucket. */
export function* documentsIn(
  content: Buffer,
): Generator<readonly [position: number, document: string], void, undefined> {
  for (let at = 0; at < content.length; ) {
    const start = at + HEAD;
    const end = start + content.readUInt32LE(at + 4);
    yield [content.readUInt32LE(at), content.toString('utf8', start, end)];
    at = end;
  }
}
