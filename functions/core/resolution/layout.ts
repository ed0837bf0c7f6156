import type { Item, Key, Value } from '../store/port.ts';

/**
 * The items of the table. A *fragment* is a set of records that were stored together or joined one another; an entity
 * is a tree of fragments. `R#id` is the truth about a record: everything else may be too much, never too little, and is
 * checked against it.
 *
 * | item    | pk          | sk            | attributes |
 * |---------|-------------|---------------|------------|
 * | record  | `R#id`      | `#`           | `d` payload as JSON text, `h` digest of the content, `n` fragment, `i` incarnation, `o` operation that finishes it |
 * | node    | `E#n`       | `#`           | `p` parent fragment; no item, or no `p`: a root |
 * | member  | `E#n`       | `R#id`        | – |
 * | child   | `E#n`       | `C#m`         | – ; fragment m was merged into n |
 * | anchor  | `K#hash`    | `#`           | `n` fragment that holds the deciding key |
 * | posting | `B#hash`    | `id` TAB `i`  | `n` fragment, `v` values to judge with |
 * | journal | `J#shard`   | operation id  | `r` ids of the records to finish |
 */

export const SELF = '#';
const MEMBER = 'R#';
const CHILD = 'C#';

export const recordKey = (recordID: string): Key => ({ pk: `R#${recordID}`, sk: SELF });
export const fragmentPartition = (fragment: string): string => `E#${fragment}`;
export const nodeKey = (fragment: string): Key => ({ pk: fragmentPartition(fragment), sk: SELF });
export const memberKey = (fragment: string, recordID: string): Key => ({
  pk: fragmentPartition(fragment),
  sk: MEMBER + recordID,
});
/** Says that the record may stand in the fragment; the record's own item decides. */
export const memberItem = (fragment: string, recordID: string): Item => ({ ...memberKey(fragment, recordID) });
/** Says that a fragment was merged into the parent. */
export const childItem = (parent: string, child: string): Item => ({
  pk: fragmentPartition(parent),
  sk: CHILD + child,
});
export const anchorKey = (hash: string): Key => ({ pk: `K#${hash}`, sk: SELF });
export const anchoredHash = (key: Key): string => key.pk.slice(2);
export const postingPartition = (hash: string): string => `B#${hash}`;

/** A TAB parts id and incarnation: an id carries no control character. */
const POSTING_SEPARATOR = '\t';

export interface Posting {
  readonly recordID: string;
  readonly incarnation: string;
  readonly fragment: string;
  /** Carried values, in the order of the key plan's `carried`. */
  readonly values: readonly (readonly string[])[];
}

export function postingItem(hash: string, posting: Posting): Item {
  return {
    pk: postingPartition(hash),
    sk: posting.recordID + POSTING_SEPARATOR + posting.incarnation,
    n: posting.fragment,
    v: posting.values as Value,
  };
}

export function readPosting(item: Item): Posting {
  const end = item.sk.lastIndexOf(POSTING_SEPARATOR);
  return {
    recordID: item.sk.slice(0, end),
    incarnation: item.sk.slice(end + 1),
    fragment: item['n'] as string,
    values: item['v'] as unknown as readonly (readonly string[])[],
  };
}

/** A record as stored. */
export interface StoredRecord {
  readonly id: string;
  /** Payload as JSON text. */
  readonly document: string;
  /** Digest of the content, by which a resubmission is recognised. */
  readonly digest: string;
  readonly fragment: string;
  /** Identifies this content of this record; ascending in the order in which records were first stored. */
  readonly incarnation: string;
  /** The operation whose journal entry, while it exists, says that the record is not yet published and linked. */
  readonly operation: string;
}

export function recordItem(record: StoredRecord): Item {
  return {
    ...recordKey(record.id),
    d: record.document,
    h: record.digest,
    n: record.fragment,
    i: record.incarnation,
    o: record.operation,
  };
}

export function readRecord(item: Item): StoredRecord {
  return {
    id: item.pk.slice(2),
    document: item['d'] as string,
    digest: item['h'] as string,
    fragment: item['n'] as string,
    incarnation: item['i'] as string,
    operation: item['o'] as string,
  };
}

/** What one page of a fragment's partition tells. */
export interface FragmentContent {
  parent?: string;
  readonly members: string[];
  readonly children: string[];
}

export function addToFragment(content: FragmentContent, item: Item): void {
  if (item.sk.startsWith(MEMBER)) content.members.push(item.sk.slice(MEMBER.length));
  else if (item.sk.startsWith(CHILD)) content.children.push(item.sk.slice(CHILD.length));
  else if (item.sk === SELF && item['p'] !== undefined) content.parent = item['p'] as string;
}
