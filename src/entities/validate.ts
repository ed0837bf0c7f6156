import { hash } from 'node:crypto';
import type { EntityDataError } from '../errors.ts';
import { type RecordSources, sourceFields, withSource } from '../rules/record-schema/sources.ts';
import type { CompiledRuleConfig, IndexKey, RecordPayload, ResolvedValues } from '../rules/types.ts';
import { TRANSACT_LIMIT } from '../store/port.ts';
import { DIGEST_LENGTH } from '../text/digest.ts';
import { canonicalJson } from '../text/json.ts';
import { finished, type Work } from '../work.ts';
import {
  BatchTooLargeError,
  ConflictingRecordsError,
  EmptyRecordError,
  InvalidRecordIdError,
  MissingRecordIdError,
  NoRecordsError,
  type RecordProblem,
  RecordSourceError,
  RecordTooLargeError,
  SubmitRefusedError,
  TooManyRecordsError,
} from './errors.ts';
import { unitsOfRecord } from './pace.ts';

/** A batch is stored in one transaction, which has a limit of items and of bytes. */
export const MAX_RECORDS = TRANSACT_LIMIT;
export const MAX_BATCH_BYTES = 3_500_000;
export const MAX_ID_BYTES = 512;
/** Bytes that a key takes in the item of its record (items/record.ts). */
const NOTED_KEY_BYTES = DIGEST_LENGTH + 1;
export const MAX_RECORD_BYTES = 300_000;

/** A record that may be stored, with what the rules make of it. */
export interface CheckedRecord {
  readonly id: string;
  readonly payload: RecordPayload;
  readonly document: string;
  readonly values: ResolvedValues;
  /** The number of its values that are longer than what rules read. */
  readonly cutValues: number;
  readonly keys: readonly IndexKey[];
}

/** One of the records of a request. */
export interface PreparedRecord extends CheckedRecord {
  /** Position of the first record of the request with this id. */
  readonly index: number;
  readonly digest: string;
  /** The group of a request whose records are to be linked with one another. */
  readonly group?: string;
}

/** Names the group of the records of one request: the same for the same records, so that a repeat changes nothing. */
export const groupOf = (records: readonly { readonly id: string }[]): string =>
  hash('sha256', JSON.stringify(['STATIC', ...records.map(({ id }) => id).sort()]), 'base64url').slice(0, 22);

export interface PreparedBatch {
  /** One for each distinct record id, in the order of the request. */
  readonly records: readonly PreparedRecord[];
  /** For every record of the request, its position in `records`. */
  readonly positions: readonly number[];
}

/** What records are checked by. */
export interface RecordChecks {
  readonly rules: CompiledRuleConfig;
  /** Undefined in an instance that declares none. */
  readonly sources?: RecordSources | undefined;
}

/** Checks a whole request before anything is stored; throws a SubmitRefusedError with every bad record. */
export const prepareBatch = (payloads: readonly RecordPayload[], checks: RecordChecks): PreparedBatch =>
  finished(prepareInPieces(payloads, checks));

/** The same as {@link prepareBatch}, record by record. */
export function* prepareInPieces(payloads: readonly RecordPayload[], checks: RecordChecks): Work<PreparedBatch> {
  if (payloads.length === 0) throw new NoRecordsError();
  if (payloads.length > MAX_RECORDS) throw new TooManyRecordsError(payloads.length, MAX_RECORDS);
  const problems: RecordProblem[] = [];
  const records: PreparedRecord[] = [];
  const positions: number[] = [];
  const first = new Map<string, number>();
  for (const [index, payload] of payloads.entries()) {
    const checked = checkRecord(payload, checks);
    if ('problems' in checked) {
      for (const error of checked.problems) problems.push({ index, error });
      continue;
    }
    const prepared = { ...checked, index, digest: contentDigest(checked.payload) };
    yield unitsOfRecord(prepared.document);
    const earlier = first.get(prepared.id);
    if (earlier === undefined) {
      first.set(prepared.id, records.length);
      positions.push(records.length);
      records.push(prepared);
    } else if (records[earlier]!.digest === prepared.digest) {
      positions.push(earlier);
    } else {
      problems.push({ index, error: new ConflictingRecordsError(prepared.id, records[earlier]!.index) });
    }
  }
  if (problems.length > 0) throw new SubmitRefusedError(problems);
  const bytes = records.reduce(
    (sum, { document, keys }) => sum + Buffer.byteLength(document) + keys.length * NOTED_KEY_BYTES,
    0,
  );
  if (bytes > MAX_BATCH_BYTES) throw new BatchTooLargeError(bytes, MAX_BATCH_BYTES);
  return { records, positions };
}

/** Says what the rules make of one record, or why it may not be stored. */
export function checkRecord(
  given: RecordPayload,
  { rules, sources }: RecordChecks,
): CheckedRecord | { readonly problems: readonly EntityDataError[] } {
  const id = given['id'];
  if (typeof id !== 'string' || id.trim() === '') return { problems: [new MissingRecordIdError()] };
  const idProblem = recordIdProblem(id);
  if (idProblem !== undefined) return { problems: [idProblem] };
  const sourced = withSource(given, id, sources);
  if ('problem' in sourced) return { problems: [new RecordSourceError(sourced.problem)] };
  const origin: readonly string[] = sources === undefined ? ['id'] : ['id', ...sourceFields];
  if (!Object.keys(given).some((field) => !origin.includes(field) && hasValue(given[field]))) {
    return { problems: [new EmptyRecordError(id)] };
  }
  const payload = sourced.record;
  const document = JSON.stringify(payload);
  const bytes = Buffer.byteLength(document);
  if (bytes > MAX_RECORD_BYTES) return { problems: [new RecordTooLargeError(id, bytes, MAX_RECORD_BYTES)] };
  let cutValues = 0;
  const values = rules.resolve(payload, undefined, () => {
    cutValues += 1;
  });
  const refused = rules.recordProblems(payload, values);
  if (refused.length > 0) return { problems: refused };
  const keys = rules.indexKeys(values);
  return { id, payload, document, values, cutValues, keys };
}

/** What is wrong with a record id; undefined when nothing is. Edges are written `a:b:RULE`, hence no colon. */
export function recordIdProblem(id: string): InvalidRecordIdError | undefined {
  if (id.includes(':')) return new InvalidRecordIdError(id, 'contains a colon');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/[\u0000-\u001f\u007f]/.test(id)) return new InvalidRecordIdError(id, 'contains a control character');
  if (!id.isWellFormed()) return new InvalidRecordIdError(id, 'contains half of a surrogate pair');
  const bytes = Buffer.byteLength(id);
  if (bytes > MAX_ID_BYTES) return new InvalidRecordIdError(id, `has ${bytes} bytes; the limit is ${MAX_ID_BYTES}`);
  return undefined;
}

/** Null, an empty text, an empty list and what holds nothing else carry no value. */
export function hasValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (typeof value !== 'object') return true;
  return Object.values(value).some(hasValue);
}

/** Digest of a record's content: the order of fields and fields that are null make no difference. */
export function contentDigest(payload: RecordPayload): string {
  return hash('sha256', canonicalJson(payload, isGiven), 'base64url');
}

/** Fields that are null make no content. */
export const isGiven = (field: unknown): boolean => field !== null && field !== undefined;
