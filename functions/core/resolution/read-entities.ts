import type { RecordPayload } from '../matching/compiled.ts';
import { queryAll, type Store } from '../store/port.ts';
import { findStandings, readNode, type Standing } from './fragments.ts';
import { addToFragment, type FragmentContent, fragmentPartition, nodeKey, readRecord, recordKey } from './layout.ts';

/** A stored record with its payload. */
export interface EntityRecord {
  readonly id: string;
  readonly payload: RecordPayload;
  readonly incarnation: string;
  readonly fragment: string;
  readonly cuts: readonly string[];
  readonly groups: readonly string[];
}

/** After so many looks at an entity that is being taken apart, what was seen last is the answer. */
const LOOKS = 4;

/**
 * The entities that hold the fragments, by entity id in ascending order, each with its records in the order in which
 * they were first stored. Fragments that hold nothing (an id that nobody gave out) yield no entity.
 */
export async function readEntities(store: Store, fragments: Iterable<string>): Promise<Map<string, EntityRecord[]>> {
  const trees = await readTrees(store, fragments);
  return new Map([...trees].map(([root, { records }]) => [root, records]));
}

/** An entity as it is stored. */
export interface EntityTree {
  readonly records: EntityRecord[];
  /** Ids that were united with this one. */
  readonly aliases: readonly string[];
  readonly standing: Standing;
}

/** Like {@link readEntities}, with the ids and the bans. */
export async function readTrees(store: Store, fragments: Iterable<string>): Promise<Map<string, EntityTree>> {
  for (let look = 1; ; look++) {
    const { trees, moved } = await readOnce(store, fragments);
    if (!moved || look === LOOKS) return trees;
  }
}

/** One look; `moved` when records were moved meanwhile, so that one may have been missed between two places. */
async function readOnce(
  store: Store,
  fragments: Iterable<string>,
): Promise<{ trees: Map<string, EntityTree>; moved: boolean }> {
  const shapes = await readShapes(store, fragments);
  const roots = [...shapes.keys()];
  const found = new Map<string, { shape: Shape; fragments: string[] }>();
  for (const shape of shapes.values()) {
    for (const { recordID, fragment } of shape.members) {
      const seen = found.get(recordID);
      if (seen === undefined) found.set(recordID, { shape, fragments: [fragment] });
      else seen.fragments.push(fragment);
    }
  }
  const items = await store.getMany([...[...found.keys()].map(recordKey), ...roots.map(nodeKey)]);
  const byFragment = new Map<string, string>();
  for (const [root, shape] of shapes) for (const fragment of shape.fragments) byFragment.set(fragment, root);
  const records = new Map<string, EntityRecord[]>();
  for (let index = 0; index < found.size; index++) {
    const item = items[index];
    if (item === undefined) continue;
    const stored = readRecord(item);
    // The record's own item says where it stands; a member item elsewhere is a leftover.
    const root = byFragment.get(stored.fragment);
    if (root === undefined) continue;
    const entry: EntityRecord = {
      id: stored.id,
      payload: JSON.parse(stored.document) as RecordPayload,
      incarnation: stored.incarnation,
      fragment: stored.fragment,
      cuts: stored.cuts,
      groups: stored.groups,
    };
    const list = records.get(root);
    if (list === undefined) records.set(root, [entry]);
    else list.push(entry);
  }
  const moved = roots.some((root, index) => {
    const now = readNode(items[found.size + index]);
    const { state } = shapes.get(root)!.standing;
    return now.beat !== state.beat || now.epoch !== state.epoch;
  });
  const trees = new Map<string, EntityTree>();
  for (const [root, list] of [...records].sort(([a], [b]) => (a < b ? -1 : 1))) {
    list.sort((a, b) => (a.incarnation < b.incarnation ? -1 : 1));
    const { aliases, standing } = shapes.get(root)!;
    trees.set(root, { records: list, aliases: [...aliases].sort(), standing });
  }
  return { trees, moved };
}

interface Member {
  readonly recordID: string;
  readonly fragment: string;
}

/** What the items of an entity's fragments say. */
interface Shape {
  readonly standing: Standing;
  readonly members: Member[];
  readonly fragments: Set<string>;
  readonly aliases: string[];
}

/** The fragments and members of whole entities, by root. One round of queries for each level of the deepest tree. */
async function readShapes(store: Store, fragments: Iterable<string>): Promise<Map<string, Shape>> {
  for (let start: Iterable<string> = fragments; ; ) {
    const shapes = new Map<string, Shape>();
    for (const standing of (await findStandings(store, start)).values()) {
      shapes.set(standing.root, { standing, members: [], fragments: new Set(), aliases: [] });
    }
    let level = [...shapes].map(([root, shape]) => ({ shape, fragment: root }));
    let stale = false;
    while (level.length > 0 && !stale) {
      const contents = await Promise.all(level.map(({ fragment }) => readFragment(store, fragment)));
      const next: typeof level = [];
      level.forEach(({ shape, fragment }, index) => {
        const content = contents[index]!;
        const isRoot = fragment === shape.standing.root;
        // A root that was merged between the look and the query: its entity is to be read from the new root.
        if (isRoot && content.parent !== undefined) stale = true;
        shape.fragments.add(fragment);
        if (!isRoot && content.unnamed === undefined) shape.aliases.push(fragment);
        for (const recordID of content.members) shape.members.push({ recordID, fragment });
        for (const child of content.children) if (!shape.fragments.has(child)) next.push({ shape, fragment: child });
      });
      level = next;
    }
    if (!stale) return shapes;
    start = [...shapes.keys()];
  }
}
async function readFragment(store: Store, fragment: string): Promise<FragmentContent> {
  const content: FragmentContent = { members: [], children: [] };
  for await (const item of queryAll(store, fragmentPartition(fragment))) addToFragment(content, item);
  return content;
}
