import type { RecordPayload } from '../matching/compiled.ts';
import { DryRunStore } from './dry-run-store.ts';
import { ComputedEntityView } from './entity-view.ts';
import { readEntities } from './read-entities.ts';
import type { EntityView } from './resolution.ts';
import { type SubmitDependencies, submit } from './submit.ts';

/**
 * Submits and reads the entities that the records belong to afterwards. A dry run does the very same on a store that
 * keeps what is written to itself, so that it can never answer anything else; the id of a new entity is then made up.
 */
export async function submitWithPreview(
  dependencies: SubmitDependencies,
  records: readonly RecordPayload[],
  dryRun: boolean,
): Promise<EntityView[]> {
  const { rules } = dependencies;
  const store = dryRun ? new DryRunStore(dependencies.store) : dependencies.store;
  const submitted = await submit({ ...dependencies, store }, records);
  const entities = await readEntities(store, new Set(submitted.map(({ entityID }) => entityID)));
  return [...entities].map(([id, entries]) => new ComputedEntityView(id, entries, rules));
}
