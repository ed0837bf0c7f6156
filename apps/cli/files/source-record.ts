import { EntityDataError } from '../../../src/errors.ts';
import { MAX_NESTING } from '../../../src/graphql/limits.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { nestsDeeperThan } from '../../../src/text/json.ts';

/** One record of a file, or the reason why the text is not a record. */
export type SourceRecord = {
  /** Line at which it starts, from 1. */
  readonly line: number;
  /** Byte position after it, from which reading can continue. */
  readonly end: number;
  /** Number of the line at that position. */
  readonly nextLine: number;
} & ({ readonly record: RecordPayload } | { readonly problem: string; readonly text: string });

/** A position in a file between two records. */
export interface SourcePosition {
  /** Bytes. */
  readonly offset: number;
  /** Number of the line at the position, from 1. */
  readonly line: number;
}

export const fileStart: SourcePosition = { offset: 0, line: 1 };

/** Largest record in bytes. A larger one is an error of the file: it is refused and not kept in memory. */
export const recordLimit = 10 * 1024 * 1024;

/**
 * Describes the encoding problem of a text from a file; undefined when there is none. Decoding replaces invalid bytes
 * by U+FFFD, so the original bytes are lost.
 */
export function encodingProblem(text: string): string | undefined {
  return text.includes('\uFFFD')
    ? 'it holds bytes that are no UTF-8, or U+FFFD that an earlier conversion left in their place'
    : undefined;
}

/** True if JSON nests deeper than the service reads; serialising it again would overflow the stack. */
export const nestsTooDeep = (text: string): boolean => nestsDeeperThan(text, MAX_NESTING);

export const tooDeep = `nests values more than ${MAX_NESTING} levels deep`;

/** The start of a text that could not be parsed, for the errors file. */
export function excerpt(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}

/** The columns of a file cannot be mapped to records. */
export class ColumnsError extends EntityDataError {
  readonly code = 'COLUMNS_INVALID';
}

/** The file cannot be loaded. */
export class SourceFileError extends EntityDataError {
  readonly code = 'SOURCE_FILE_UNUSABLE';
}

/** The file with the mapping of columns cannot be used. */
export class ColumnsFileError extends EntityDataError {
  readonly code = 'COLUMNS_FILE_INVALID';
}

/** The file was written to while it was read. */
export class FileChangedError extends EntityDataError {
  readonly code = 'FILE_CHANGED';
}
