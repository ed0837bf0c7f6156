import { compileFilter, type FilterCondition } from '../../entities/read/insights/filter.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { RequestContext } from './operation.ts';

/** The argument of the operations. */
export type ConsiderRecords = readonly FilterCondition[] | null | undefined;

/** Returns the test of a record; undefined if all are considered. Throws for invalid or denied conditions. */
export function consideredRecords(
  conditions: ConsiderRecords,
  { recordPaths, scopes, filterBudget }: RequestContext,
): ((record: RecordPayload) => boolean) | undefined {
  if (conditions == null) return undefined;
  for (const { field } of conditions) recordPaths.demand(field, scopes);
  return compileFilter(conditions, filterBudget);
}
