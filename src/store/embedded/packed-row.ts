import type { Key } from '../port.ts';

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
