import { open, stat } from 'node:fs/promises';
import { EntityDataError } from '../../../src/errors.ts';
import type { ColumnMapping } from './columns.ts';
import { readCsvRecords } from './csv-records.ts';
import { readJsonlRecords } from './jsonl-records.ts';
import type { SourcePosition, SourceRecord } from './source-record.ts';

/** The file cannot be loaded. */
export class SourceFileError extends EntityDataError {
  readonly code = 'SOURCE_FILE_UNUSABLE';
}

export interface SourceOptions {
  /** The column or field with the record's id. */
  readonly idColumn: string;
  readonly column: ReadonlyMap<string, ColumnMapping>;
  /** Separator of cells; the default depends on the file's name. */
  readonly delimiter?: string | undefined;
}

/**
 * Refuses a UTF-16 file, which spreadsheets write as "Unicode text": its bytes would be read as UTF-8.
 *
 * @throws SourceFileError
 */
export async function checkEncoding(file: string): Promise<void> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0);
    const mark = bytesRead === 2 ? buffer.readUInt16BE() : 0;
    if (mark === 0xfffe || mark === 0xfeff) {
      throw new SourceFileError(`${file} is UTF-16.`, { hint: 'Save the file as UTF-8.' });
    }
  } finally {
    await opened.close();
  }
}

/**
 * Size and modification time of a file that can be read from any position.
 *
 * @throws SourceFileError
 */
export async function statSource(file: string): Promise<{ size: number; mtimeMs: number }> {
  try {
    const found = await stat(file);
    if (found.isFile()) {
      await checkEncoding(file);
      return found;
    }
  } catch (cause) {
    if (cause instanceof SourceFileError) throw cause;
    throw new SourceFileError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  // A pipe has no size, and no position to resume from.
  throw new SourceFileError(`${file} is not a regular file.`);
}

/** A text that is equal for equal column options, whatever their order. */
export function mappingOf({ idColumn, column, delimiter }: SourceOptions): string {
  return JSON.stringify([idColumn, delimiter ?? '', ...[...column].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * Returns a reader of records from a position on; the file's extension selects the format.
 *
 * @throws SourceFileError
 */
export function sourceReader(
  file: string,
  { idColumn, column: mappings, delimiter }: SourceOptions,
): (from: SourcePosition) => AsyncIterable<SourceRecord> {
  switch (/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase()) {
    case 'csv':
      return (from) => readCsvRecords(file, from, { idColumn, mappings, delimiter: delimiter ?? ',' });
    case 'tsv':
      return (from) => readCsvRecords(file, from, { idColumn, mappings, delimiter: delimiter ?? '\t' });
    case 'jsonl':
    case 'ndjson':
      refuseOptionsOfColumns(
        file,
        mappings.size > 0 ? '--column' : delimiter === undefined ? undefined : '--delimiter',
      );
      return (from) => readJsonlRecords(file, from, { idField: idColumn });
    default:
      throw new SourceFileError(`${file} is not a .csv, .tsv, .jsonl or .ndjson file.`, {
        hint: 'Rename the file by its content: .csv or .tsv for columns with a header, .jsonl or .ndjson for one JSON object a line.',
      });
  }
}

/** Refuses options that would have no effect. */
function refuseOptionsOfColumns(file: string, given: string | undefined): void {
  if (given === undefined) return;
  throw new SourceFileError(`${given} has no effect on ${file}, whose lines have no columns.`, {
    hint: 'Leave it out: the fields of each line are those of its record.',
  });
}
