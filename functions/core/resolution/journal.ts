import type { Item, Key, Value } from '../store/port.ts';
import { idFloor } from './ids.ts';

/**
 * The journal says which operations are under way, so that whatever a crash cuts off is finished by someone else. An
 * entry is written before the first trace of its operation and deleted after the last.
 */
const SHARDS = 16;

/** Content that a record loses, by an update or because it is erased, and where it stood. */
export interface RemovedContent {
  readonly recordID: string;
  readonly incarnation: string;
  readonly fragment: string;
  readonly deciding: readonly string[];
  readonly suggesting: readonly string[];
}

/** What there is to finish. */
export interface Work {
  /** Records to publish and link, as far as the operation stored them. */
  readonly recordIDs: readonly string[];
  /** What is counted when the operation is finished: new records and new entities. */
  readonly created: number;
  readonly founded: number;
  readonly removed: readonly RemovedContent[];
  /** Fragments whose entities are to be rebuilt because edges were cut. */
  readonly rebuild: readonly string[];
  /** Records with a cut edge: the entities in which they stand by then are to be rebuilt as well. */
  readonly cut: readonly string[];
  /** Reference of the ban that is to stand between the parts of the rebuild. */
  readonly ban?: string;
  /** References of lifted bans: the records of the entities that they kept apart are to be linked anew. */
  readonly relink: readonly string[];
}

export interface JournalEntry extends Work {
  readonly key: Key;
  readonly operation: string;
  /** Set when a record of the operation was erased before the operation ended: it did store its records. */
  readonly stored: boolean;
}

export const NO_WORK: Work = { recordIDs: [], created: 0, founded: 0, removed: [], rebuild: [], cut: [], relink: [] };

/** Spreads entries over partitions, so that no one partition takes every write. */
const shardOf = (operation: string): number => Number.parseInt(operation.slice(-2), 32) % SHARDS || 0;
const partition = (shard: number): string => `J#${shard}`;

/** Every journal partition. */
export const journalPartitions: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => partition(shard));

/** The key whose item exists as long as the operation is unfinished. */
export const journalKey = (operation: string): Key => ({ pk: partition(shardOf(operation)), sk: operation });

export function journalItem(operation: string, work: Partial<Work>): Item {
  const item: Record<string, Value> = { ...journalKey(operation) };
  if (work.recordIDs !== undefined && work.recordIDs.length > 0) item['r'] = work.recordIDs;
  if (work.created !== undefined && work.created > 0) item['c'] = work.created;
  if (work.founded !== undefined && work.founded > 0) item['f'] = work.founded;
  if (work.removed !== undefined && work.removed.length > 0) item['m'] = JSON.stringify(work.removed);
  if (work.rebuild !== undefined && work.rebuild.length > 0) item['n'] = work.rebuild;
  if (work.cut !== undefined && work.cut.length > 0) item['k'] = work.cut;
  if (work.ban !== undefined) item['b'] = work.ban;
  if (work.relink !== undefined && work.relink.length > 0) item['l'] = work.relink;
  return item as Item;
}

export function readJournalEntry(item: Item): JournalEntry {
  const texts = (name: string) => (item[name] as readonly string[] | undefined) ?? [];
  const ban = item['b'] as string | undefined;
  return {
    key: { pk: item.pk, sk: item.sk },
    operation: item.sk,
    recordIDs: texts('r'),
    created: (item['c'] as number | undefined) ?? 0,
    founded: (item['f'] as number | undefined) ?? 0,
    removed: item['m'] === undefined ? [] : (JSON.parse(item['m'] as string) as RemovedContent[]),
    rebuild: texts('n'),
    cut: texts('k'),
    ...(ban === undefined ? {} : { ban }),
    relink: texts('l'),
    stored: item['s'] !== undefined,
  };
}

/** Whether the entry's operation began before the moment. */
export const isOlderThan = (entry: Key, milliseconds: number): boolean => entry.sk < idFloor(milliseconds);
