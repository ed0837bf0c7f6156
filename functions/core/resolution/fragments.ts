import type { Store } from '../store/port.ts';
import type { Deadline } from './deadline.ts';
import { childItem, nodeKey } from './layout.ts';

/**
 * Fragments form trees by their parent pointers; the root's id is the entity's id. A parent is always older (its id is
 * smaller), so that pointers descend, no cycle can form, and the oldest entity keeps its id.
 */

/** The roots of fragments, by strongly consistent reads: one round of reads for each level of the deepest tree. */
export async function findRoots(store: Store, fragments: Iterable<string>): Promise<Map<string, string>> {
  const roots = new Map<string, string>();
  for (const fragment of fragments) roots.set(fragment, fragment);
  let open = [...roots.keys()];
  const parents = new Map<string, string>();
  while (open.length > 0) {
    const nodes = await store.getMany(open.map(nodeKey));
    const next = new Set<string>();
    nodes.forEach((node, index) => {
      const parent = node?.['p'] as string | undefined;
      if (parent === undefined) return;
      parents.set(open[index]!, parent);
      if (!parents.has(parent)) next.add(parent);
    });
    open = [...next];
  }
  if (parents.size === 0) return roots;
  const long: { fragment: string; old: string; root: string }[] = [];
  for (const fragment of roots.keys()) {
    let root = fragment;
    let steps = 0;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) {
      root = parent;
      steps += 1;
    }
    roots.set(fragment, root);
    if (steps > 2) long.push({ fragment, old: parents.get(fragment)!, root });
  }
  if (long.length > 0) await shorten(store, long);
  return roots;
}

/** Points the far end of a long chain at its root, so that the next reader needs one step. */
async function shorten(store: Store, chains: readonly { fragment: string; old: string; root: string }[]) {
  await store.write(
    chains.map(({ fragment, old, root }) => ({
      update: nodeKey(fragment),
      set: { p: root },
      if: [{ attribute: 'p', equals: old }],
    })),
  );
}

/**
 * Makes one entity of the entities that hold the fragments, and answers its id. Two roots become one in one
 * transaction that fails when either is no root any more; then it looks again.
 */
export async function unite(store: Store, fragments: readonly string[], deadline: Deadline): Promise<string> {
  for (;;) {
    const found = await findRoots(store, fragments);
    const roots = [...new Set(found.values())].sort();
    const parent = roots[0]!;
    if (roots.length === 1) return parent;
    for (const child of roots.slice(1)) {
      deadline.check();
      const { applied } = await store.transact([
        { update: nodeKey(child), set: { p: parent }, if: [{ attribute: 'p', absent: true }] },
        { check: nodeKey(parent), if: [{ attribute: 'p', absent: true }] },
        { put: childItem(parent, child) },
      ]);
      if (!applied) break;
    }
  }
}
