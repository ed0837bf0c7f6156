import { resolve } from 'node:path';
import { literal } from './sql.ts';

/** Readers of DuckDB with the word of each for a file that is not compressed, whatever its name ends in. */
const uncompressed = {
  read_csv: "compression = 'none'",
  sniff_csv: "compression = 'none'",
  read_json: "compression = 'uncompressed'",
  read_json_objects: "compression = 'uncompressed'",
  read_parquet: undefined,
} as const;

/**
 * A call of a reader for one file. DuckDB takes names for patterns (`people[1].csv` reads `people1.csv`) and for addresses,
 * a leading tilde for the home directory, and a directory such as `year=2024` for a column: here a name is a name.
 *
 * @param options such as `header = true`
 */
export function readCall(reader: keyof typeof uncompressed, file: string, ...options: readonly string[]): string {
  const name = resolve(file).replace(/[[*?]/g, '[$&]');
  const all = [literal(name), ...options, uncompressed[reader], 'hive_partitioning = false'];
  return `${reader}(${all.filter((one) => one !== undefined).join(', ')})`;
}
