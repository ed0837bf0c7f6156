import { changed } from '../changed.ts';
import { holds } from '../condition.ts';
import { checkItem, ITEM_BYTES, isPlain, isStorableNumber, keyOf, NESTING_LIMIT, wellFormed } from '../limits.ts';
import type { Check, Condition, Item, Key, Update, Value, Write } from '../port.ts';
import { type Attributes, type Encoded, encodeAttributes } from './attributes.ts';

/**
 * A write made ready outside the write lock: what can be refused or encoded beforehand is, so that under the lock there
 * is only reading, comparing and copying.
 */
export interface Prepared {
  readonly key: Key;
  readonly condition: Condition | undefined;
  /** The new value of a put. */
  readonly encoded?: Encoded;
  readonly update?: Update;
  readonly kind: 'put' | 'update' | 'delete' | 'check';
  /** Whether the item must be read first. */
  readonly reads: boolean;
}

/** What is needed for a value is at least a ninth of what DynamoDB counts for it (a ULID like the last in a list: 3 of 27). */
const SURELY_SMALL_BYTES = ITEM_BYTES / 10;

export function prepare(write: Write | Check): Prepared {
  const key = keyOf(write);
  const condition = write.if?.length === 0 ? undefined : write.if;
  if ('put' in write) {
    const encoded = encode(write.put);
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
export function encodedAfter(prepared: Prepared, before: Item | undefined): Encoded | undefined {
  return prepared.update === undefined ? prepared.encoded : encode(changed(prepared.update, before));
}

function encode(item: Item): Encoded {
  const encoded = encodeAttributes(item, (value) => storable(value, item, 1));
  if (encoded.end - encoded.start > SURELY_SMALL_BYTES) checkItem(item);
  return encoded;
}

/**
 * The value as DynamoDB would give it back. MessagePack would take NaN, dates, undefined and half characters, which
 * DynamoDB does not: the engines must agree. What needs no change is not copied.
 */
function storable(value: Value, item: Item, depth: number): Value {
  switch (typeof value) {
    case 'string':
      return wellFormed(value);
    case 'boolean':
      return value;
    case 'number':
      if (Number.isSafeInteger(value) || isStorableNumber(value)) return value;
      break;
    case 'object': {
      if (value === null) return value;
      if (depth > NESTING_LIMIT) break;
      if (Array.isArray(value)) {
        let copy: Value[] | undefined;
        for (let index = 0; index < value.length; index++) {
          const element = storable(value[index] as Value, item, depth + 1);
          if (element !== value[index]) {
            copy ??= [...value];
            copy[index] = element;
          }
        }
        return copy ?? value;
      }
      if (!isPlain(value)) break;
      const map = value as Attributes;
      let copy: Attributes | undefined;
      for (const name in map) {
        const element = storable(map[name] as Value, item, depth + 1);
        if (element !== map[name]) {
          copy ??= { ...map };
          copy[name] = element;
        }
      }
      return copy ?? value;
    }
  }
  // The thorough check decides, and names the attribute.
  checkItem(item);
  return value;
}
