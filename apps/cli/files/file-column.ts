import type { ColumnSummary } from './column-summary.ts';
import type { TableColumn } from './file-table.ts';

/** A column of the file and what it holds. */
export interface FileColumn extends TableColumn {
  /** As in the header; the names of nested values are joined by dots. */
  readonly title: string;
  readonly summary: ColumnSummary;
}

/** The title of a path of names. */
export const titleOf = (steps: readonly string[]): string => steps.join('.');

/** True if the value is not within an object or a list. */
export const isFlat = ({ steps, isList }: TableColumn): boolean => steps.length === 1 && !isList;

/** True if a row has a list of values. */
export const isListed = ({ steps, isList }: TableColumn): boolean => isList || steps.includes('*');
