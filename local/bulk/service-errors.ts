import type { RefusedLine } from '../../functions/ingest/submit-lines.ts';
import type { RefusedRecord } from '../load/errors-file.ts';
import type { Bucket } from './bucket.ts';
import type { FilePart } from './cut-parts.ts';
import type { LoadNames } from './target.ts';

/** What the service could not load: lines of parts, and whole parts. */
export interface ServiceErrors {
  /** By the part's number. */
  readonly lines: ReadonlyMap<number, readonly RefusedLine[]>;
  readonly reports: readonly FailedPart[];
}

/** A part that was given up, as the service reports it. */
export interface FailedPart {
  readonly object: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Reads everything that the service wrote about errors of a load. */
export async function readServiceErrors(bucket: Bucket, names: LoadNames): Promise<ServiceErrors> {
  const lines = new Map<number, RefusedLine[]>();
  const reports: FailedPart[] = [];
  for (const key of await bucket.list(names.errors)) {
    const name = names.readErrorsKey(key);
    if (name === undefined) continue;
    const text = await bucket.get(key);
    if (name.isReport) {
      reports.push(JSON.parse(text) as FailedPart);
      continue;
    }
    const ofPart = lines.get(name.part) ?? [];
    for (const line of text.split('\n')) if (line !== '') ofPart.push(JSON.parse(line) as RefusedLine);
    lines.set(name.part, ofPart);
  }
  return { lines, reports };
}

/**
 * Everything that was refused, as places of the file that was loaded, with the records: the file is cut once more, which
 * gives the same parts.
 */
export async function* locateRefused(
  parts: AsyncIterable<FilePart>,
  refused: ServiceErrors['lines'],
): AsyncGenerator<RefusedRecord[], void, undefined> {
  for await (const { number, text, lines, refused: unreadable } of parts) {
    const ofPart = lines.length === 0 ? [] : (refused.get(number) ?? []);
    const records = ofPart.length === 0 ? [] : text.toString().split('\n');
    const located = ofPart.map(({ line, code, message }) => ({
      line: lines[line - 1] ?? 0,
      code,
      reason: message,
      record: JSON.parse(records[line - 1] ?? 'null') as unknown,
    }));
    const all = [...unreadable, ...located].sort((a, b) => a.line - b.line);
    if (all.length > 0) yield all;
  }
}
