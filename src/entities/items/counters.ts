import type { Check, Key, Store, Update } from '../../store/port.ts';
import { pendingShardKeys } from './pending-shard.ts';
import { isUnderSign, RulesReplacedError, type RulesSign, underSign } from './rules-sign.ts';
import { shardOf } from './shards.ts';

/** The numbers of records and entities. They are exact when no operation is unfinished. */
export interface Counts {
  readonly records: number;
  readonly entities: number;
}

/**
 * | item    | pk        | sk  | attributes |
 * |---------|-----------|-----|------------|
 * | counter | `N#shard` | `#` | `r` records, `e` entities, `q` sign of the rules (rules-sign.ts) |
 *
 * Spread over items, so that concurrent transactions rarely write the same one. Pending-operations shards have counters
 * of their own (pending-shard.ts).
 */
const SHARDS = 64;

export const counterKeys: readonly Key[] = Array.from({ length: SHARDS }, (_, shard) => ({
  pk: `N#${shard}`,
  sk: '#',
}));
const counterKey = (operation: string): Key => counterKeys[shardOf(operation, SHARDS)]!;

/**
 * The write, if one is needed, that counts what its transaction does. It refuses the transaction if other rules are in
 * force by now.
 */
export function countWrites(operation: string, { records, entities }: Counts, sign: RulesSign): Update[] {
  if (records === 0 && entities === 0) return [];
  return [{ update: counterKey(operation), add: { r: records, e: entities }, if: [underSign(sign)] }];
}

/** Refuses a transaction if other rules are in force by now. */
export const signCheck = (operation: string, sign: RulesSign): Check => ({
  check: counterKey(operation),
  if: [underSign(sign)],
});

/** Whether the rules are still in force, after all that the operation has written: what comes later sees all of it. */
async function isStillUnderSign(store: Pick<Store, 'getMany'>, operation: string, sign: RulesSign): Promise<boolean> {
  return isUnderSign((await store.getMany([counterKey(operation)]))[0], sign);
}

/** @throws RulesReplacedError as {@link isStillUnderSign} says */
export async function demandSign(store: Pick<Store, 'getMany'>, operation: string, sign: RulesSign): Promise<void> {
  if (!(await isStillUnderSign(store, operation, sign))) throw new RulesReplacedError();
}

export async function readCounts(store: Store): Promise<Counts> {
  const items = await store.getMany([...counterKeys, ...pendingShardKeys]);
  let records = 0;
  let entities = 0;
  for (const item of items) {
    records += (item?.['r'] as number | undefined) ?? 0;
    entities += (item?.['e'] as number | undefined) ?? 0;
  }
  return { records, entities };
}
