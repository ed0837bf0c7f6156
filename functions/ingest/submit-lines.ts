import { BatchTooLargeError, SubmitRefusedError } from '../../src/entities/errors.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { EntityDataError } from '../../src/errors.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { OutOfTimeError } from './errors.ts';
import type { ReadRecord, RecordLine } from './records.ts';

/** A refused line, as written to the errors object. It contains no value except the record's id. */
export interface RefusedLine {
  readonly line: number;
  readonly id?: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

export interface SubmitLinesDependencies {
  readonly resolution: Pick<Resolution, 'submit'>;
  readonly readRecord: ReadRecord;
  /** Resolves after `milliseconds`. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds until the call must end. */
  readonly remaining: () => number;
}

/** The most records and bytes of one submit: half of the core's limit, because a conflict repeats the whole submit. */
const BATCH_RECORDS = 50;
const BATCH_BYTES = 1_500_000;
/** Concurrent submits: each waits for the table most of its time. */
const SUBMITS_AT_ONCE = 4;
/** No submit starts later than this many milliseconds before the end, because one takes up to 25 seconds. */
export const TIME_OF_SUBMIT = 27_000;
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;

interface Entry {
  readonly line: number;
  readonly record: RecordPayload;
}

/**
 * Stores the valid records of the lines, and returns the other lines with their problems. Safe to repeat.
 *
 * @throws OutOfTimeError and the core's errors that are not about the records.
 */
export async function submitLines(
  dependencies: SubmitLinesDependencies,
  lines: readonly RecordLine[],
): Promise<{ stored: number; refused: RefusedLine[] }> {
  const { resolution, readRecord, pause, remaining } = dependencies;
  const refused: RefusedLine[] = [];
  let stored = 0;
  const batches = batchesOf(lines, readRecord, refused);

  /** Stores the entries, or returns the error. */
  async function submitOnce(entries: readonly Entry[]): Promise<{ error: unknown } | undefined> {
    if (remaining() < TIME_OF_SUBMIT) throw new OutOfTimeError();
    try {
      await resolution.submit(entries.map(({ record }) => record));
    } catch (error) {
      return { error };
    }
    stored += entries.length;
    return undefined;
  }

  async function submitBatch(entries: readonly Entry[]): Promise<void> {
    let left = entries;
    for (let setbacks = 0; left.length > 0; ) {
      const failed = await submitOnce(left);
      if (failed === undefined) return;
      const { error } = failed;
      if (error instanceof SubmitRefusedError) {
        left = withoutRefused(left, error);
      } else if (error instanceof BatchTooLargeError) {
        const middle = left.length >> 1;
        await submitBatch(left.slice(0, middle));
        left = left.slice(middle);
      } else if (error instanceof EntityDataError && error.retryable) {
        await pause(pauseAfter(setbacks++));
      } else throw error;
    }
  }

  /** Adds the records that the error names to `refused`, and returns the others. */
  function withoutRefused(entries: readonly Entry[], { problems }: SubmitRefusedError): readonly Entry[] {
    const byIndex = Map.groupBy(problems, ({ index }) => index);
    for (const [index, ofRecord] of byIndex) refused.push(refusedLine(entries[index]!, ofRecord));
    return entries.filter((_, index) => !byIndex.has(index));
  }

  let failure: unknown;
  const workers = Array.from({ length: SUBMITS_AT_ONCE }, async () => {
    try {
      for (let batch = batches.next(); !batch.done && failure === undefined; batch = batches.next()) {
        await submitBatch(batch.value);
      }
    } catch (error) {
      failure ??= error;
    }
  });
  // Wait for all workers: submits under way end before the call does.
  await Promise.all(workers);
  if (failure !== undefined) throw failure;
  return { stored, refused: refused.sort((a, b) => a.line - b.line) };
}

/** Milliseconds to wait after some setbacks in a row, with jitter. */
function pauseAfter(setbacks: number): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** setbacks);
  return longest * (0.5 + Math.random() / 2);
}

function refusedLine({ line, record }: Entry, problems: SubmitRefusedError['problems']): RefusedLine {
  const { code, hint } = problems[0]!.error;
  const id = record['id'];
  return {
    line,
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    code,
    message: problems.map(({ error }) => error.message).join('; '),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Reads lines into batches on demand, and adds the lines that are not records to `refused`. */
function* batchesOf(
  lines: readonly RecordLine[],
  readRecord: ReadRecord,
  refused: RefusedLine[],
): Generator<readonly Entry[], void, undefined> {
  let batch: Entry[] = [];
  let bytes = 0;
  for (const { number: line, bytes: content } of lines) {
    const read = readRecord(content);
    if ('problem' in read) {
      const { code, message, hint } = read.problem;
      const { id } = read;
      refused.push({
        line,
        ...(id === undefined ? {} : { id }),
        code,
        message,
        ...(hint === undefined ? {} : { hint }),
      });
      continue;
    }
    if (batch.length === BATCH_RECORDS || (batch.length > 0 && bytes + content.length > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ line, record: read.record });
    bytes += content.length;
  }
  if (batch.length > 0) yield batch;
}
