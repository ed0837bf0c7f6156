import type { Context } from '../context.ts';
import { ComputedEntityView } from '../read/entity-view.ts';
import { readTrees } from '../read/read-entities.ts';

/**
 * In a larger entity, no duplicates are looked for: the cost of a submit must not grow with the entity. One call reads
 * this many records.
 */
const JUDGED_RECORDS = 100;

/** The records that are duplicates of another record of their entity. Costs nothing if no rule makes duplicates. */
export async function duplicatesAmong(
  { store, rules }: Context,
  ids: readonly string[],
  entities: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (!rules.hasDuplicates || ids.length === 0) return found;
  const trees = await readTrees(store, new Set(ids.map((id) => entities.get(id)!)), JUDGED_RECORDS);
  for (const [id, tree] of trees) {
    if (tree.records.length === 1) continue;
    const view = new ComputedEntityView(id, tree.records, rules.inForce ?? rules);
    await view.prepare('duplicates');
    for (const duplicates of Object.values(view.duplicates())) for (const duplicate of duplicates) found.add(duplicate);
  }
  return found;
}
