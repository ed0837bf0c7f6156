import { nestsDeeperThan } from '../../functions/api/http/nesting.ts';
import { MAX_NESTING } from '../../functions/api/limits.ts';
import type { RecordPayload } from '../../functions/core/matching/compiled.ts';

/** One record of a file, or what kept it from being one. */
export type SourceRecord = {
  /** Where it starts in the file, counted from 1. */
  readonly line: number;
  /** Position in the file behind it, in bytes: reading can start again there. */
  readonly end: number;
  /** The number of the line that begins there. */
  readonly nextLine: number;
} & ({ readonly record: RecordPayload } | { readonly problem: string; readonly text: string });

/** A place in a file between two records. */
export interface SourcePosition {
  /** Bytes. */
  readonly offset: number;
  /** Number of the line that follows, from 1. */
  readonly line: number;
}

export const fileStart: SourcePosition = { offset: 0, line: 1 };

/** A record that takes more than this, in bytes, is a mistake of the file: it is refused and not kept in memory. */
export const recordLimit = 10 * 1024 * 1024;

/**
 * What is wrong with a text that came out of a file, if it is its encoding: decoding leaves U+FFFD in the place of bytes
 * that it cannot read, and what was there is lost.
 */
export function encodingProblem(text: string): string | undefined {
  return text.includes('\uFFFD')
    ? 'it holds bytes that are no UTF-8, or U+FFFD that an earlier conversion left in their place'
    : undefined;
}

/** Whether JSON nests deeper than the service reads; writing it again would fill the stack. */
export const nestsTooDeep = (text: string): boolean => nestsDeeperThan(text, MAX_NESTING);

export const tooDeep = `nests values more than ${MAX_NESTING} levels deep`;

/** The start of a text that could not be read, for the errors file. */
export function excerpt(text: string): string {
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}
