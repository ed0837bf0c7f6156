import * as fs from 'node:fs';

/** A header of SQLite's index of the log, which a note copies: its bytes, those before its checksum, and two fields. */
const NOTE = { bytes: 48, summed: 40, frames: 16, salts: 32 };
/** The first four bytes of a log that was written where numbers begin with the low byte: on every platform with a binary. */
const MAGIC = 0x377f0682;
const LOG_HEADER_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** Frames that are read at once, about 1 MB. */
const CHUNK_FRAMES = 256;
/** Each process has its place in the file, so that an older note does not take the place of a newer one. */
const PLACES = 64;
/** SQLite adds one to the first salt when it starts the log over; between two notes, it does so less often. */
const MOST_RESTARTS = 65_536;

const notesOf = (database: string): string => `${database}-flushed`;
const logOf = (database: string): string => `${database}-wal`;

/**
 * Notes after each flush how much of the log is on stable storage, in a file beside it. SQLite takes the log up to the first
 * frame that is not whole, so that without a note a damaged or cut log is an older state. The file itself is not flushed:
 * after a crash of the system the note may be an older one, which says less and is true.
 */
export class LogNotes {
  readonly #index: number;
  readonly #notes: number;

  /** The database is open and has a log. */
  constructor(database: string) {
    this.#index = fs.openSync(`${database}-shm`, 'r');
    this.#notes = fs.openSync(notesOf(database), 'r+');
  }

  /** Looks at what a flush that begins now makes durable. Call the result when it is. */
  readonly begin = (): (() => void) => {
    const copies = Buffer.alloc(2 * NOTE.bytes);
    fs.readSync(this.#index, copies, 0, copies.length, 0);
    // SQLite writes the first copy last. Another process may be at it.
    const note = copies.subarray(isWhole(copies) ? 0 : NOTE.bytes);
    return () => void fs.writeSync(this.#notes, note, 0, NOTE.bytes, (process.pid % PLACES) * NOTE.bytes);
  };

  /** SQLite loses its locks on the index when this process closes any descriptor of it: close the database first. */
  close(): void {
    fs.closeSync(this.#index);
    fs.closeSync(this.#notes);
  }
}

/** Of a log that was started over with one page. */
export const EMPTIEST_LOG_BYTES = LOG_HEADER_BYTES + FRAME_HEAD_BYTES + 4_096;

export const logBytes = (database: string): number =>
  fs.statSync(logOf(database), { throwIfNoEntry: false })?.size ?? 0;

/** Makes the file of notes and takes its space. Where no log is, notes of a former one go. */
export function prepareNotes(database: string): void {
  const path = notesOf(database);
  if (logBytes(database) === 0 || !fs.existsSync(path))
    fs.writeFileSync(path, Buffer.alloc(PLACES * NOTE.bytes), { mode: 0o600 });
}

/** Undefined where the last process that used the log has just deleted it. */
function openLog(database: string): number | undefined {
  try {
    return fs.openSync(logOf(database), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Says what is wrong with a log that lacks what was flushed. Other processes may go on writing. */
export function lossOf(database: string): string | undefined {
  for (;;) {
    const notes = wholeNotes(database);
    if (notes.length === 0 || logBytes(database) === 0) return undefined;
    const log = openLog(database);
    if (log === undefined) return undefined;
    try {
      const header = readAt(log, 0, LOG_HEADER_BYTES);
      const loss = isHeader(header) ? lossBehind(header, log, notes) : 'begins with other bytes than SQLite wrote';
      // Otherwise another process started the log over meanwhile, or made a new one.
      const isSame =
        readAt(log, 0, LOG_HEADER_BYTES).equals(header) &&
        Buffer.concat(wholeNotes(database)).equals(Buffer.concat(notes));
      if (loss === undefined || isSame) return loss;
    } finally {
      fs.closeSync(log);
    }
  }
}

function lossBehind(header: Buffer, log: number, notes: readonly Buffer[]): string | undefined {
  const salts = header.subarray(16, 24);
  /** How often the log was started over between a note and the log that is there; negative for a note of a later log. */
  const restartsSince = (note: Buffer): number => (salts.readUInt32BE() - firstSalt(note)) | 0;
  const isNear = (restarts: number): boolean => Math.abs(restarts) < MOST_RESTARTS;
  const own = notes.filter((note) => note.subarray(NOTE.salts, NOTE.summed).equals(salts));
  const others = notes.map(restartsSince).filter((restarts) => restarts !== 0 && isNear(restarts));
  // SQLite draws new salts where a process was killed after it started the log over: then notes of both logs are there.
  if (others.some((restarts) => restarts < 0) || (own.length === 0 && others.length === 0)) {
    return 'is not the one that was written last';
  }
  const frames = Math.max(0, ...own.map((note) => note.readUInt32LE(NOTE.frames)));
  const whole = wholeFrames(log, header, frames);
  return whole < frames ? `is cut or damaged behind ${whole} of the ${frames} pages that were flushed` : undefined;
}

/** Number of frames up to the first that is cut, damaged, or of another log; at most so many. */
function wholeFrames(log: number, header: Buffer, most: number): number {
  const bytes = FRAME_HEAD_BYTES + header.readUInt32BE(8);
  let sums: Sums = [header.readInt32BE(24), header.readInt32BE(28)];
  for (let frame = 0, chunk: Buffer = Buffer.alloc(0); ; frame++) {
    const index = frame % CHUNK_FRAMES;
    if (index === 0) chunk = readAt(log, LOG_HEADER_BYTES + frame * bytes, CHUNK_FRAMES * bytes);
    const head = chunk.subarray(index * bytes, index * bytes + FRAME_HEAD_BYTES);
    const page = chunk.subarray(index * bytes + FRAME_HEAD_BYTES, (index + 1) * bytes);
    if (frame === most || head.length + page.length < bytes) return frame;
    sums = summed(page, summed(head.subarray(0, 8), sums));
    const isSame = head.readInt32BE(16) === sums[0] && head.readInt32BE(20) === sums[1];
    if (!isSame || !head.subarray(8, 16).equals(header.subarray(16, 24))) return frame;
  }
}

/** The notes of all processes, which need not be of one log. */
function wholeNotes(database: string): readonly Buffer[] {
  const file = fs.existsSync(notesOf(database)) ? fs.readFileSync(notesOf(database)) : Buffer.alloc(0);
  const notes: Buffer[] = [];
  for (let start = 0; start + NOTE.bytes <= file.length; start += NOTE.bytes) {
    const note = Buffer.from(file.subarray(start, start + NOTE.bytes));
    if (note.readUInt32LE(NOTE.frames) > 0 && isWhole(note)) notes.push(note);
  }
  return notes;
}

const firstSalt = (note: Buffer): number => note.readUInt32BE(NOTE.salts);

function isWhole(note: Buffer): boolean {
  const [first, second] = summed(note.subarray(0, NOTE.summed));
  return note.readInt32LE(NOTE.summed) === first && note.readInt32LE(NOTE.summed + 4) === second;
}

function isHeader(bytes: Buffer): boolean {
  if (bytes.length < LOG_HEADER_BYTES || bytes.readUInt32BE() !== MAGIC) return false;
  const [first, second] = summed(bytes.subarray(0, 24));
  return bytes.readInt32BE(24) === first && bytes.readInt32BE(28) === second;
}

type Sums = readonly [number, number];

/** The checksum of SQLite's log over whole pairs of words, continued from another. */
function summed(bytes: Buffer, [first, second]: Sums = [0, 0]): Sums {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let index = 0; index < words.length; index += 2) {
    first = (first + words[index]! + second) | 0;
    second = (second + words[index + 1]! + first) | 0;
  }
  return [first, second];
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, fs.readSync(file, bytes, 0, length, position));
}
