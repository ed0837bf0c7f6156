import type { Clause, Item, Key, Update, Value } from '../../store/port.ts';
import { genericKeyRecordsBounds } from './generic-keys.ts';

/**
 * The items of the table. A *fragment* is a set of records that were stored together or joined one another; an entity
 * is a tree of fragments. `R#id` is the truth about a record: everything else may be too much, never too little, and is
 * checked against it.
 *
 * | item    | pk          | sk            | attributes |
 * |---------|-------------|---------------|------------|
 * | record  | `R#id`      | `#`           | `d` payload as JSON text, `h` digest of the content, `n` fragment, `i` incarnation, `o` operation that finishes it, `c` ids that it is cut from, `g` groups that it was submitted with, `k` keys that it is stored under, `f` see reservation.ts |
 * | node    | `E#n`       | `#`           | `p` parent fragment; no item, or no `p`: a root. `v` epoch, `x` lock, `y` beat of the lock, `b` bans, `z` holds nothing any more, `t` not yet an entity of its own |
 * | member  | `E#n`       | `R#id`        | – |
 * | child   | `E#n`       | `C#m`         | – ; fragment m was merged into n |
 * | anchor  | `K#hash`    | `#`           | `n` fragments that hold the deciding key, parted by a blank; more than one only where cuts or bans keep holders apart. `o` operation that claimed the key, which tells an anchor from a later one |
 * | posting | `B#hash`    | `id` TAB `i`  | `n` fragment, `v` values to judge with |
 * | generic | `B#hash`    | TAB           | `c` so many records at least had the suggesting key when it was marked: too many |
 * | generic | `G#`        | hash          | `r` rules whose key it is; `s` when the key links nothing and a search found it too frequent |
 * | ban     | `X#ref`     | fragment      | `g` side of the ban that the fragment's entity is on |
 * | counter | `N#shard`   | `#`           | `r` records, `e` entities |
 * | journal | `J#shard`   | operation id  | see journal.ts |
 * | slate   | `S#shard`   | `#`           | see slate.ts; on DynamoDB |
 * | notice  | `V#shard`   | name          | see notices.ts; with entity events only, as are `T#`, `D#` and `W#` of src/events |
 * | register | `Q#`       | `#`           | see entities/rule-versions; the rules that the keys were made by, with their document in `Q#name` |
 */

export const SELF = '#';
/** Before the sort key of every member of a fragment. */
export const MEMBERS = 'R#';
const CHILD = 'C#';

const RECORD = 'R#';
export const recordKey = (recordID: string): Key => ({ pk: RECORD + recordID, sk: SELF });
export const isOfRecord = ({ pk }: Key): boolean => pk.startsWith(RECORD);
export const fragmentPartition = (fragment: string): string => `E#${fragment}`;
export const nodeKey = (fragment: string): Key => ({ pk: fragmentPartition(fragment), sk: SELF });
export const memberKey = (fragment: string, recordID: string): Key => ({
  pk: fragmentPartition(fragment),
  sk: MEMBERS + recordID,
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
/** Before every posting of its partition, because no id is empty. */
const GENERIC = POSTING_SEPARATOR;
/** A fragment's id holds no blank, a record's id no TAB. */
const HOLDER_SEPARATOR = ' ';
const LIST_SEPARATOR = '\t';

/** Says that the key yields no candidates any more. */
export const genericItem = (hash: string): Item => ({ pk: postingPartition(hash), sk: GENERIC });
/** The same to be written, with how many records at least share the key. */
export const genericMark = (hash: string, holders: number): Item => ({ ...genericItem(hash), c: holders });
/** Of a mark that does not say it, the fewest that a deployment can have marked. */
export const holdersWhenMarked = (mark: Item): number =>
  (mark['c'] as number | undefined) ?? genericKeyRecordsBounds.least + 1;
/** Lists the generic keys, for those who look after the rules. */
export const GENERIC_KEYS = 'G#';
export const genericKeyItem = (hash: string, ruleIDs: readonly string[]): Item => ({
  pk: GENERIC_KEYS,
  sk: hash,
  r: ruleIDs,
});
export const genericKeyOf = (hash: string): Key => ({ pk: GENERIC_KEYS, sk: hash });
/** Lists a key that a search found over-frequent although it is not marked. */
export const frequentKeyItem = (hash: string, ruleIDs: readonly string[]): Item => ({
  ...genericKeyItem(hash, ruleIDs),
  s: true,
});
export const isFrequentOnly = (listed: Item): boolean => listed['s'] === true;
export const isGeneric = (item: Item): boolean => item.sk === GENERIC;

/** Claims a deciding key for a fragment, unless somebody holds it. */
export const claimWrite = (hash: string, fragment: string, operation: string): Update => ({
  update: anchorKey(hash),
  setIfAbsent: { n: fragment, o: operation },
});
/** Who claimed the key: of two looks that show the same, the anchor was there all the time in between. */
export const claimantOf = (anchor: Item | undefined): string | undefined => anchor?.['o'] as string | undefined;
export const holdersOf = (anchor: Item | undefined): string[] => splitText(anchor?.['n'], HOLDER_SEPARATOR);
export const holdersText = (holders: readonly string[]): string => holders.join(HOLDER_SEPARATOR);

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
  readonly incarnation: string;
  readonly fragment: string;
  /** Carried values, in the order of the key plan's `carried`. */
  readonly values: readonly (readonly string[])[];
}

export const postingKey = (hash: string, posting: { recordID: string; incarnation: string }): Key => ({
  pk: postingPartition(hash),
  sk: posting.recordID + POSTING_SEPARATOR + posting.incarnation,
});

export function postingItem(hash: string, posting: Posting): Item {
  return {
    ...postingKey(hash, posting),
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

/** Hashes of the keys that a content is stored under: as anchors and as postings, without those of its groups. */
export interface WrittenKeys {
  readonly deciding: readonly string[];
  readonly suggesting: readonly string[];
}

/** So much of a content's digest says whether the keys were noted for this very content. */
const CONTENT_MARK = 6;

/** The keys in one text, marked with their content: a release that does not know them leaves them there as it changes it. */
export const writtenText = (digest: string, { deciding, suggesting }: WrittenKeys): string =>
  [digest.slice(0, CONTENT_MARK), deciding.join(HOLDER_SEPARATOR), suggesting.join(HOLDER_SEPARATOR)].join(
    LIST_SEPARATOR,
  );

function readWritten(text: Value | undefined, digest: string): WrittenKeys | undefined {
  if (text === undefined) return undefined;
  const [mark, deciding, suggesting] = (text as string).split(LIST_SEPARATOR);
  if (mark !== digest.slice(0, CONTENT_MARK)) return undefined;
  return { deciding: splitText(deciding, HOLDER_SEPARATOR), suggesting: splitText(suggesting, HOLDER_SEPARATOR) };
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
  /** Ids of records that this one has no edge with, whatever the rules say. */
  readonly cuts: readonly string[];
  /** Groups whose records are linked with one another, whatever the rules say. */
  readonly groups: readonly string[];
  /** The keys that it is stored under, whatever the rules say by now; undefined when a release stored it that noted none. */
  readonly written?: WrittenKeys | undefined;
}

/** An incarnation is `operation.position`, and `~operation` when that operation changed the content. */
export const newIncarnation = (operation: string, position: number): string =>
  `${operation}.${String(position).padStart(4, '0')}`;
export const changedIncarnation = (incarnation: string, operation: string): string =>
  `${incarnation.split('~', 1)[0]}~${operation}`;
/** The operation that stored the record first. */
export const creatorOf = (incarnation: string): string => incarnation.split('.', 1)[0]!;

export function recordItem(record: StoredRecord): Item {
  return {
    ...recordKey(record.id),
    d: record.document,
    h: record.digest,
    n: record.fragment,
    i: record.incarnation,
    o: record.operation,
    ...(record.cuts.length === 0 ? {} : { c: listText(record.cuts) }),
    ...(record.groups.length === 0 ? {} : { g: listText(record.groups) }),
    ...(record.written === undefined ? {} : { k: writtenText(record.digest, record.written) }),
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
    cuts: splitText(item['c'], LIST_SEPARATOR),
    groups: splitText(item['g'], LIST_SEPARATOR),
    written: readWritten(item['k'], item['h'] as string),
  };
}

/** What one page of a fragment's partition tells. */
export interface FragmentContent {
  parent?: string;
  /** The fragment is a part of a rebuild that did not make it an entity of its own. */
  unnamed?: boolean;
  readonly members: string[];
  readonly children: string[];
}

export function addToFragment(content: FragmentContent, item: Item): void {
  if (item.sk.startsWith(MEMBERS)) content.members.push(item.sk.slice(MEMBERS.length));
  else if (item.sk.startsWith(CHILD)) content.children.push(item.sk.slice(CHILD.length));
  else if (item.sk === SELF) {
    if (item['p'] !== undefined) content.parent = item['p'] as string;
    if (item['t'] !== undefined) content.unnamed = true;
  }
}
