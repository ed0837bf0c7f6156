import { asBinary } from 'lmdb';
import { StoreFormatError } from '../errors.ts';
import type { Value } from '../port.ts';
import { keyEncoder, type StoredKey } from './key.ts';
import { type LmdbFile, openLmdbFile } from './lmdb-file.ts';

/** Raised when the layout of keys or values changes, so that older data is refused instead of misread. */
export const FORMAT_VERSION = 2;

/** A partition key of the port has at least one byte, so that these keys are free. */
const FORMAT_KEY: StoredKey = { pk: '', sk: 'format' };
const CHECKPOINT_KEY: StoredKey = { pk: '', sk: 'checkpoint' };
const FORMAT_NAME = 'entity-data';

export type Attributes = { [name: string]: Value };

/** The table as of the last checkpoint: a B-tree of all items, in a file of LMDB. */
export type Base = LmdbFile<StoredKey | Uint8Array, string, Attributes>;

/** Throws `StoreUnavailableError` and {@link StoreFormatError}. */
export function openBase(path: string): Base {
  const base: Base = openLmdbFile({ path, keyEncoder, values: 'maps' });
  try {
    checkFormat(base, path);
  } catch (error) {
    void base.close();
    throw error;
  }
  return base;
}

/** The last batch of the log that the base has. */
export function checkpointOf(base: Base): number {
  return (base.get(CHECKPOINT_KEY)?.['sequence'] as number | undefined) ?? 0;
}

/** Within a transaction of the base. */
export function setCheckpoint(base: Base, sequence: number): void {
  base.put(CHECKPOINT_KEY, { sequence });
}

/** Within a transaction of the base; the value as the batch has it, undefined to remove the item. */
export function putBytes(base: Base, key: Uint8Array, value: Uint8Array | undefined): void {
  if (value === undefined) base.remove(key);
  else base.put(key, asBinary(value as Buffer));
}

function checkFormat(base: Base, path: string): void {
  const version = base.transactionSync(() => {
    const marker = base.get(FORMAT_KEY);
    if (marker !== undefined) return marker['name'] === FORMAT_NAME ? marker['version'] : 'of another program';
    const [first] = [...base.getRange({ start: { pk: '', sk: '' }, limit: 1 })];
    if (first !== undefined) return 'of another program';
    base.put(FORMAT_KEY, { name: FORMAT_NAME, version: FORMAT_VERSION });
    return FORMAT_VERSION;
  });
  if (version === FORMAT_VERSION) return;
  throw new StoreFormatError(
    `The database ${path} has format ${version}; this version reads format ${FORMAT_VERSION}`,
    { hint: 'Name another data directory, or open it with the version that wrote it.' },
  );
}
