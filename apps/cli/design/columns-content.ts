import type { FileColumn } from '../files/column-summary.ts';
import type { ColumnsFileContent } from '../files/columns-file.ts';
import type { CsvDialect } from '../files/csv-records.ts';
import type { FileTable } from '../files/file-table.ts';
import type { NullMarkers } from './null-markers.ts';

/** A column with the field that it fills, or why it fills none. */
export type PlacedColumn = FileColumn & { readonly field: string | null; readonly reason?: string | undefined };

/** How the records get their ids. */
export type ChosenId =
  | { readonly column: FileColumn; readonly replace: readonly (readonly [from: string, to: string])[] }
  | { readonly linePrefix: string };

/** The content of `columns.json`. */
export function columnsContent(
  columns: readonly PlacedColumn[],
  { unusable, roles = [] }: Pick<FileTable, 'unusable' | 'roles'>,
  id: ChosenId,
  dialect: CsvDialect | undefined,
  { markers, keeps }: NullMarkers,
): ColumnsFileContent {
  return {
    version: 1,
    ...(dialect !== undefined && { source: { ...dialect, header: dialect.header && [...dialect.header] } }),
    id:
      'linePrefix' in id
        ? { linePrefix: id.linePrefix }
        : {
            column: id.column.title,
            ...(id.replace.length > 0 && { replace: id.replace.map(([from, to]): [string, string] => [from, to]) }),
          },
    ...(markers.length > 0 && { nulls: markers.map(({ value }) => value) }),
    ...(roles.length > 0 && { roles: [...roles] }),
    columns: [
      ...columns.map(({ steps, field, isList, separator, losses, reason, title }) => ({
        column: named(steps),
        field,
        ...(field === null
          ? { reason: reason ?? 'left out' }
          : { type: isList ? ('list' as const) : ('text' as const) }),
        ...(field !== null && separator !== undefined && { separator }),
        ...(losses !== undefined && { losses }),
        ...(field !== null && keeps.has(title) && { keeps: [...keeps.get(title)!] }),
      })),
      ...unusable.map(({ steps, reason }) => ({ column: named(steps), field: null, reason })),
    ],
  };
}

const named = (steps: readonly string[]): string | string[] => (steps.length === 1 ? steps[0]! : [...steps]);
