import { compileFilter, type FilterCondition } from '../../entities/read/insights/filter.ts';
import type { EntityView } from '../../entities/types.ts';
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

/**
 * What is left of an entity when only some records are considered; of several parts the one with this record, else the
 * one with this id, else the largest. Undefined when nothing is left.
 */
export async function considerOne(
  entity: EntityView,
  keep: (record: RecordPayload) => boolean,
  wanted: { readonly recordID?: string; readonly partID?: string } = {},
): Promise<EntityView | undefined> {
  const parts = await entity.considering(keep);
  const { recordID, partID } = wanted;
  return (
    (recordID === undefined
      ? undefined
      : parts.find(({ records }) => records.some((record) => record['id'] === recordID))) ??
    (partID === undefined ? undefined : parts.find(({ id }) => id === partID)) ??
    parts[0]
  );
}

/** The id of the entity whose part has this id, such as `E` for `E-2`; undefined when the id is not that of a part. */
export function entityOfPart(id: string): string | undefined {
  return /^(.+)-[1-9]\d*$/.exec(id)?.[1];
}
