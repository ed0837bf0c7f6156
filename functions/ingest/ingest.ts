import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { Resolution } from '../../src/entities/operations.ts';
import { EntityDataError } from '../../src/errors.ts';
import type { LoadLedger, Part } from '../../src/loads/load-ledger.ts';
import { describeFailure, type Log } from '../../src/runtime/log.ts';
import { LoadError, ObjectRefusedError, ObjectReplacedError, ObjectTooLargeError, OutOfTimeError } from './errors.ts';
import type { ReadRecord } from './records.ts';
import { recordLines } from './records.ts';
import type { ObjectStore } from './s3-objects.ts';
import { submitLines, TIME_OF_SUBMIT } from './submit-lines.ts';
import {
  isManifest,
  linesKey,
  type ObjectReference,
  placeOf,
  readManifest,
  readNotification,
  readObjectName,
  reportKey,
  shortKey,
} from './uploads.ts';

/** The counts of one call, for the metrics. */
interface IngestReport {
  readonly stored: number;
  readonly refused: number;
  /** Messages that are delivered again or moved to the dead-letter queue. */
  readonly failed: number;
}

export interface IngestDependencies {
  readonly resolution: Pick<Resolution, 'submit'>;
  readonly ledger: LoadLedger;
  readonly objects: ObjectStore;
  readonly readRecord: ReadRecord;
  readonly maxObjectBytes: number;
  readonly maxReceiveCount: number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  readonly report: (report: IngestReport) => void;
}

/** Loads the objects that the messages name. Returns the messages to deliver again. */
export type Ingest = (messages: readonly SQSRecord[], remaining: () => number) => Promise<SQSBatchResponse>;

/**
 * Records of one stretch. The counts are written after each stretch: they show progress, and an interrupted part
 * resumes there. The length is constant, so that two calls that load the same part write the same errors objects.
 */
const STRETCH = 1_000;

/**
 * Loads the records of an object with the core's submit, which is safe to repeat. Errors objects are written before the
 * counts move past their lines. So a crash at any moment loses nothing, and nothing is stored or counted twice.
 */
export function createIngest(dependencies: IngestDependencies): Ingest {
  const { resolution, ledger, objects, readRecord, maxObjectBytes, maxReceiveCount, pause, now, log } = dependencies;

  return async (messages, remaining) => {
    const total = { stored: 0, refused: 0, failed: 0 };
    const batchItemFailures: { itemIdentifier: string }[] = [];

    async function loadObject(reference: ObjectReference): Promise<void> {
      if (remaining() < TIME_OF_SUBMIT) throw new OutOfTimeError();
      const name = readObjectName(reference.key);
      if (name.kind === 'folder') return;
      if (reference.bytes > maxObjectBytes) throw new ObjectTooLargeError(reference.bytes, maxObjectBytes);
      if (name.kind === 'manifest') {
        // Read the newest manifest, not the one of the message: an estimate may have been replaced by the final totals.
        const { etag: _any, ...newest } = reference;
        await ledger.announce(name.load, readManifest((await objects.read(newest, maxObjectBytes)).toString()));
        return;
      }
      const content = await objects.read(reference, maxObjectBytes);
      await loadPart(reference, { load: name.load, name: name.name, version: reference.etag }, content);
    }

    async function loadPart(reference: ObjectReference, part: Part, content: Buffer): Promise<void> {
      const { bucket, key } = reference;
      const lines = recordLines(content);
      for (;;) {
        const { settled: from, isFinished } = await ledger.enter(part, lines.length);
        if (isFinished) return;
        const stretch = lines.slice(from, from + STRETCH);
        const { stored, refused } = await submitLines({ resolution, readRecord, pause, remaining }, stretch);
        if (refused.length > 0) {
          const text = refused.map((line) => `${JSON.stringify(line)}\n`).join('');
          await objects.write(bucket, linesKey(key, from + 1), text, 'application/x-ndjson');
        }
        const finished = from + stretch.length >= lines.length;
        const isMine = await ledger.settle(part, { from, stored, refused: refused.length, finished });
        if (!isMine) {
          // Another call settled it: a repeat of this message, or a message about newer content (then this read
          // throws).
          await objects.read(reference, maxObjectBytes);
          continue;
        }
        total.stored += stored;
        total.refused += refused.length;
        if (finished) return;
      }
    }

    /** Writes a report of why an object failed, and counts it as failed in its load. */
    async function giveUp(reference: ObjectReference, error: unknown): Promise<void> {
      const { bucket, key, etag } = reference;
      const known = error instanceof EntityDataError ? error : undefined;
      const code = known?.code ?? 'INTERNAL_ERROR';
      // Other errors may quote a record: a database's message does when it refuses one.
      const isOurs = known instanceof LoadError || known?.retryable === true;
      const report = {
        object: key,
        code,
        message: isOurs ? known.message : "Unexpected error; the function's log has its cause.",
        hint: known?.hint ?? 'Fix the cause, then move the message from the dead-letter queue back to the queue.',
        at: new Date(now()).toISOString(),
      };
      const short = shortKey(key);
      await objects.write(bucket, reportKey(short), `${JSON.stringify(report, null, 2)}\n`, 'application/json');
      const { load, name } = placeOf(short);
      if (load !== '' && !isManifest(key)) await ledger.fail({ load, name, version: etag }, code);
    }

    async function loadMessage(message: SQSRecord): Promise<void> {
      for (const reference of readNotification(message.body)) {
        try {
          await loadObject(reference);
        } catch (error) {
          if (error instanceof ObjectReplacedError) continue;
          const isLast = Number(message.attributes.ApproximateReceiveCount) >= maxReceiveCount;
          if (error instanceof ObjectRefusedError || isLast) {
            await giveUp(reference, error).catch((failure: unknown) => {
              log.error('report failed', { messageId: message.messageId, cause: describeFailure(failure) });
            });
          }
          throw error;
        }
      }
    }

    for (const message of messages) {
      try {
        await loadMessage(message);
      } catch (error) {
        total.failed += 1;
        batchItemFailures.push({ itemIdentifier: message.messageId });
        log.error('message failed', {
          messageId: message.messageId,
          delivery: message.attributes.ApproximateReceiveCount,
          ...(error instanceof EntityDataError ? { code: error.code } : {}),
          cause: describeFailure(error),
        });
      }
    }
    dependencies.report(total);
    return { batchItemFailures };
  };
}
