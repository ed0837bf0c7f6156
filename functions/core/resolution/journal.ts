import type { Delete, Item, Key, Put } from '../store/port.ts';
import { idFloor } from './ids.ts';

/**
 * The journal says which operations are under way, so that whatever a crash cuts off is finished by someone else. An
 * entry is written before the first trace of its operation and deleted after the last.
 */
const SHARDS = 16;
/** Records of one journal item: 200 of the longest ids stay far below the item limit. */
const RECORDS_PER_ITEM = 200;

export interface JournaledRecord {
  readonly id: string;
  /** The fragment that the operation chose for the record. */
  readonly fragment: string;
}

export interface JournalEntry {
  readonly key: Key;
  readonly operation: string;
  readonly records: readonly JournaledRecord[];
}

/** Spreads entries over partitions, so that no one partition takes every write. */
const shardOf = (operation: string): number => Number.parseInt(operation.slice(-2), 32) % SHARDS || 0;
const partition = (shard: number): string => `J#${shard}`;

/** Every journal partition. */
export const journalPartitions: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => partition(shard));

const partKey = (operation: string, part: number): Key => ({
  pk: partition(shardOf(operation)),
  sk: `${operation}.${part}`,
});

/** The key whose item exists as long as the operation is unfinished. */
export const journalKey = (operation: string): Key => partKey(operation, 0);

export function journalPuts(operation: string, records: readonly JournaledRecord[]): Put[] {
  const puts: Put[] = [];
  for (let start = 0; start < records.length; start += RECORDS_PER_ITEM) {
    const part = records.slice(start, start + RECORDS_PER_ITEM);
    puts.push({
      put: { ...partKey(operation, puts.length), r: part.map((r) => r.id), n: part.map((r) => r.fragment) },
    });
  }
  return puts;
}

export function journalDeletes(operation: string, records: number): Delete[] {
  return Array.from({ length: Math.ceil(records / RECORDS_PER_ITEM) }, (_, part) => ({
    delete: partKey(operation, part),
  }));
}

export function readJournalEntry(item: Item): JournalEntry {
  const fragments = item['n'] as readonly string[];
  return {
    key: { pk: item.pk, sk: item.sk },
    operation: item.sk.slice(0, item.sk.indexOf('.')),
    records: (item['r'] as readonly string[]).map((id, index) => ({ id, fragment: fragments[index]! })),
  };
}

/** Whether the entry's operation began before the moment. */
export const isOlderThan = (entry: Key, milliseconds: number): boolean => entry.sk < idFloor(milliseconds);
