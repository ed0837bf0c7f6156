import { forSpreadsheet } from '../../../../src/text/spreadsheet-cell.ts';
import type { Decision } from '../decisions/decision.ts';

export type ChangeFormat = 'csv' | 'jsonl';

/** The text of a file, as CSV or as one JSON object a line. */
export interface ChangeFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A decision as a row of CSV. */
export const rowOfDecision = ({ id, kind, decidedAt, a, b, user, client, reason, removedLinks, undone }: Decision) => ({
  id,
  kind,
  decided_at: decidedAt,
  record_a: a,
  record_b: b,
  user,
  client,
  reason,
  removed_links: JSON.stringify(removedLinks.map((link) => [link.a, link.b])),
  undone_at: undone?.at,
  undone_user: undone?.user,
  undone_client: undone?.client,
});

/**
 * Writes rows as CSV with a header; all rows have the names of the first. The package for CSV is loaded with the first file.
 *
 * @param isForSpreadsheet adds a byte order mark, and apostrophes before what a spreadsheet would take for formulas
 */
export async function csvFile(name: string, rows: readonly object[], isForSpreadsheet: boolean): Promise<ChangeFile> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([...rows], {
    header: true,
    bom: isForSpreadsheet,
    cast: isForSpreadsheet ? { string: forSpreadsheet } : {},
  });
  return { name: `${name}.csv`, type: 'text/csv', text };
}

export const jsonLinesFile = (name: string, rows: readonly object[]): ChangeFile => ({
  name: `${name}.jsonl`,
  type: 'application/jsonl',
  text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
});

/** Has the browser save a file. */
export function save({ name, type, text }: ChangeFile): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
