import * as fs from 'node:fs';
import type { Database } from 'better-sqlite3';

/** A header of SQLite's index of the log, which a note copies: its bytes, those before its checksum, and two fields. */
const NOTE = { bytes: 48, summed: 40, frames: 16, salts: 32 };
/** The header of the log: its bytes, those before its checksum, and its salts. */
const LOG = { bytes: 32, summed: 24, salts: 16 };
/** The first four bytes of a log that was written where numbers begin with the low byte: on every platform with a binary. */
const MAGIC = 0x377f0682;
/** Each process has its place in the file, so that an older note does not take the place of a newer one. */
const PLACES = 64;
/** SQLite adds one to the first salt when it starts the log over; between two notes, it does so less often. */
const MOST_RESTARTS = 65_536;
/** Bytes of a log that was started over with one page. */
export const EMPTIEST_LOG_BYTES = LOG.bytes + 24 + 4_096;

const notesOf = (database: string): string => `${database}-flushed`;
const logOf = (database: string): string => `${database}-wal`;

export const logBytes = (database: string): number =>
  fs.statSync(logOf(database), { throwIfNoEntry: false })?.size ?? 0;

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

/** Makes the file of notes and takes its space. Where no log is, notes of a former one go. */
export function prepareNotes(database: string): void {
  const path = notesOf(database);
  if (logBytes(database) === 0 || !fs.existsSync(path))
    fs.writeFileSync(path, Buffer.alloc(PLACES * NOTE.bytes), { mode: 0o600 });
}

/**
 * Says what is wrong with a log that lacks what was flushed. Other processes may go on writing.
 *
 * @param database a connection that has read: by then, SQLite has taken what is whole of the log
 */
export function lossOf(database: Database): string | undefined {
  // In this order, because what is read later is never older.
  const notes = wholeNotes(database.name);
  const taken = framesTaken(database);
  const header = headerOf(database.name);
  if (notes.length === 0 || header.length === 0) return undefined;
  const loss = isHeader(header) ? lossBehind(header, taken, notes) : 'begins with other bytes than SQLite wrote';
  // Otherwise another process was writing the header.
  return loss === undefined || headerOf(database.name).equals(header) ? loss : lossOf(database);
}

/** Pages of the log that SQLite found whole. It says so in its index of the log where it cannot read the tables without it. */
function framesTaken(database: Database): number {
  try {
    const [{ log }] = database.pragma('wal_checkpoint(NOOP)') as [{ log: number }];
    return log;
  } catch (error) {
    const index = `${database.name}-shm`;
    if (!fs.existsSync(index)) throw error;
    return fs.readFileSync(index).readUInt32LE(NOTE.frames);
  }
}

function lossBehind(header: Buffer, taken: number, notes: readonly Buffer[]): string | undefined {
  const salts = header.subarray(LOG.salts, LOG.summed);
  const own = notes.filter((note) => note.subarray(NOTE.salts, NOTE.summed).equals(salts));
  /** How often the log was started over between another note and this log; negative for a note of a later log. */
  const restarts = notes
    .map((note) => (salts.readUInt32BE() - note.readUInt32BE(NOTE.salts)) | 0)
    .filter((count) => count !== 0 && Math.abs(count) < MOST_RESTARTS);
  // SQLite draws new salts where a process was killed after it started the log over: then notes of both logs are there.
  if (restarts.some((count) => count < 0) || own.length + restarts.length === 0) {
    return 'is not the one that was written last';
  }
  const flushed = Math.max(0, ...own.map((note) => note.readUInt32LE(NOTE.frames)));
  return taken < flushed ? `is cut or damaged behind ${taken} of the ${flushed} pages that were flushed` : undefined;
}

/** The notes of all processes, which need not be of one log. */
function wholeNotes(database: string): readonly Buffer[] {
  const file = fs.existsSync(notesOf(database)) ? fs.readFileSync(notesOf(database)) : Buffer.alloc(0);
  const places = Array.from({ length: Math.floor(file.length / NOTE.bytes) }, (_, place) => place * NOTE.bytes);
  return places
    .map((start) => file.subarray(start, start + NOTE.bytes))
    .filter((note) => note.readUInt32LE(NOTE.frames) > 0 && isWhole(note));
}

/** Fewer bytes where the log has fewer, none where it is missing. */
function headerOf(database: string): Buffer {
  if (logBytes(database) === 0) return Buffer.alloc(0);
  const log = fs.openSync(logOf(database), 'r');
  const header = Buffer.alloc(LOG.bytes);
  const length = fs.readSync(log, header, 0, LOG.bytes, 0);
  fs.closeSync(log);
  return header.subarray(0, length);
}

function isWhole(note: Buffer): boolean {
  const [first, second] = summed(note, NOTE.summed);
  return note.readInt32LE(NOTE.summed) === first && note.readInt32LE(NOTE.summed + 4) === second;
}

function isHeader(bytes: Buffer): boolean {
  if (bytes.length < LOG.bytes || bytes.readUInt32BE() !== MAGIC) return false;
  const [first, second] = summed(bytes, LOG.summed);
  return bytes.readInt32BE(LOG.summed) === first && bytes.readInt32BE(LOG.summed + 4) === second;
}

/** The checksum of SQLite's log over so many bytes, whole pairs of words. */
function summed(bytes: Buffer, length: number): readonly [number, number] {
  let [first, second] = [0, 0];
  for (let at = 0; at < length; at += 8) {
    first = (first + bytes.readInt32LE(at) + second) | 0;
    second = (second + bytes.readInt32LE(at + 4) + first) | 0;
  }
  return [first, second];
}
