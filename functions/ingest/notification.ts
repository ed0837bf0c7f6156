import { parsedJson } from '../../src/text/json.ts';
import { MessageUnreadableError } from './errors.ts';

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
