import { compileFilter, type FilterCondition } from '../../entities/insights/filter.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { RequestContext } from './operation.ts';

/** The argument as operations take it. */
export type ConsiderRecords = readonly FilterCondition[] | null | undefined;

/** Whether a record is considered; undefined when all are. Throws for conditions that are not good or not allowed. */
export function consideredRecords(
  conditions: ConsiderRecords,
  { recordPaths, scopes, filterBudget }: RequestContext,
): ((record: RecordPayload) => boolean) | undefined {
  if (conditions == null) return undefined;
  for (const { field } of conditions) recordPaths.demand(field, scopes);
  return compileFilter(conditions, filterBudget);
}
