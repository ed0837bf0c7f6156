import { checkItem } from '../items.ts';
import type { Item, Key, Value } from '../port.ts';

/** The attributes are JSON. */
export interface StoredItem {
  readonly sk: string;
  readonly text: string;
}

/**
 * The text of a row that holds the items of small partitions, usually of one: for each item a line break, both parts of
 * its key and its attributes, separated by tabs. All three are JSON, which contains neither line breaks nor tabs.
 */
export function attributesIn(row: string, key: Key): string | undefined {
  const head = headOf(key);
  const start = row.indexOf(head);
  return start < 0 ? undefined : row.slice(start + head.length, endOf(row, start));
}

/** The row with other attributes for an item, or without the item. */
export function withItem(row: string, key: Key, attributes: string | undefined): string {
  const head = headOf(key);
  const line = attributes === undefined ? '' : head + attributes;
  const start = row === '' ? -1 : row.indexOf(head);
  return start < 0 ? row + line : row.slice(0, start) + line + row.slice(endOf(row, start));
}

/** The items of a partition, in no particular order. */
export function itemsIn(row: string, pk: string): StoredItem[] {
  const items: StoredItem[] = [];
  const head = `\n${JSON.stringify(pk)}\t`;
  for (let start = row.indexOf(head); start >= 0; start = row.indexOf(head, start + 1)) {
    const [sk, text] = row.slice(start + head.length, endOf(row, start)).split('\t') as [string, string];
    items.push({ sk: JSON.parse(sk), text });
  }
  return items;
}

/** The partitions of a row, those included whose items have rows of their own, in no particular order. */
export function partitionsIn(row: string): string[] {
  const names = new Set<string>();
  for (let start = 0; start < row.length; start = endOf(row, start)) {
    const [tab, end] = [row.indexOf('\t', start), endOf(row, start)];
    names.add(row.slice(start + 1, tab < 0 || tab > end ? end - ' spread'.length : tab));
  }
  return Array.from(names, (name) => JSON.parse(name) as string);
}

/** Marks a partition whose items have rows of their own. */
export const spreadMark = (pk: string): string => `\n${JSON.stringify(pk)} spread`;

/** The text of one item. */
export const packedItem = (key: Key, attributes: string): string => headOf(key) + attributes;

const headOf = ({ pk, sk }: Key): string => `\n${JSON.stringify(pk)}\t${JSON.stringify(sk)}\t`;

function endOf(row: string, start: number): number {
  const end = row.indexOf('\n', start + 1);
  return end < 0 ? row.length : end;
}

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

/**
 * The number of the row that holds a partition: 53 bits, the most that a JavaScript number holds exactly. The seed is
 * secret to the store, so that a client cannot choose ids that all share one number.
 */
export function partitionNumber(pk: string, seed: number): number {
  let low = seed;
  let high = ~seed;
  for (let index = 0; index < pk.length; index++) {
    const code = pk.charCodeAt(index);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x85ebca77) ^ (low >>> 15);
  }
  return (scatter(high ^ low) >>> 11) * 2 ** 32 + (scatter(low) >>> 0);
}

/** The smallest number of one of several parts of all numbers; of the part behind the last one, a number behind all. */
export const firstNumberOf = (segment: number, segments: number): number => Math.ceil((segment / segments) * 2 ** 53);

/** Makes every bit depend on all others (the finalizer of MurmurHash3). */
function scatter(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
