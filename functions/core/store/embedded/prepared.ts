import { changed } from '../changed.ts';
import { holds } from '../condition.ts';
import { checkItem, keyOf, NESTING_LIMIT } from '../limits.ts';
import type { Check, Condition, Item, Key, Update, Value, Write } from '../port.ts';
import type { Attributes } from './database.ts';

/**
 * A write made ready outside the write lock: what can be refused or encoded beforehand is, so that under the lock there
 * is only reading, comparing and copying.
 */
export interface Prepared {
  readonly key: Key;
  readonly condition: Condition | undefined;
  /** The new value of a put. */
  readonly encoded?: Uint8Array;
  readonly update?: Update;
  readonly kind: 'put' | 'update' | 'delete' | 'check';
  /** Whether the item must be read first. */
  readonly reads: boolean;
}

export interface Encoder {
  encode(value: unknown): Uint8Array;
}

/** What MessagePack needs for a value is at least a quarter of what DynamoDB counts for it (an empty list: 1 of 4). */
const SURELY_SMALL_BYTES = 90 * 1_024;

export function prepare(write: Write | Check, encoder: Encoder): Prepared {
  const key = keyOf(write);
  const condition = write.if?.length === 0 ? undefined : write.if;
  if ('put' in write) {
    const encoded = encode(write.put, encoder);
    return { kind: 'put', key, condition, encoded, reads: condition !== undefined };
  }
  if ('update' in write) return { kind: 'update', key, condition, update: write, reads: true };
  if ('delete' in write) return { kind: 'delete', key, condition, reads: condition !== undefined };
  return { kind: 'check', key, condition, reads: condition !== undefined };
}

export function isRefused(prepared: Prepared, before: Item | undefined): boolean {
  return !holds(prepared.condition, before);
}

/** The bytes to store, or undefined to remove the item. Throws before anything is written. */
export function encodedAfter(prepared: Prepared, before: Item | undefined, encoder: Encoder): Uint8Array | undefined {
  return prepared.update === undefined ? prepared.encoded : encode(changed(prepared.update, before), encoder);
}

function encode(item: Item, encoder: Encoder): Uint8Array {
  const attributes: Attributes = {};
  let longNames = 0;
  for (const name in item) {
    // The key is in LMDB's key already.
    if (name === 'pk' || name === 'sk') continue;
    const value = item[name] as Value;
    if (typeof value !== 'string') checkPlain(value, item, 1);
    attributes[name] = value;
    longNames += name.length;
  }
  const encoded = encoder.encode(attributes);
  if (encoded.length + longNames > SURELY_SMALL_BYTES) checkItem(item);
  return encoded;
}

/** MessagePack would take NaN, dates and undefined, which DynamoDB does not: the engines must agree. */
function checkPlain(value: unknown, item: Item, depth: number): void {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return;
  if (typeof value === 'number') {
    if (Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
  } else if (depth > NESTING_LIMIT) {
    // The thorough check below refuses it.
  } else if (Array.isArray(value)) {
    for (const element of value) checkPlain(element, item, depth + 1);
    return;
  } else if (typeof value === 'object') {
    const prototype = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null) {
      for (const name in value) checkPlain((value as Attributes)[name], item, depth + 1);
      return;
    }
  }
  // The thorough check decides, and names the attribute.
  checkItem(item);
}
