import type { Key, Store, Update } from '../../store/port.ts';
import { pendingShardKeys } from './pending-shard.ts';
import { shardOf } from './shards.ts';

/** The numbers of records and entities. They are exact when no operation is unfinished. */
export interface Counts {
  readonly records: number;
  readonly entities: number;
}

/**
 * | item    | pk        | sk  | attributes |
 * |---------|-----------|-----|------------|
 * | counter | `N#shard` | `#` | `r` records, `e` entities |
 *
 * Spread over items, so that concurrent transactions rarely write the same one. Pending-operations shards have counters
 * of their own (pending-shard.ts).
 */
const SHARDS = 64;

const counterKey = (shard: number): Key => ({ pk: `N#${shard}`, sk: '#' });

/** The write, if one is needed, that counts what its transaction does. */
export function countWrites(operation: string, { records, entities }: Counts): Update[] {
  if (records === 0 && entities === 0) return [];
  return [{ update: counterKey(shardOf(operation, SHARDS)), add: { r: records, e: entities } }];
}

export async function readCounts(store: Store): Promise<Counts> {
  const counters = Array.from({ length: SHARDS }, (_, shard) => counterKey(shard));
  const items = await store.getMany([...counters, ...pendingShardKeys]);
  let records = 0;
  let entities = 0;
  for (const item of items) {
    records += (item?.['r'] as number | undefined) ?? 0;
    entities += (item?.['e'] as number | undefined) ?? 0;
  }
  return { records, entities };
}
