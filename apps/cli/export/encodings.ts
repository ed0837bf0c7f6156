import type { Column } from './columns.ts';
import { type ExportFormat, partPath } from './export-file.ts';
import { csvEncoder, flatEncoder, jsonlEncoder, type RowEncoder, writeParquet } from './row-encoder.ts';
import { sheetEncoder, writeWorkbook } from './workbook.ts';

/** @param isForSpreadsheet for CSV only */
export function encoderOf(columns: readonly Column[], format: ExportFormat, isForSpreadsheet: boolean): RowEncoder {
  switch (format) {
    case 'csv':
      return csvEncoder(columns, isForSpreadsheet);
    case 'jsonl':
      return jsonlEncoder(columns);
    case 'parquet':
      return flatEncoder(columns);
    case 'xlsx':
      return sheetEncoder(columns);
  }
}

/** True for a format that is made of all rows at once, when they are there. */
const isPacked = (format: string): boolean => format === 'parquet' || format === 'xlsx';

/** What becomes the file when all rows are in its part: the part itself, or what is made of it. */
export const wholePath = (out: string, format: string): string =>
  isPacked(format) ? `${partPath(out)}.${format}` : partPath(out);

/**
 * Makes what becomes the file of its part, unless that is the part itself.
 *
 * @throws what writeParquet and writeWorkbook throw
 */
export async function makeWhole(
  out: string,
  format: string,
  columns: readonly Column[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const whole = wholePath(out, format);
  if (format === 'parquet') await writeParquet(partPath(out), whole, columns, signal);
  if (format === 'xlsx') await writeWorkbook(partPath(out), whole, signal);
}
