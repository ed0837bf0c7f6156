import { EntityDataError } from '../../functions/core/errors.ts';
import type { ColumnMapping } from './columns.ts';
import { readCsvRecords } from './csv-records.ts';
import { readJsonlRecords } from './jsonl-records.ts';
import type { SourcePosition, SourceRecord } from './source-record.ts';

/** The file to load is none that can be loaded. */
export class SourceFileError extends EntityDataError {
  readonly code = 'SOURCE_FILE_UNUSABLE';
}

export interface SourceOptions {
  /** The column or field that holds the record's id. */
  readonly idColumn: string;
  readonly column: ReadonlyMap<string, ColumnMapping>;
  /** What stands between two cells; default by the file's name. */
  readonly delimiter?: string | undefined;
}

/** Reads the records of a file from a place on, by what its name says that it holds. */
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
      return (from) => readJsonlRecords(file, from, { idField: idColumn });
    default:
      throw new SourceFileError(`${file} is no .csv, .tsv, .jsonl or .ndjson file.`, {
        hint: 'Name the file by what it holds: CSV with a header, or one JSON object a line.',
      });
  }
}
