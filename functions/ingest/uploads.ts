import { hash } from 'node:crypto';
import type { Announcement } from '../../src/loads/load-items.ts';
import { MOST_PARTS } from '../../src/loads/load-progress.ts';
import { parsedJson } from '../../src/text/json.ts';
import { ManifestInvalidError, MessageUnreadableError, ObjectUnsupportedError } from './errors.ts';

/** An object that a message names. */
export interface ObjectReference {
  readonly bucket: string;
  readonly key: string;
  readonly bytes: number;
  /** Identifies the content. */
  readonly etag: string;
}

interface S3Record {
  readonly eventSource?: unknown;
  readonly s3?: {
    readonly bucket?: { readonly name?: unknown };
    readonly object?: { readonly key?: unknown; readonly size?: unknown; readonly eTag?: unknown };
  };
}

/**
 * Reads the objects of one S3 notification. Returns none for the test message that S3 sends to a new queue.
 *
 * @throws MessageUnreadableError
 */
export function readNotification(body: string): ObjectReference[] {
  const value = parsedJson(body) as { readonly Event?: unknown; readonly Records?: unknown } | null | undefined;
  if (value === undefined) throw new MessageUnreadableError('is not JSON');
  if (value?.Event === 's3:TestEvent') return [];
  if (!Array.isArray(value?.Records)) throw new MessageUnreadableError('is not an S3 notification');
  return value.Records.map((record: S3Record | null) => {
    const { bucket, object } = record?.s3 ?? {};
    const [name, key, etag] = [bucket?.name, object?.key, object?.eTag];
    if (typeof name !== 'string' || typeof key !== 'string' || typeof etag !== 'string') {
      throw new MessageUnreadableError('names no object');
    }
    return { bucket: name, key: decodeKey(key), bytes: Number(object?.size ?? 0), etag };
  });
}

/** Decodes a key. S3 encodes keys as in a query string: a space is a plus sign. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    throw new MessageUnreadableError('names an object by a key that is not URL-encoded');
  }
}

/** The folder of uploaded objects, and the folder of refused lines and reports. */
export const LOADS_FOLDER = 'loads/';
export const ERRORS_FOLDER = 'errors/';
const MANIFEST = 'load.json';

/** The role of an object, read from its key. */
type ObjectName =
  | { readonly kind: 'part'; readonly load: string; readonly name: string }
  | { readonly kind: 'manifest'; readonly load: string; readonly name: string }
  | { readonly kind: 'folder' };

/** The greatest length of a key, in bytes: the store keeps the name in a sort key. */
const NAME_BYTES = 800;

/**
 * Reads `loads/<load>/<name>.jsonl`. The load may have several levels. An object directly below `loads/` is a load of
 * its own.
 *
 * @throws ObjectUnsupportedError for any other object.
 */
export function readObjectName(key: string): ObjectName {
  const { load, name } = placeOf(key);
  if (name === '') return { kind: 'folder' };
  if (!key.startsWith(LOADS_FOLDER)) throw new ObjectUnsupportedError(`is not below ${LOADS_FOLDER}`);
  if (Buffer.byteLength(key) > NAME_BYTES) {
    throw new ObjectUnsupportedError(`has a key of more than ${NAME_BYTES} bytes`);
  }
  if (isManifest(key)) return { kind: 'manifest', load, name };
  if (/\.(jsonl|ndjson)$/i.test(name)) return { kind: 'part', load, name };
  throw new ObjectUnsupportedError('has a name that ends neither in .jsonl nor in .ndjson');
}

/** True for the manifest of a load, which is not a part of it. */
export const isManifest = (key: string): boolean =>
  placeOf(key).name === MANIFEST && key.startsWith(LOADS_FOLDER) && key !== `${LOADS_FOLDER}${MANIFEST}`;

/** Returns the key, or for a key of more than 800 bytes its beginning and a hash that makes it unique. */
export function shortKey(key: string): string {
  if (Buffer.byteLength(key) <= NAME_BYTES) return key;
  let length = Math.min(key.length, NAME_BYTES);
  while (Buffer.byteLength(key.slice(0, length)) > NAME_BYTES) length -= 1;
  return `${key.slice(0, length).toWellFormed()}~${hash('sha256', key).slice(0, 16)}`;
}

/** Load and name of any object, even of a refused one. */
export function placeOf(key: string): { readonly load: string; readonly name: string } {
  const path = key.startsWith(LOADS_FOLDER) ? key.slice(LOADS_FOLDER.length) : key;
  const at = path.lastIndexOf('/');
  return { load: at > 0 ? path.slice(0, at) : path, name: path.slice(at + 1) };
}

const errorsOf = (key: string): string =>
  `${ERRORS_FOLDER}${key.startsWith(LOADS_FOLDER) ? key.slice(LOADS_FOLDER.length) : key}`;

/** The key of the refused lines of a part. Each stretch has one object, so that a repeat writes the same objects. */
export const linesKey = (key: string, firstRecord: number): string =>
  `${errorsOf(key)}.${String(firstRecord).padStart(7, '0')}.errors.jsonl`;

/** The key of the report of why an object failed. */
export const reportKey = (key: string): string => `${errorsOf(key)}.report.json`;

const FORMAT = 1;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** @throws ManifestInvalidError */
export function readManifest(text: string): Announcement {
  const value = parsedJson(text) as
    | { format?: unknown; records?: unknown; parts?: unknown; final?: unknown }
    | null
    | undefined;
  if (value === undefined) throw new ManifestInvalidError('is not JSON');
  if (value?.format !== FORMAT) throw new ManifestInvalidError(`must have the format ${FORMAT}`);
  const { records, parts, final } = value;
  if (!isCount(records) || !isCount(parts) || typeof final !== 'boolean') {
    throw new ManifestInvalidError('must have whole numbers as records and parts, and true or false as final');
  }
  if (parts > MOST_PARTS) throw new ManifestInvalidError(`has more than ${MOST_PARTS} parts`);
  return { records, parts, isFinal: final };
}

export const writeManifest = ({ records, parts, isFinal }: Announcement): string =>
  `${JSON.stringify({ format: FORMAT, records, parts, final: isFinal })}\n`;
