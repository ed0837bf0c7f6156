import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';
import { EntityDataError } from '../../../src/errors.ts';
import { type PackedFormat, packedFormat, readHead } from './file-format.ts';
import { SourceFileError } from './source-record.ts';

/** A file of plain text or Parquet that was made of another one. */
export interface Unpacked {
  readonly file: string;
  /** What the reader should know. */
  readonly notes: readonly string[];
}

export interface UnpackOptions {
  /** The sheet of a workbook; default the first one. */
  readonly sheet?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Limits in bytes, for tests. */
  readonly limits?: Partial<UnpackLimits> | undefined;
}

interface UnpackLimits {
  /** What a compressed file may become on the disk. */
  readonly unpacked: number;
  /** What the parts of a workbook may become in memory. */
  readonly workbook: number;
}

const usualLimits: UnpackLimits = { unpacked: 16 * 1024 ** 3, workbook: 128 * 1024 ** 2 };

/**
 * Writes what a packed file holds into a directory: the table of a gzip or ZIP, a sheet as CSV, contacts as JSON lines.
 *
 * @returns undefined if the file is not packed
 * @throws SourceFileError when it is damaged, too large, or holds no table or several
 */
export async function unpackFile(
  file: string,
  directory: string,
  options: UnpackOptions = {},
): Promise<Unpacked | undefined> {
  const limits = { ...usualLimits, ...options.limits };
  const format = packedFormat(await readHead(file));
  if (format === undefined) return undefined;
  try {
    const unpacked = await unpackers[format](file, directory, limits, options);
    if (packedFormat(await readHead(unpacked.file)) === undefined) return unpacked;
    throw new SourceFileError(`${file} holds another packed file.`, { hint: 'Unpack it, and name the file in it.' });
  } catch (cause) {
    if (cause instanceof EntityDataError || options.signal?.aborted === true) throw cause;
    throw new SourceFileError(`${file} cannot be unpacked: ${(cause as Error).message}.`, {
      hint: 'The file is damaged, incomplete or locked by a password; write it again.',
      cause,
    });
  }
}

type Unpacker = (file: string, directory: string, limits: UnpackLimits, options: UnpackOptions) => Promise<Unpacked>;

const unpackers: Readonly<Record<PackedFormat, Unpacker>> = {
  async gzip(file, directory, { unpacked }, { signal }) {
    const target = join(directory, basename(file).replace(/\.gz$/i, ''));
    await pipeline(createReadStream(file), createGunzip(), limited(file, unpacked), createWriteStream(target), {
      signal,
    });
    return { file: target, notes: [] };
  },
  async zip(file, directory, limits, options) {
    const all = await namesInZip(file);
    if (all.length === 0) {
      throw new SourceFileError(`${file} begins like a workbook or a ZIP archive, but nothing in it can be found.`, {
        hint: 'The file is damaged, incomplete or empty; write it again, or save the table as CSV (UTF-8).',
      });
    }
    const names = all.filter((name) => !/\/$|(?:^|\/)[._]|^__MACOSX\//.test(name));
    if (names.some((name) => name === 'xl/workbook.xml' || name === 'xl/workbook.bin' || name === 'content.xml')) {
      return unpackers.workbook(file, directory, limits, options);
    }
    if (names.length !== 1) {
      throw new SourceFileError(
        `${file} holds ${names.length === 0 ? 'no files' : `${names.length} files: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`}.`,
        { hint: 'Unpack it, and name the file with the table.' },
      );
    }
    const target = join(directory, basename(names[0]!));
    await pipeline(
      bytesInZip(file, (name) => name === names[0]),
      limited(file, limits.unpacked),
      createWriteStream(target),
      { signal: options.signal },
    );
    return { file: target, notes: [`${file} holds ${names[0]}, which is read.`] };
  },
  async workbook(file, directory, { workbook }, { sheet, signal }) {
    const isZip = (await readHead(file, 2)).toString('latin1') === 'PK';
    let bytes = isZip ? 0 : (await stat(file)).size;
    // Counts what the parts become before a library has all of them in memory.
    if (isZip) for await (const part of bytesInZip(file, () => bytes <= workbook)) bytes += part.length;
    if (bytes > workbook) throw tooLarge(file, workbook, 'Save the sheet as CSV (UTF-8): a CSV has no such limit.');
    signal?.throwIfAborted();
    // Loaded on demand: few files are workbooks.
    const { sheetAsCsv } = await import('./workbook.ts');
    const target = join(directory, `${basename(file).replace(/\.\w+$/, '')}.csv`);
    const notes = await sheetAsCsv(file, await readFile(file), target, sheet);
    return { file: target, notes };
  },
  async contacts(file, directory) {
    const { contactsAsLines } = await import('./contacts.ts');
    const target = join(directory, `${basename(file).replace(/\.\w+$/, '')}.jsonl`);
    await contactsAsLines(file, directory, target);
    return { file: target, notes: [`${file} holds contacts (vCard): each one is a record, and lines count contacts.`] };
  },
};

const tooLarge = (file: string, limit: number, hint: string): SourceFileError =>
  new SourceFileError(`${file} unpacks to more than ${size(limit)}.`, { hint });

const size = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MB` : `${bytes} bytes`;

/** Ends with an error behind a number of bytes: a small file may unpack to more than a disk holds. */
function limited(file: string, limit: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const hint = 'If the file is what you expect, unpack it yourself, and name the table in it.';
      if (bytes > limit) done(tooLarge(file, limit, hint));
      else done(null, chunk);
    },
  });
}

async function namesInZip(file: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const _nothing of bytesInZip(file, (name) => {
    names.push(name);
    return false;
  })) {
    // Only the names count.
  }
  return names;
}

/** Reads little at a time, because each byte may become a thousand. */
const zipChunk = 16 * 1024;

/** The bytes of the files in an archive that are wanted, one file after the other. */
async function* bytesInZip(
  file: string,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  let ready: Uint8Array[] = [];
  let failure: Error | undefined;
  const unzip = new Unzip((entry) => {
    if (!isWanted(entry.name)) return;
    entry.ondata = (error, chunk) => {
      failure ??= error ?? undefined;
      if (chunk !== null) ready.push(chunk);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of createReadStream(file, { highWaterMark: zipChunk }) as AsyncIterable<Buffer>) {
    unzip.push(chunk);
    if (failure !== undefined) throw failure;
    yield* ready;
    ready = [];
  }
  unzip.push(new Uint8Array(0), true);
  if (failure !== undefined) throw failure;
  yield* ready;
}
