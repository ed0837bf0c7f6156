import type { TextEncoding } from './encoding.ts';
import { HEAD_BYTES, parquetMagic, readHead } from './read-head.ts';

export type FileFormat = 'csv' | 'json-lines' | 'json' | 'parquet';

/** What a reader calls each format. */
export const formatTitles: Readonly<Record<FileFormat, string>> = {
  csv: 'columns with a header',
  'json-lines': 'one JSON object a line',
  json: 'JSON objects',
  parquet: 'Parquet',
};

/** True if the file begins as every Parquet file does. */
export async function isParquet(file: string): Promise<boolean> {
  return (await readHead(file, 4)).toString('latin1') === parquetMagic;
}

/** The format of a text file by how it begins; lines that are no objects count as such only where the name says so. */
export async function formatOfText(file: string, { encoding }: TextEncoding): Promise<Exclude<FileFormat, 'parquet'>> {
  const head = new TextDecoder(encoding === 'mixed' ? 'utf-8' : encoding).decode(await readHead(file), {
    stream: true,
  });
  if (/^\s*\{/.test(head)) return hasWholeLine(head) ? 'json-lines' : 'json';
  if (/^\s*\[\s*(?:[{\]]|$)/.test(head)) return 'json';
  return /\.(?:jsonl|ndjson)$/i.test(file) ? 'json-lines' : 'csv';
}

/** True if a line is an object by itself, or is too long to see its end. */
function hasWholeLine(head: string): boolean {
  const lines = head.split(/\r?\n/);
  if (lines.length === 1 && Buffer.byteLength(head) >= HEAD_BYTES) return true;
  return lines.some((line) => {
    try {
      return line.trimStart().startsWith('{') && typeof JSON.parse(line) === 'object';
    } catch {
      return false;
    }
  });
}
