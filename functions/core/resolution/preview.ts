import type { RecordPayload } from '../matching/compiled.ts';
import { noObserver } from '../observer.ts';
import { DryRunStore } from './dry-run-store.ts';
import { readTrees } from './read-entities.ts';
import type { EntityView, SubmitOptions } from './resolution.ts';
import { type SubmitDependencies, submit } from './submit.ts';
import { viewOfTree } from './view-of-tree.ts';

/**
 * Submits and reads the entities that the records belong to afterwards. A dry run does the very same on a store that
 * keeps what is written to itself, so that it can never answer anything else; the id of a new entity is then made up.
 */
export async function submitWithPreview(
  dependencies: SubmitDependencies,
  records: readonly RecordPayload[],
  { dryRun, ...options }: SubmitOptions & { readonly dryRun: boolean },
): Promise<EntityView[]> {
  const { rules } = dependencies;
  // What a dry run would do does not happen: nobody counts it.
  const context = dryRun
    ? {
        ...dependencies,
        store: new DryRunStore(dependencies.store),
        observer: noObserver,
        onGenericKey: () => undefined,
        beforeStoring: async () => {},
      }
    : dependencies;
  const { store } = context;
  const submitted = await submit(context, records, options);
  const trees = await readTrees(store, new Set(submitted.map(({ entityID }) => entityID)));
  return [...trees].map(([id, tree]) => viewOfTree(store, rules, id, tree));
}
