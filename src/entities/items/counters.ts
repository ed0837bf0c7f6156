import type { Key, Store, Update } from '../../store/port.ts';
import { pendingShardKeys } from './pending-shard.ts';
import { shardOf } from './shards.ts';

/** How many records and entities there are; exact whenever no operation is unfinished. */
export interface Counts {
  readonly records: number;
  readonly entities: number;
}

/** Spread over items, so that concurrent transactions rarely meet at one. Pending-operations shards count by themselves (pending-operations shard.ts). */
const SHARDS = 64;

const counterKey = (shard: number): Key => ({ pk: `N#${shard}`, sk: '#' });

/** The write, if one is needed, that counts what the transaction around it does. */
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
