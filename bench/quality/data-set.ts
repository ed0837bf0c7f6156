import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import anyAscii from 'any-ascii';
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

/**
 * The sets in the order of the alphabet take turns: the first is for tuning, the second is held out, and so on. Measure a
 * change on the first half, and look at the second one last. Both halves have been looked at while the learner was made
 * (decision 60), so neither shows what it does to unseen records.
 */
export function halfOf(name: string, names: readonly string[]): 'tuning' | 'held out' {
  return [...names].sort().indexOf(name) % 2 === 0 ? 'tuning' : 'held out';
}

/** The set with names of fields that a schema can have, as a mapping of columns gives them: the end of a URI is its name. */
export function withFlatNames(set: DataSet): DataSet {
  const names = new Map<string, string>();
  const taken = new Set<string>(['id']);
  for (const name of new Set(set.records.flatMap((record) => Object.keys(record)))) {
    if (name === 'id') continue;
    const end = /^[a-z]+:\/\//i.test(name) ? name.replace(/^.*[/#]/, '') : name;
    const plain = anyAscii(end)
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+|_+$/g, '');
    const usable = plain === '' || /^\d/.test(plain) ? `f${plain}` : plain;
    let free = usable;
    for (let n = 2; taken.has(free); n++) free = `${usable}_${n}`;
    taken.add(free);
    names.set(name, free);
  }
  const records = set.records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [names.get(name) ?? name, value])),
  );
  return { ...set, records };
}
