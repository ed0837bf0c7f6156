import type { Resolution } from '../../../src/entities/types.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';

/** Entities to choose from, and bytes of their records. */
const LOOKED_AT = 20;
const MOST_BYTES = 1_000_000;

/** Records of a stored entity to make examples of: of one with several records, if a few entities have one. */
export async function storedExample(resolution: Pick<Resolution, 'listEntities'>): Promise<readonly RecordPayload[]> {
  const { entities } = await resolution.listEntities({ first: LOOKED_AT, maxBytes: MOST_BYTES });
  const entity = entities.find(({ records }) => records.length > 1) ?? entities[0];
  return entity?.records ?? [];
}
