import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { readLines } from '../files/jsonl-records.ts';
import { fileStart, recordLimit, SourceFileError } from '../files/source-record.ts';
import { plainLine } from '../terminal/plain-line.ts';

/** A record that was not loaded. */
export interface RefusedRecord {
  readonly line: number;
  readonly code: string;
  readonly reason: string;
  /** The record, or the text that could not be parsed. */
  readonly record: unknown;
}

/** Refused records, one JSON object a line. The file exists only when there are any. */
export interface ErrorsFile {
  /** Resolves when the lines are written. */
  append(refused: readonly RefusedRecord[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * The path of the errors file: the one given, else beside the loaded file.
 *
 * @throws SourceFileError when the path is the loaded file itself, which starting an errors file would remove
 */
export async function errorsPathOf(file: string, given: string | undefined): Promise<string> {
  if (given === undefined) return `${file}.errors.jsonl`;
  const [source, errors] = await Promise.all([file, given].map((path) => stat(path).catch(() => undefined)));
  if (errors !== undefined && errors.dev === source?.dev && errors.ino === source.ino) {
    throw new SourceFileError(`${given} is the file to load.`, { hint: 'Name another --errors-file.' });
  }
  return given;
}

/**
 * Starts a new errors file, or continues one. Continuing removes its entries from line `fromLine` on, because these
 * lines are read again.
 */
export async function openErrorsFile(path: string, fromLine: number): Promise<ErrorsFile> {
  if (fromLine <= 1) await rm(path, { force: true });
  else await dropFrom(path, fromLine);
  let file: FileHandle | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    append(refused) {
      const text = refused.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      const written = last.then(async () => {
        file ??= await open(path, 'a', 0o600);
        await file.appendFile(text);
      });
      last = written.catch(() => {});
      return written;
    },
    async close() {
      await last;
      await file?.close();
    },
  };
}

async function dropFrom(path: string, fromLine: number): Promise<void> {
  const kept = `${path}.kept`;
  let count = 0;
  const target = await open(kept, 'w', 0o600);
  try {
    for await (const { text } of readLines(createReadStream(path), fileStart, 2 * recordLimit)) {
      if (text === undefined || lineOf(text) >= fromLine) continue;
      await target.appendFile(`${text}\n`);
      count++;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await target.close();
  }
  if (count > 0) await rename(kept, path);
  else await Promise.all([rm(kept, { force: true }), rm(path, { force: true })]);
}

/** The line that an entry is about; an entry that a crash cut off counts as one that will be read again. */
function lineOf(text: string): number {
  try {
    const { line } = JSON.parse(text) as Partial<RefusedRecord>;
    return typeof line === 'number' ? line : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Number of refused records to print; the errors file has all of them. */
const SHOWN = 10;

/** Collects the first refused records of a load for the terminal. */
export class ShownRefusals {
  private text = '';
  private count = 0;

  note(refused: readonly RefusedRecord[]): void {
    for (const { line, code, reason } of refused) {
      // A reason may quote a record's value, which must not control the terminal.
      if (this.count++ < SHOWN) this.text += `  line ${line}: ${code}: ${plainLine(reason)}\n`;
    }
  }

  /** The lines, each with its line break; empty when nothing was refused. */
  toString(): string {
    const more = this.count - SHOWN;
    return more > 0 ? `${this.text}  … and ${more.toLocaleString('en')} more.\n` : this.text;
  }
}
