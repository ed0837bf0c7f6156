import type { RecordPayload } from '../../rules/types.ts';
import type { EntityView } from './types.ts';

type Keep = (record: RecordPayload) => boolean;

/** The parts of the entities that a search still hits when only some records are considered. */
export async function considerInSearch(entities: readonly EntityView[], keep: Keep): Promise<EntityView[]> {
  const considered: EntityView[] = [];
  for (const entity of entities) {
    const parts = await entity.considering(keep);
    considered.push(...parts.filter((part) => part === entity || Object.keys(part.hits()).length > 0));
  }
  return considered;
}

/**
 * What is left of an entity when only some records are considered; of several parts the one with this record, else the
 * one with this id, else the largest. Undefined when nothing is left.
 */
export async function considerOne(
  entity: EntityView,
  keep: Keep,
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
