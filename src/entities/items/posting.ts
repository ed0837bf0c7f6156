import type { Item, Key, Update, Value } from '../../store/port.ts';
import { TAB } from './text-list.ts';

/**
 * A posting says that a record has a blocking key. It is a hint: the record's own item decides.
 *
 * | item    | pk       | sk            | attributes |
 * |---------|----------|---------------|------------|
 * | posting | `B#hash` | `id` TAB `i`  | `n` node, `v` values to judge with |
 */
export const postingPartition = (hash: string): string => `B#${hash}`;

/** The record of a posting, with the version that has the key. */
export interface PostedRecord {
  readonly recordID: string;
  readonly recordVersion: string;
}

export interface Posting extends PostedRecord {
  readonly node: string;
  /** Carried values, in the order of the key plan's `carried`. */
  readonly values: readonly (readonly string[])[];
}

const sortKey = ({ recordID, recordVersion }: PostedRecord): string => recordID + TAB + recordVersion;

export const postingKey = (hash: string, posted: PostedRecord): Key => ({
  pk: postingPartition(hash),
  sk: sortKey(posted),
});

/** True if the item is the posting of this record version. */
export const isPostingOf = ({ sk }: Key, posted: PostedRecord): boolean => sk === sortKey(posted);

export const postingItem = (hash: string, posting: Posting): Item => ({
  ...postingKey(hash, posting),
  n: posting.node,
  v: posting.values as Value,
});

/** The sort key of a posting, and its attributes as JSON. @param values carried values as JSON */
export const postingText = (posted: PostedRecord & Pick<Posting, 'node'>, values: string) => ({
  sk: sortKey(posted),
  text: `{"n":"${posted.node}","v":${values}}`,
});

export function readPosting(item: Item): Posting {
  const end = item.sk.lastIndexOf(TAB);
  return {
    recordID: item.sk.slice(0, end),
    recordVersion: item.sk.slice(end + 1),
    node: item['n'] as string,
    values: item['v'] as unknown as readonly (readonly string[])[],
  };
}

/** Updates the node of a posting, if it exists: the posting of an erased record must not come back. */
export const movePostingWrite = (hash: string, posted: PostedRecord, node: string): Update => ({
  update: postingKey(hash, posted),
  set: { n: node },
  if: [{ item: 'present' }],
});
