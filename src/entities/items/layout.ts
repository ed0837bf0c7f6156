import type { Clause, Item, Key, Update, Value } from '../../store/port.ts';
import { genericKeyRecordsBounds } from './over-frequent-keys.ts';

/**
 * The items of the table. A *node* is a set of records that were stored together or joined one another; an entity
 * is a tree of nodes. `R#id` is the truth about a record: everything else may be too much, never too little, and is
 * checked against it.
 *
 * | item    | pk          | sk            | attributes |
 * |---------|-------------|---------------|------------|
 * | record  | `R#id`      | `#`           | `d` payload as JSON text, `h` digest of the content, `n` node, `i` record version, `o` operation that finishes it, `c` ids that it is cut from, `g` groups that it was submitted with, `k` keys that it is stored under, `f` see reservation.ts |
 * | node    | `E#n`       | `#`           | `p` parent node; no item, or no `p`: a root. `v` version, `x` lock, `y` beat of the lock, `b` constraints, `z` holds nothing any more, `t` not yet an entity of its own |
 * | member  | `E#n`       | `R#id`        | – |
 * | child   | `E#n`       | `C#m`         | – ; node m was merged into n |
 * | key owner  | `K#hash`    | `#`           | `n` nodes that hold the exact key, parted by a blank; more than one only where cuts or constraints keep holders apart. `o` operation that claimed the key, which tells a key owner from a later one |
 * | posting | `B#hash`    | `id` TAB `i`  | `n` node, `v` values to judge with |
 * | over-frequent | `B#hash`    | TAB           | `c` so many records at least had the blocking key when it was marked: too many |
 * | over-frequent | `G#`        | hash          | `r` rules whose key it is; `s` when the key links nothing and a search found it too frequent |
 * | constraint     | `X#ref`     | node      | `g` side of the constraint that the node's entity is on |
 * | counter | `N#shard`   | `#`           | `r` records, `e` entities |
 * | journal | `J#shard`   | operation id  | see journal.ts |
 * | pending-operations shard   | `S#shard`   | `#`           | see pending-operations shard.ts; on DynamoDB |
 * | outbox entry  | `V#shard`   | name          | see outbox entries.ts; with entity events only, as are `T#`, `D#` and `W#` of src/events |
 * | register | `Q#`       | `#`           | see entities/rule-versions; the rules that the keys were made by, with their document in `Q#name` |
 */

export const SELF = '#';
/** Before the sort key of every member of a node. */
export const MEMBERS = 'R#';
const CHILD = 'C#';

const RECORD = 'R#';
export const recordKey = (recordID: string): Key => ({ pk: RECORD + recordID, sk: SELF });
export const isOfRecord = ({ pk }: Key): boolean => pk.startsWith(RECORD);
export const nodePartition = (node: string): string => `E#${node}`;
export const nodeKey = (node: string): Key => ({ pk: nodePartition(node), sk: SELF });
export const memberKey = (node: string, recordID: string): Key => ({
  pk: nodePartition(node),
  sk: MEMBERS + recordID,
});
/** Says that the record may stand in the node; the record's own item decides. */
export const memberItem = (node: string, recordID: string): Item => ({ ...memberKey(node, recordID) });
/** Says that a node was merged into the parent. */
export const childItem = (parent: string, child: string): Item => ({
  pk: nodePartition(parent),
  sk: CHILD + child,
});
export const keyOwnerKey = (hash: string): Key => ({ pk: `K#${hash}`, sk: SELF });
export const ownedHash = (key: Key): string => key.pk.slice(2);
export const postingPartition = (hash: string): string => `B#${hash}`;

/** A TAB parts id and record version: an id carries no control character. */
const POSTING_SEPARATOR = '\t';
/** Before every posting of its partition, because no id is empty. */
const OVER_FREQUENT_MARK = POSTING_SEPARATOR;
/** A node's id holds no blank, a record's id no TAB. */
const BLANK = ' ';
const LIST_SEPARATOR = '\t';

/** Says that the key yields no candidates any more. */
export const overFrequentMarkItem = (hash: string): Item => ({ pk: postingPartition(hash), sk: OVER_FREQUENT_MARK });
/** The same to be written, with how many records at least share the key. */
export const overFrequentMark = (hash: string, holders: number): Item => ({
  ...overFrequentMarkItem(hash),
  c: holders,
});
/** Of a mark that does not say it, the fewest that a deployment can have marked. */
export const holdersWhenMarked = (mark: Item): number =>
  (mark['c'] as number | undefined) ?? genericKeyRecordsBounds.least + 1;
/** Lists the over-frequent keys, for those who look after the rules. */
export const OVER_FREQUENT_KEYS = 'G#';
export const overFrequentKeyItem = (hash: string, ruleIDs: readonly string[]): Item => ({
  pk: OVER_FREQUENT_KEYS,
  sk: hash,
  r: ruleIDs,
});
export const overFrequentKeyOf = (hash: string): Key => ({ pk: OVER_FREQUENT_KEYS, sk: hash });
/** Lists a key that a search found over-frequent although it is not marked. */
export const unmarkedKeyItem = (hash: string, ruleIDs: readonly string[]): Item => ({
  ...overFrequentKeyItem(hash, ruleIDs),
  s: true,
});
export const isUnmarked = (listed: Item): boolean => listed['s'] === true;
export const isOverFrequentMark = (item: Item): boolean => item.sk === OVER_FREQUENT_MARK;

/** Claims a exact key for a node, unless somebody holds it. */
export const claimWrite = (hash: string, node: string, operation: string): Update => ({
  update: keyOwnerKey(hash),
  setIfAbsent: { n: node, o: operation },
});
/** Who claimed the key: of two looks that show the same, the key owner was there all the time in between. */
export const claimedByOf = (keyOwner: Item | undefined): string | undefined => keyOwner?.['o'] as string | undefined;
export const ownersOf = (keyOwner: Item | undefined): string[] => splitText(keyOwner?.['n'], BLANK);
export const ownersText = (holders: readonly string[]): string => holders.join(BLANK);

/** A list as one text, so that a write can be conditional on it. */
export const listText = (texts: Iterable<string>): string => [...new Set(texts)].sort().join(LIST_SEPARATOR);

/** Whether a list that is stored as text is what it was; an empty one is not stored. */
export const unchangedText = (attribute: string, text: string): Clause =>
  text === '' ? { attribute, absent: true } : { attribute, equals: text };

function splitText(text: Value | undefined, separator: string): string[] {
  return text === undefined || text === '' ? [] : (text as string).split(separator);
}

export interface Posting {
  readonly recordID: string;
  readonly recordVersion: string;
  readonly node: string;
  /** Carried values, in the order of the key plan's `carried`. */
  readonly values: readonly (readonly string[])[];
}

export const postingKey = (hash: string, posting: { recordID: string; recordVersion: string }): Key => ({
  pk: postingPartition(hash),
  sk: posting.recordID + POSTING_SEPARATOR + posting.recordVersion,
});

export function postingItem(hash: string, posting: Posting): Item {
  return {
    ...postingKey(hash, posting),
    n: posting.node,
    v: posting.values as Value,
  };
}

export function readPosting(item: Item): Posting {
  const end = item.sk.lastIndexOf(POSTING_SEPARATOR);
  return {
    recordID: item.sk.slice(0, end),
    recordVersion: item.sk.slice(end + 1),
    node: item['n'] as string,
    values: item['v'] as unknown as readonly (readonly string[])[],
  };
}

/** Hashes of the keys that a content is stored under: as key owners and as postings, without those of its groups. */
export interface WrittenKeys {
  readonly exact: readonly string[];
  readonly blocking: readonly string[];
}

/** So much of a content's digest says whether the keys were noted for this very content. */
const CONTENT_MARK = 6;

/** The keys in one text, marked with their content: a release that does not know them leaves them there as it changes it. */
export const writtenText = (digest: string, { exact, blocking }: WrittenKeys): string =>
  [digest.slice(0, CONTENT_MARK), exact.join(BLANK), blocking.join(BLANK)].join(LIST_SEPARATOR);

function readWritten(text: Value | undefined, digest: string): WrittenKeys | undefined {
  if (text === undefined) return undefined;
  const [mark, exact, blocking] = (text as string).split(LIST_SEPARATOR);
  if (mark !== digest.slice(0, CONTENT_MARK)) return undefined;
  return { exact: splitText(exact, BLANK), blocking: splitText(blocking, BLANK) };
}

/** A record as stored. */
export interface StoredRecord {
  readonly id: string;
  /** Payload as JSON text. */
  readonly document: string;
  /** Digest of the content, by which a resubmission is recognised. */
  readonly digest: string;
  readonly node: string;
  /** Identifies this content of this record; ascending in the order in which records were first stored. */
  readonly recordVersion: string;
  /** The operation whose journal entry, while it exists, says that the record is not yet published and linked. */
  readonly operation: string;
  /** Ids of records that this one has no edge with, whatever the rules say. */
  readonly removedLinks: readonly string[];
  /** Groups whose records are linked with one another, whatever the rules say. */
  readonly groups: readonly string[];
  /** The keys that it is stored under, whatever the rules say by now; undefined when a release stored it that noted none. */
  readonly written?: WrittenKeys | undefined;
}

/** A record version is `operation.position`, and `~operation` when that operation changed the content. */
export const newRecordVersion = (operation: string, position: number): string =>
  `${operation}.${String(position).padStart(4, '0')}`;
export const changedRecordVersion = (recordVersion: string, operation: string): string =>
  `${recordVersion.split('~', 1)[0]}~${operation}`;
/** The operation that stored the record first. */
export const creatorOf = (recordVersion: string): string => recordVersion.split('.', 1)[0]!;

export function recordItem(record: StoredRecord): Item {
  return {
    ...recordKey(record.id),
    d: record.document,
    h: record.digest,
    n: record.node,
    i: record.recordVersion,
    o: record.operation,
    ...(record.removedLinks.length === 0 ? {} : { c: listText(record.removedLinks) }),
    ...(record.groups.length === 0 ? {} : { g: listText(record.groups) }),
    ...(record.written === undefined ? {} : { k: writtenText(record.digest, record.written) }),
  };
}

export function readRecord(item: Item): StoredRecord {
  return {
    id: item.pk.slice(2),
    document: item['d'] as string,
    digest: item['h'] as string,
    node: item['n'] as string,
    recordVersion: item['i'] as string,
    operation: item['o'] as string,
    removedLinks: splitText(item['c'], LIST_SEPARATOR),
    groups: splitText(item['g'], LIST_SEPARATOR),
    written: readWritten(item['k'], item['h'] as string),
  };
}

/** What one page of a node's partition tells. */
export interface NodeContent {
  parent?: string;
  /** The node is a part of a rebuild that did not make it an entity of its own. */
  unnamed?: boolean;
  readonly members: string[];
  readonly children: string[];
}

export function addToNode(content: NodeContent, item: Item): void {
  if (item.sk.startsWith(MEMBERS)) content.members.push(item.sk.slice(MEMBERS.length));
  else if (item.sk.startsWith(CHILD)) content.children.push(item.sk.slice(CHILD.length));
  else if (item.sk === SELF) {
    if (item['p'] !== undefined) content.parent = item['p'] as string;
    if (item['t'] !== undefined) content.unnamed = true;
  }
}
