import type { RecordPayload } from '../../rules/types.ts';
import { DryRunStore } from '../../store/dry-run-store.ts';
import { noObserver } from '../observer.ts';
import { readTrees } from '../read/read-entities.ts';
import type { EntityView } from '../read/types.ts';
import { viewOfTree } from '../read/view-of-tree.ts';
import type { SubmitOptions } from './submit.ts';
import { type SubmitDependencies, submit } from './submit.ts';

/**
 * Submits, then reads the entities that the records belong to. A dry run runs the same code on a store that keeps its
 * writes to itself, so that its answer is the same; only the id of a new entity differs.
 */
export async function submitWithPreview(
  dependencies: SubmitDependencies,
  records: readonly RecordPayload[],
  { dryRun, ...options }: SubmitOptions & { readonly dryRun: boolean },
): Promise<readonly EntityView[]> {
  const { rules } = dependencies;
  // A dry run changes nothing, so nothing is counted.
  const context = dryRun
    ? {
        ...dependencies,
        store: new DryRunStore(dependencies.store),
        observer: noObserver,
        onOverFrequentKey: () => undefined,
        beforeStoring: async () => {},
      }
    : dependencies;
  const { store } = context;
  const submitted = await submit(context, records, options);
  const trees = await readTrees(store, new Set(submitted.map(({ entityID }) => entityID)));
  return [...trees].map(([id, tree]) => viewOfTree(store, rules.inForce ?? rules, id, tree));
}
