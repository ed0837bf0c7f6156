import type { Key, Store, Update } from '../store/port.ts';

/** How many records and entities there are; exact whenever no operation is unfinished. */
export interface Counts {
  readonly records: number;
  readonly entities: number;
}

/** Spread over items, so that concurrent transactions rarely meet at one. */
const SHARDS = 64;

const counterKey = (shard: number): Key => ({ pk: `N#${shard}`, sk: '#' });

function shardOf(operation: string): number {
  let sum = 0;
  for (let index = 0; index < operation.length; index++) sum = (sum * 31 + operation.charCodeAt(index)) >>> 0;
  return sum % SHARDS;
}

/** The write, if one is needed, that counts what the transaction around it does. */
export function countWrites(operation: string, { records, entities }: Counts): Update[] {
  if (records === 0 && entities === 0) return [];
  return [{ update: counterKey(shardOf(operation)), add: { r: records, e: entities } }];
}

export async function readCounts(store: Store): Promise<Counts> {
  const items = await store.getMany(Array.from({ length: SHARDS }, (_, shard) => counterKey(shard)));
  let records = 0;
  let entities = 0;
  for (const item of items) {
    records += (item?.['r'] as number | undefined) ?? 0;
    entities += (item?.['e'] as number | undefined) ?? 0;
  }
  return { records, entities };
}
