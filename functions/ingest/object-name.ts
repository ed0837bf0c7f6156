import { hash } from 'node:crypto';
import { ObjectUnsupportedError } from './errors.ts';

/** Where objects come in, and where the function writes what it refused. */
export const LOADS_FOLDER = 'loads/';
export const ERRORS_FOLDER = 'errors/';
export const MANIFEST = 'load.json';

/** What an object is for, by its key. */
export type ObjectName =
  | { readonly kind: 'part'; readonly load: string; readonly name: string }
  | { readonly kind: 'manifest'; readonly load: string; readonly name: string }
  | { readonly kind: 'folder' };

/** The store keeps the name in a sort key. */
const NAME_BYTES = 800;

/**
 * Reads `loads/<load>/<name>.jsonl`, where the load may have several levels; an object right below `loads/` is a load by
 * itself.
 *
 * @throws ObjectUnsupportedError for any other object.
 */
export function readObjectName(key: string): ObjectName {
  const { load, name } = placeOf(key);
  if (name === '') return { kind: 'folder' };
  if (!key.startsWith(LOADS_FOLDER)) throw new ObjectUnsupportedError(`lies outside of ${LOADS_FOLDER}`);
  if (Buffer.byteLength(key) > NAME_BYTES) {
    throw new ObjectUnsupportedError(`has a key of more than ${NAME_BYTES} bytes`);
  }
  if (isManifest(key)) return { kind: 'manifest', load, name };
  if (/\.(jsonl|ndjson)$/i.test(name)) return { kind: 'part', load, name };
  throw new ObjectUnsupportedError('is no .jsonl');
}

/** Whether an object tells of a load, of which it is no part. */
export const isManifest = (key: string): boolean =>
  placeOf(key).name === MANIFEST && key.startsWith(LOADS_FOLDER) && key !== `${LOADS_FOLDER}${MANIFEST}`;

/** A key by which to tell of an object whose own leaves no room for more: its beginning, and what no other has. */
export function shortKey(key: string): string {
  if (Buffer.byteLength(key) <= NAME_BYTES) return key;
  let length = Math.min(key.length, NAME_BYTES);
  while (Buffer.byteLength(key.slice(0, length)) > NAME_BYTES) length -= 1;
  return `${key.slice(0, length).toWellFormed()}~${hash('sha256', key).slice(0, 16)}`;
}

/** Load and name of any object, also of one that is refused. */
export function placeOf(key: string): { readonly load: string; readonly name: string } {
  const path = key.startsWith(LOADS_FOLDER) ? key.slice(LOADS_FOLDER.length) : key;
  const at = path.lastIndexOf('/');
  return { load: at > 0 ? path.slice(0, at) : path, name: path.slice(at + 1) };
}

const errorsOf = (key: string): string =>
  `${ERRORS_FOLDER}${key.startsWith(LOADS_FOLDER) ? key.slice(LOADS_FOLDER.length) : key}`;

/** Where the refused lines of a part go: one object for each stretch of it, so that a repeat writes the same ones. */
export const linesKey = (key: string, firstRecord: number): string =>
  `${errorsOf(key)}.${String(firstRecord).padStart(7, '0')}.errors.jsonl`;

/** Where it is told why an object was given up. */
export const reportKey = (key: string): string => `${errorsOf(key)}.report.json`;
