import { RetryableError } from '../../errors.ts';
import type { IndexKey, KeyPlan, PreparedSearch } from '../../rules/types.ts';
import { queryMany, type Store } from '../../store/port.ts';
import { listedKeyItem, listedKeyOf, postingPartition } from '../items/index-keys.ts';
import type { IncompleteReason, IncompleteRules } from './types.ts';

/** A key of the search that more records share than the search reads. */
export interface OverFrequentKey {
  readonly key: IndexKey;
  readonly reason: IncompleteReason;
  /** At least this many records share it. */
  readonly atLeast: number;
}

/** The rules of a search that are incomplete: one entry for each key plan and reason. */
export function incompleteRules(
  prepared: PreparedSearch,
  overFrequent: readonly OverFrequentKey[],
): readonly IncompleteRules[] {
  if (overFrequent.length === 0) return [];
  const plans = new Set<KeyPlan>(overFrequent.map(({ key }) => key.plan));
  const add = prepared.fieldsToAdd?.(plans) ?? [];
  const entries = new Map<string, IncompleteRules>();
  for (const { key, reason, atLeast } of overFrequent) {
    const { plan } = key;
    const rules = prepared.rulesServedBy?.(plan) ?? plan.ruleIDs;
    // No record can satisfy them with these parameters.
    if (rules.length === 0) continue;
    const name = `${reason} ${plan.signature}`;
    // Records may have several of a plan's keys, so only the count of the most frequent one is certain.
    const most = Math.max(atLeast, entries.get(name)?.atLeast ?? 0);
    entries.set(name, { rules, reason, atLeast: most, add });
  }
  return [...entries.values()];
}

/**
 * Lists keys that a search found over-frequent and that no submit marks, so that `metrics` can count them. If the store
 * fails, the search goes on; a later search lists them.
 */
export async function listFrequentKeys(store: Store, overFrequent: readonly OverFrequentKey[]): Promise<void> {
  const keys = overFrequent.filter(({ reason }) => reason === 'TOO_FREQUENT').map(({ key }) => key);
  if (keys.length === 0) return;
  try {
    const items = await store.getMany(
      keys.map(({ hash }) => listedKeyOf(hash)),
      { consistent: false },
    );
    const unlisted = keys.filter((_, index) => items[index] === undefined);
    if (unlisted.length > 0) await list(store, unlisted);
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
  }
}

/**
 * Lists keys, then reads their postings: an erasure that removes the last posting either finds the key listed, or is
 * seen here.
 */
async function list(store: Store, keys: readonly IndexKey[]): Promise<void> {
  await store.write(
    keys.map(({ hash, plan }) => ({
      put: listedKeyItem({ hash, ruleIDs: plan.ruleIDs, isMarked: false }),
      if: [{ item: 'absent' }],
    })),
  );
  const pages = await queryMany(
    store,
    keys.map(({ hash }) => postingPartition(hash)),
    { limit: 1 },
  );
  const gone = keys.filter((_, index) => pages[index]!.items.length === 0);
  if (gone.length > 0) await store.write(gone.map(({ hash }) => ({ delete: listedKeyOf(hash) })));
}
