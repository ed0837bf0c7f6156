import { extname } from 'node:path';
import { ExportOptionsError } from './errors.ts';

export const formats = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof formats)[number];

const byExtension: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.parquet': 'parquet',
};

/**
 * The format that is asked for; else that of the file's extension; csv without a file.
 *
 * @throws ExportOptionsError when neither says it
 */
export function formatOf(format: ExportFormat | undefined, out: string | undefined): ExportFormat {
  const known = format ?? (out === undefined ? 'csv' : byExtension[extname(out).toLowerCase()]);
  if (known !== undefined) return known;
  throw new ExportOptionsError(`The name ${out} says no format.`, {
    hint: `Name it with --format: ${formats.join(', ')}.`,
  });
}
