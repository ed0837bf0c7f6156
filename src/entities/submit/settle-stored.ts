import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { demandSign } from '../items/counters.ts';
import type { StoredRecord } from '../items/record.ts';
import { Candidates } from '../keys/candidates.ts';
import { notingOrphanedKeys } from '../keys/orphaned-keys.ts';
import type { PlacedRecord } from '../keys/placement.ts';
import { memberOf, publishedKeys } from '../keys/record-keys.ts';
import { Verdicts } from '../keys/verdicts.ts';
import { Pace } from '../pace.ts';
import { settle } from './settle.ts';

export interface SettleStoredOptions {
  /** The most records of an entity that is worked on. */
  readonly limit: number;
  /** True to publish the dormant keys of records that are linked already, and nothing else. */
  readonly dormantOnly?: boolean;
}

/** A stored record where it is, with the keys that it is stored under. */
export function asPlaced(rules: CompiledRuleConfig, stored: StoredRecord): PlacedRecord {
  const { id, node, recordVersion } = stored;
  const { values, given } = memberOf(rules, stored);
  const record = { id, values, keys: publishedKeys(stored, given) };
  return { record, node, recordVersion, placementEvidence: new Map() };
}

/**
 * Links stored records anew with everything that they belong together with now, one by one: each may need the lock of an
 * entity that another one of them is in. Returns false if an entity has more records than the limit.
 *
 * @throws RulesReplacedError if other rules came into force meanwhile: the sweeper redoes the operation by these
 */
export async function settleStored(
  context: Context,
  operation: string,
  records: readonly PlacedRecord[],
  deadline: Deadline,
  { limit, dormantOnly = false }: SettleStoredOptions,
): Promise<boolean> {
  const { store, rules, sign } = context;
  const clusters = dormantOnly ? [records] : records.map((one) => [one]);
  const verdicts = new Verdicts(rules, new Pace(async () => deadline.check()));
  for (const { record, recordVersion } of records) verdicts.noteOwn(record.id, recordVersion);
  return notingOrphanedKeys(context, records, async () => {
    let complete = true;
    for (const cluster of clusters) {
      const candidates = new Candidates(store, rules, { ...context, verdicts });
      const settled = await settle({
        context,
        operation,
        cluster,
        placementReason: 'founded',
        candidates,
        deadline,
        limit,
        dormantOnly,
      });
      complete &&= settled.complete;
    }
    await demandSign(store, operation, sign);
    return complete;
  });
}
