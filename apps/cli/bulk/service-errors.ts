import type { RefusedLine } from '../../../functions/ingest/submit-lines.ts';
import { append } from '../../../src/multimap.ts';
import type { RefusedRecord } from '../load/errors-file.ts';
import type { FilePart } from './cut-parts.ts';
import type { Bucket } from './s3-bucket.ts';
import type { LoadNames } from './target.ts';

/** What the service could not load: single lines, and whole parts. */
export interface ServiceErrors {
  /** Reads the refused lines of one part, since those of all parts may not fit into memory. */
  linesOf(part: number): Promise<readonly RefusedLine[]>;
  readonly reports: readonly FailedPart[];
}

/** A part that the service gave up, from its report. */
interface FailedPart {
  readonly object: string;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Finds all objects that the service wrote about errors of a load. */
export async function findServiceErrors(bucket: Bucket, names: LoadNames): Promise<ServiceErrors> {
  const keysByPart = new Map<number, string[]>();
  const reports: FailedPart[] = [];
  for (const key of await bucket.list(names.errors)) {
    const name = names.readErrorsKey(key);
    if (name === undefined) continue;
    if (name.isReport) {
      reports.push(JSON.parse(await bucket.get(key)) as FailedPart);
      continue;
    }
    append(keysByPart, name.part, key);
  }
  return {
    async linesOf(part) {
      const lines: RefusedLine[] = [];
      for (const key of keysByPart.get(part) ?? []) {
        for (const line of (await bucket.get(key)).split('\n')) {
          if (line !== '') lines.push(JSON.parse(line) as RefusedLine);
        }
      }
      return lines;
    },
    reports,
  };
}

/**
 * Yields everything that was refused, with its line in the original file and its record. Cuts the file once more, which
 * gives the same parts.
 */
export async function* locateRefused(
  parts: AsyncIterable<FilePart>,
  linesOf: ServiceErrors['linesOf'],
): AsyncGenerator<RefusedRecord[], void, undefined> {
  for await (const { number, text, lines, refused: unreadable } of parts) {
    const ofPart = lines.length === 0 ? [] : await linesOf(number);
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
