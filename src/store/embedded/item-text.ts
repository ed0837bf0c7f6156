import { checkItem } from '../limits.ts';
import type { Item, Key, Value } from '../port.ts';

type Attributes = { [name: string]: Value };

/** An escape sequence of JSON. `JSON.stringify` escapes surrogates only where they have no other half. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * The attributes of an item without its key, as JSON. Throws `ItemTooLargeError` and `InvalidItemError` where DynamoDB
 * would refuse the item.
 */
export function itemText(item: Item): string {
  checkItem(item);
  const { pk: _pk, sk: _sk, ...attributes } = item as Attributes;
  return wellFormed(JSON.stringify(attributes));
}

/** JSON with U+FFFD in place of every half of a surrogate pair. */
export function wellFormed(text: string): string {
  if (!text.includes('\\ud')) return text;
  return text.replace(ESCAPE, (sequence) => (sequence.startsWith('\\ud') ? '\ufffd' : sequence));
}

export const itemOf = ({ pk, sk }: Key, text: string): Item => Object.assign(JSON.parse(text), { pk, sk });
