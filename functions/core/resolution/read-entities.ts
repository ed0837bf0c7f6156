import type { RecordPayload } from '../matching/compiled.ts';
import type { Store } from '../store/port.ts';
import { Forest, type ForestSeen, type TreeSeen } from './forest.ts';
import type { RootSeen } from './fragments.ts';
import type { StoredRecord } from './layout.ts';

/** A stored record with its payload. */
export interface EntityRecord {
  readonly id: string;
  readonly payload: RecordPayload;
  readonly incarnation: string;
  readonly fragment: string;
  readonly cuts: readonly string[];
  readonly groups: readonly string[];
}

/** An entity as it is stored. */
export interface EntityTree {
  /** In the order in which they were first stored. */
  readonly records: EntityRecord[];
  /** Ids that were united with this one, in ascending order. */
  readonly aliases: readonly string[];
  readonly standing: RootSeen;
}

/** After so many looks at an entity that is being taken apart again and again, what was seen last is the answer. */
export const LOOKS = 16;

/**
 * The entities that hold the fragments, by entity id in ascending order, each with its records in the order in which
 * they were first stored. Fragments that hold nothing (an id that nobody gave out) yield no entity.
 */
export async function readEntities(store: Store, fragments: Iterable<string>): Promise<Map<string, EntityRecord[]>> {
  const trees = await readTrees(store, fragments);
  return new Map([...trees].map(([root, { records }]) => [root, records]));
}

/** Like {@link readEntities}, with the ids and the bans. Two rounds of calls for entities of one fragment. */
export async function readTrees(
  store: Store,
  fragments: Iterable<string>,
  /** Entities with more members are left out; not much more of them is read than shows it. */
  most?: number,
): Promise<Map<string, EntityTree>> {
  const wanted = [...fragments];
  const remembered = new Set<string>();
  for (let look = 1; ; look++) {
    const seen = await new Forest(store, most).trees(wanted, remembered);
    if (!seen.torn || look === LOOKS) return entityTrees(seen);
  }
}

/** What was seen, by entity id in ascending order. */
export function entityTrees({ trees }: ForestSeen): Map<string, EntityTree> {
  return new Map([...trees].sort(([a], [b]) => (a < b ? -1 : 1)).map(([root, tree]) => [root, entityTree(tree)]));
}

function entityTree({ root, state, records, aliases }: TreeSeen): EntityTree {
  return { records: records.map(entityRecord), aliases, standing: { root, state } };
}

function entityRecord({ id, document, incarnation, fragment, cuts, groups }: StoredRecord): EntityRecord {
  return { id, payload: JSON.parse(document) as RecordPayload, incarnation, fragment, cuts, groups };
}
