import type { Item, Key } from '../store/port.ts';
import { idFloor } from './ids.ts';

/**
 * The journal says which operations are under way, so that whatever a crash cuts off is finished by someone else. An
 * entry is written before the first trace of its operation and deleted after the last.
 */
const SHARDS = 16;

export interface JournalEntry {
  readonly key: Key;
  readonly operation: string;
  readonly recordIDs: readonly string[];
}

/** Spreads entries over partitions, so that no one partition takes every write. */
const shardOf = (operation: string): number => Number.parseInt(operation.slice(-2), 32) % SHARDS || 0;
const partition = (shard: number): string => `J#${shard}`;

/** Every journal partition. */
export const journalPartitions: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => partition(shard));

/** The key whose item exists as long as the operation is unfinished. */
export const journalKey = (operation: string): Key => ({ pk: partition(shardOf(operation)), sk: operation });

export const journalItem = (operation: string, recordIDs: readonly string[]): Item => ({
  ...journalKey(operation),
  r: recordIDs,
});

export const readJournalEntry = (item: Item): JournalEntry => ({
  key: { pk: item.pk, sk: item.sk },
  operation: item.sk,
  recordIDs: item['r'] as readonly string[],
});

/** Whether the entry's operation began before the moment. */
export const isOlderThan = (entry: Key, milliseconds: number): boolean => entry.sk < idFloor(milliseconds);
