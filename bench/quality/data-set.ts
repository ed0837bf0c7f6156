import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A data set with known truth: a folder with `records.jsonl` or one CSV file, and `truth.csv` (`record,cluster`). */
export interface DataSet {
  readonly name: string;
  readonly recordsFile: string;
  readonly records: readonly Readonly<Record<string, string>>[];
  /** True cluster by record id. */
  readonly truth: ReadonlyMap<string, string>;
}

/** @throws Error if the folder has no records or no truth */
export function readDataSet(directory: string, name: string): DataSet {
  const folder = join(directory, name);
  const csv = readdirSync(folder).find((file) => file.endsWith('.csv') && file !== 'truth.csv');
  const recordsFile = join(folder, csv ?? 'records.jsonl');
  const truthFile = join(folder, 'truth.csv');
  for (const file of [recordsFile, truthFile]) if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const records = csv === undefined ? linesOf(recordsFile) : rowsOf(recordsFile);
  const truth = new Map(
    readFileSync(truthFile, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line !== '' && !/^record,/.test(line))
      .map((line) => line.split(',') as [string, string]),
  );
  return { name, recordsFile, records, truth };
}

const linesOf = (file: string): Record<string, string>[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, string>);

const rowsOf = (file: string): Record<string, string>[] =>
  (parse(readFileSync(file), { columns: true, bom: true }) as Record<string, string>[]).map(
    (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) as Record<string, string>,
  );
