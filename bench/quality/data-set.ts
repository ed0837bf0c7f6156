import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A public data set with known truth: `records.jsonl` and `truth.csv` (`record,cluster`) in a folder. */
export interface DataSet {
  readonly name: string;
  readonly recordsFile: string;
  readonly records: readonly Readonly<Record<string, string>>[];
  /** True cluster by record id. */
  readonly truth: ReadonlyMap<string, string>;
}

export function readDataSet(directory: string, name: string): DataSet {
  const recordsFile = join(directory, name, 'records.jsonl');
  const truthFile = join(directory, name, 'truth.csv');
  for (const file of [recordsFile, truthFile]) if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const records = lines(recordsFile).map((line) => JSON.parse(line) as Record<string, string>);
  const truth = new Map<string, string>();
  for (const line of lines(truthFile).slice(1)) {
    const comma = line.lastIndexOf(',');
    truth.set(line.slice(0, comma), line.slice(comma + 1));
  }
  return { name, recordsFile, records, truth };
}

const lines = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
