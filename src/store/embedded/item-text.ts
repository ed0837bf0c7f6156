import { checkItem, ITEM_BYTES, isPlain, isStorableNumber, NESTING_LIMIT } from '../limits.ts';
import type { Item, Key, Value } from '../port.ts';

type Attributes = { [name: string]: Value };

/** A character of JSON stands for at most three bytes as DynamoDB counts them; the rest is room for the key. */
const SURELY_SMALL_CHARACTERS = ITEM_BYTES / 4;
/** An escape sequence of JSON. `JSON.stringify` escapes surrogates only where they have no other half. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * The attributes of an item without its key, as JSON. Throws `ItemTooLargeError` and `InvalidItemError` where DynamoDB
 * would refuse the item.
 */
export function itemText(item: Item): string {
  const { pk: _pk, sk: _sk, ...attributes } = item as Attributes;
  const text = JSON.stringify(attributes);
  if (text.length > SURELY_SMALL_CHARACTERS || !isStorable(attributes, 0)) checkItem(item);
  if (!text.includes('\\ud')) return text;
  return text.replace(ESCAPE, (sequence) => (sequence.startsWith('\\ud') ? '\ufffd' : sequence));
}

export function itemOf({ pk, sk }: Key, text: string): Item {
  const attributes = JSON.parse(text) as Attributes;
  attributes['pk'] = pk;
  attributes['sk'] = sk;
  return attributes as Item;
}

/** False if the value may be one that DynamoDB refuses. */
function isStorable(value: Value, depth: number): boolean {
  if (typeof value === 'number') return isStorableNumber(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (depth > NESTING_LIMIT || !(Array.isArray(value) || isPlain(value))) return false;
  for (const element of Array.isArray(value) ? value : Object.values(value)) {
    if (!isStorable(element as Value, depth + 1)) return false;
  }
  return true;
}
