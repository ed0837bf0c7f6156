import { present } from '../../assert.ts';
import type { Item, Store, Write } from '../../store/port.ts';
import { findRoots } from '../forest/find.ts';
import type { FencedOutcome } from '../forest/lock.ts';
import type { Tree } from '../forest/read-tree.ts';
import { keyOwnerKey, ownersOf, ownersWrite } from '../items/index-keys.ts';
import type { Part } from './entity-parts.ts';
import type { RebuildFence } from './rebuild-fence.ts';
import type { Removed } from './still-connected.ts';

/** Key owners that one transaction changes, besides the lock. */
export const KEY_OWNERS_AT_ONCE = 90;

/** Who holds exact keys. */
export interface HoldingParts {
  /** Nodes of the parts that hold each key; none of a key that no record has any more. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Keys that the rules give. Others have owners only until all records have lost them, and get none anew. */
  readonly given: ReadonlySet<string>;
  /** Keys of removed content. */
  readonly removed: readonly string[];
}

/** Items of key owners by hash, as they were read. */
export type KeyOwnerItems = ReadonlyMap<string, Item | undefined>;

export async function readKeyOwnerItems(store: Store, hashes: readonly string[]): Promise<KeyOwnerItems> {
  const items = await store.getMany(hashes.map(keyOwnerKey));
  return new Map(hashes.map((hash, index) => [hash, items[index]]));
}

/** The exact keys of leaving parts and of removed content, with the parts that hold them. */
export function holdingParts(
  removed: readonly Removed[],
  kept: Part | undefined,
  leaving: readonly Part[],
): HoldingParts {
  const leavingKeys = leaving.flatMap(({ records }) => records.flatMap(({ written }) => written.exact));
  const removedKeys = removed.flatMap(({ exact }) => exact);
  const keys = [...removedKeys, ...leavingKeys];
  const holding = new Map(keys.map((hash) => [hash, new Set<string>()]));
  const given = new Set<string>();
  const found = { parts: holding, given, removed: removedKeys };
  if (holding.size === 0) return found;
  const all = kept === undefined ? leaving : [kept, ...leaving];
  for (const { node, records } of all) {
    for (const record of records) {
      for (const hash of record.written.exact) holding.get(hash)?.add(node);
      for (const { hash } of record.given) given.add(hash);
    }
  }
  return found;
}

/**
 * Who holds the keys of a round: parts that leave in it, and the entity for what leaves later. Parts that left before are
 * owners already. The last round takes the keys of removed content along.
 */
export function holdingInRound(
  { parts, given, removed }: HoldingParts,
  root: string,
  {
    leaving,
    isLast,
    left,
  }: { readonly leaving: readonly Part[]; readonly isLast: boolean; readonly left: ReadonlySet<string> },
): HoldingParts {
  const now = new Set(leaving.map(({ node }) => node));
  const keys = new Set([
    ...(isLast ? removed : []),
    ...leaving.flatMap(({ records }) => records.flatMap(({ written }) => written.exact)),
  ]);
  const holders = (hash: string) =>
    [...present(parts.get(hash), 'parts are known of each key that is pointed at them')]
      .filter((node) => !left.has(node))
      .map((node) => (now.has(node) ? node : root));
  return { parts: new Map([...keys].map((hash) => [hash, new Set(holders(hash))])), given, removed };
}

/** Makes the parts owners of the keys that they hold. */
export async function pointKeyOwners(
  store: Store,
  fence: RebuildFence,
  tree: Tree,
  holding: HoldingParts,
): Promise<Exclude<FencedOutcome, 'refused'>> {
  for (let open = [...holding.parts.keys()]; open.length > 0; ) {
    const now = open.slice(0, KEY_OWNERS_AT_ONCE);
    const writes = await keyOwnerWrites(store, fence.root, tree, holding, await readKeyOwnerItems(store, now));
    const outcome = writes.length === 0 ? 'applied' : await fence.write(writes);
    if (outcome === 'lock lost') return outcome;
    // An owner changed after it was read: read these again.
    open = [...open.slice(now.length), ...(outcome === 'applied' ? [] : now)];
  }
  return 'applied';
}

/** The writes that make the parts owners of their keys, each on condition that the owner is as it was read. */
export async function keyOwnerWrites(
  store: Store,
  root: string,
  { nodes }: Tree,
  holding: HoldingParts,
  items: KeyOwnerItems,
): Promise<Write[]> {
  const others = new Set([...items.values()].flatMap(ownersOf).filter((owner) => !nodes.has(owner)));
  // A node that an earlier rebuild left below the root may be missing in the tree that was read.
  const roots = await findRoots(store, others);
  const isElsewhere = (owner: string) => !nodes.has(owner) && roots.get(owner) !== root;
  return [...items].flatMap(([hash, item]) => {
    const before = ownersOf(item);
    const elsewhere = before.filter(isElsewhere);
    if (before.length === 0 && !holding.given.has(hash)) return [];
    const parts = present(holding.parts.get(hash), 'parts are known of each key that is pointed at them');
    // Only the part that stays holds the key, and the key's owner is in it already.
    if (parts.size === 1 && parts.has(root) && elsewhere.length < before.length) return [];
    const write = ownersWrite(hash, before, [...new Set([...elsewhere, ...parts])]);
    return write === undefined ? [] : [write];
  });
}
