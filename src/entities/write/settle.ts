import type { Item, Store, Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { cannotLink, type FindResult, findSets, isSame, type Joining, joinRoots } from '../forest/nodes.ts';
import type { RemovedContent } from '../items/journal.ts';
import {
  claimedByOf,
  claimWrite,
  keyOwnerKey,
  listText,
  memberItem,
  ownersOf,
  ownersText,
  type Posting,
  postingItem,
  readRecord,
  recordKey,
  type StoredRecord,
} from '../items/layout.ts';
import { Pace, UNITS_OF_RECORD } from '../pace.ts';
import { type Candidates, carriedValues, type KeyedRecord } from '../read/candidates.ts';
import { hashesOf, keysOf, publishedKeys } from '../read/components.ts';
import { readEntities } from '../read/read-entities.ts';
import { waitForLock } from './lock.ts';
import { REBUILD_IN_REQUEST, rebuild } from './rebuild.ts';
import { rebuildAll, removedContent } from './removal.ts';

/** What a new record was put into a stored node for: the key's key owner named it, or a candidate stood in it. */
export type PlacementEvidence =
  | { readonly hash: string; readonly claimedBy: string | undefined }
  | { readonly recordID: string; readonly recordVersion: string };

/** A stored record that is to be linked where something may have left entities. */
export interface Unsettled {
  readonly record: KeyedRecord;
  readonly node: string;
  readonly recordVersion: string;
  /** Per node that the record was put into one cluster for. */
  readonly placementEvidence: ReadonlyMap<string, PlacementEvidence>;
}

/**
 * - `founded`: the records stand in a node made for them, or a rebuild has seen them there.
 * - `witnessed`: they were put where their evidence stood.
 * - `unknown`: nobody remembers why they stand where they stand.
 */
export type PlacementReason = 'founded' | 'evidence' | 'unknown';

export interface Settled {
  /** Entity id by record id. */
  readonly entities: Map<string, string>;
  /** False when an entity that is too large for a request is left to the sweeper. */
  readonly complete: boolean;
}

/**
 * Links stored records in a world where records leave entities. Every decision is taken on evidence that was read
 * between two looks that show the same roots, with the same versions and no lock, so that nothing left those entities in
 * between:
 *
 * 1. look at the roots; 2. publish what is missing; 3. read the evidence; 4. look at the roots again; if anything is
 * different, begin again. Then, if the records may stand where they have no business (their evidence are gone), rebuild
 * the entity, which puts them right; if the evidence names other roots, unite with them, on condition that the versions
 * still hold; else done. A constraint refuses a union; then the record's own entity is named in its key owners as well.
 */
export async function settle(
  context: Context,
  operation: string,
  cluster: readonly Unsettled[],
  placementReason: PlacementReason,
  candidates: Candidates,
  deadline: Deadline,
  limit: number = REBUILD_IN_REQUEST,
): Promise<Settled> {
  const { store } = context;
  const entities = new Map<string, string>();
  let isPlacementSure = placementReason === 'founded';
  let complete = true;
  // What the look before the first write found spares most records a second look here.
  let known = new Set(cluster.flatMap(({ placementEvidence }) => [...placementEvidence.keys()]));
  const cleaned = new Set<string>();
  for (;;) {
    deadline.check();
    // Where the records are expected, so that nearly always one round shows them and their roots.
    for (const { node } of cluster) known.add(node);
    const [items, seen] = await Promise.all([
      store.getMany(cluster.map(({ record }) => recordKey(record.id))),
      findSets(store, known),
    ]);
    const present: Present[] = [];
    const gone: RemovedContent[] = [];
    cluster.forEach((unsettled, index) => {
      const stored = items[index] === undefined ? undefined : readRecord(items[index]!);
      if (stored?.recordVersion === unsettled.recordVersion) {
        // Groups may have been added since.
        const keys = publishedKeys(stored, keysOf(context.rules, unsettled.record.values, stored.groups));
        present.push({ ...unsettled, record: { ...unsettled.record, keys }, stored });
      } else if (!cleaned.has(unsettled.record.id)) {
        cleaned.add(unsettled.record.id);
        const { record, recordVersion, node } = unsettled;
        gone.push(removedContent({ id: record.id, recordVersion, node }, hashesOf(record.keys)));
        entities.set(unsettled.record.id, stored?.node ?? unsettled.node);
      }
    });
    // Changed or erased since: what was published late must not stay.
    if (gone.length > 0)
      complete = (await rebuildAll(context, gone, { everywhere: true, limit }, deadline)).complete && complete;
    if (present.length === 0) break;

    for (const { stored } of present) known.add(stored.node);
    const unseen = [...known].filter((node) => gone.length > 0 || !seen.has(node));
    const before = new Map([...seen, ...(await findSets(store, unseen))]);
    const locked = [...before.values()].find(({ state }) => state.lock !== undefined);
    if (locked !== undefined) {
      await waitForLock(context, locked.root, deadline);
      continue;
    }
    const keyOwners = await publish(store, operation, present, candidates, deadline);
    await candidates.read(
      present.map(({ record }) => record),
      { consistent: true },
    );
    const evidence = await gather(context, present, keyOwners, candidates);
    const nodes = new Set(present.flatMap(({ stored }) => [stored.node]));
    for (const { found, keyOwners } of evidence) {
      for (const node of found) nodes.add(node);
      for (const { holders } of keyOwners.values()) for (const holder of holders) nodes.add(holder);
    }
    const [after, again] = await Promise.all([
      findSets(store, nodes),
      store.getMany(present.map(({ stored }) => recordKey(stored.id))),
    ]);
    known = nodes;
    // The records may have been moved, changed or cut between their first read and the first look at the roots.
    const stayed = present.every(({ stored }, index) => isAsRead(again[index], stored));
    if (!stayed || !isStable(before, after)) continue;

    const misplaced = present.some(({ stored }) => after.get(stored.node)!.state.empty);
    if (
      misplaced ||
      (!isPlacementSure && !(placementReason === 'evidence' && isPlacementEvidenceIntact(cluster, evidence, after)))
    ) {
      const handled = new Set<string>();
      for (const { stored } of present) {
        if (handled.has(stored.node)) continue;
        const plan = { removed: [], leaves: false };
        const rebuilt = await rebuild(context, stored.node, plan, deadline, limit);
        for (const node of rebuilt.nodes) handled.add(node);
        complete &&= rebuilt.complete;
      }
      isPlacementSure = true;
      continue;
    }
    if (await uniteEvidence(context, operation, evidence, after, deadline)) continue;
    if (await nameInKeyOwners(store, evidence, after, deadline)) continue;
    for (const { stored } of present) entities.set(stored.id, after.get(stored.node)!.root);
    break;
  }
  return { entities, complete };
}

function isAsRead(item: Item | undefined, { node, recordVersion, removedLinks }: StoredRecord): boolean {
  if (item === undefined) return false;
  const now = readRecord(item);
  return (
    now.node === node && now.recordVersion === recordVersion && listText(now.removedLinks) === listText(removedLinks)
  );
}

interface Present extends Unsettled {
  readonly stored: StoredRecord;
}

interface Evidence {
  readonly present: Present;
  /** By exact key. */
  readonly keyOwners: ReadonlyMap<string, KeyOwner>;
  /** Nodes in which a candidate stands that is linked with the record, as its record item says. */
  readonly candidates: ReadonlyMap<string, StoredRecord>;
  /** Every node that the record belongs together with. */
  readonly found: ReadonlySet<string>;
}

/**
 * Whether every node belonged to the same root before, and that root was as it is now. It is not enough that the root
 * is known: something may have left the node while it had another root, before it was united with this one.
 */
function isStable(before: ReadonlyMap<string, FindResult>, after: ReadonlyMap<string, FindResult>): boolean {
  for (const [node, { root, state }] of after) {
    const seen = before.get(node);
    if (seen === undefined || seen.root !== root || !isSame(seen.state, state)) return false;
  }
  return true;
}

interface KeyOwner {
  readonly holders: readonly string[];
  readonly claimedBy: string | undefined;
}

/** Writes what others find the records by, and answers who holds their exact keys: to claim a key is to look at it. */
async function publish(
  store: Store,
  operation: string,
  present: readonly Present[],
  candidates: Candidates,
  deadline: Deadline,
): Promise<Map<string, KeyOwner>> {
  const hashes = [...new Set(present.flatMap(({ record }) => record.keys.filter(isExact).map(({ hash }) => hash)))];
  const [items] = await Promise.all([
    store.getMany(hashes.map(keyOwnerKey)),
    candidates.begin(present.map(({ record }) => record)),
  ]);
  const keyOwners = new Map<string, KeyOwner>();
  const note = (hash: string, item: Item) =>
    keyOwners.set(hash, { holders: ownersOf(item), claimedBy: claimedByOf(item) });
  hashes.forEach((hash, index) => {
    if (items[index] !== undefined) note(hash, items[index]);
  });
  const claims = new Map<string, { readonly update: Update; readonly node: string }>();
  const writes: Write[] = [];
  for (const { record, stored } of present) {
    const { node } = stored;
    writes.push({ put: memberItem(node, stored.id) });
    for (const key of record.keys) {
      if (key.plan.exact) {
        if (keyOwners.has(key.hash)) continue;
        claims.set(key.hash, { update: claimWrite(key.hash, node, operation), node });
      } else if (!candidates.isClosedTo(stored.id, key.hash)) {
        writes.push({
          put: postingItem(key.hash, {
            recordID: stored.id,
            recordVersion: stored.recordVersion,
            node,
            values: carriedValues(key, record.values),
          }),
        });
      }
    }
  }
  deadline.check();
  const outcomes = await store.write([...[...claims.values()].map(({ update }) => update), ...writes]);
  [...claims].forEach(([hash, { node }], index) => {
    const { before } = outcomes[index]!;
    if (before === undefined) keyOwners.set(hash, { holders: [node], claimedBy: operation });
    else note(hash, before);
  });
  return keyOwners;
}

function gather(
  context: Context,
  present: readonly Present[],
  held: ReadonlyMap<string, KeyOwner>,
  candidates: Candidates,
): Promise<Evidence[]> {
  const { store } = context;
  return Promise.all(
    present.map(async (one): Promise<Evidence> => {
      const keyOwners = new Map(one.record.keys.filter(isExact).map(({ hash }) => [hash, held.get(hash)!] as const));
      const standing = await verify(store, one, candidates.linked(one.record));
      const found = new Set(standing.keys());
      if (one.stored.removedLinks.length === 0)
        for (const { holders } of keyOwners.values()) for (const holder of holders) found.add(holder);
      else for (const node of await heldByOthers(context, one, keyOwners)) found.add(node);
      return { present: one, keyOwners, candidates: standing, found };
    }),
  );
}

const isExact = (key: { plan: { exact: boolean } }): boolean => key.plan.exact;

/**
 * Where linked candidates really stand: a posting is only a hint, its record's own item says whether it still has this
 * content and in which node. One candidate is enough for each node that the postings name.
 */
async function verify(
  store: Store,
  { stored, placementEvidence }: Present,
  postings: readonly Posting[],
): Promise<Map<string, StoredRecord>> {
  const standing = new Map<string, StoredRecord>();
  const asEvidence = new Set([...placementEvidence.values()].map((one) => ('recordID' in one ? one.recordID : '')));
  const linked = postings.filter(({ recordID }) => !stored.removedLinks.includes(recordID));
  let open = [
    ...linked.filter(({ recordID }) => asEvidence.has(recordID)),
    ...linked.filter(({ recordID }) => !asEvidence.has(recordID)),
  ];
  while (open.length > 0) {
    const byNode = new Map<string, Posting>();
    const rest: Posting[] = [];
    for (const posting of open) {
      if (standing.has(posting.node)) continue;
      if (byNode.has(posting.node)) rest.push(posting);
      else byNode.set(posting.node, posting);
    }
    const asked = [...byNode.values()];
    const items = await store.getMany(asked.map(({ recordID }) => recordKey(recordID)));
    items.forEach((item, index) => {
      if (item === undefined) return;
      const candidate = readRecord(item);
      if (candidate.recordVersion !== asked[index]!.recordVersion || candidate.removedLinks.includes(stored.id)) return;
      if (!standing.has(candidate.node)) standing.set(candidate.node, candidate);
    });
    open = rest;
  }
  return standing;
}

/** For a record that is cut from others, a key owner says too little: somebody else in the entity must hold the key. */
async function heldByOthers(
  { store, rules }: Context,
  { record, stored }: Present,
  keyOwners: ReadonlyMap<string, KeyOwner>,
): Promise<string[]> {
  const holders = new Set([...keyOwners.values()].flatMap((keyOwner) => keyOwner.holders));
  const found: string[] = [];
  const own = new Set(record.keys.filter(isExact).map(({ hash }) => hash));
  const pace = new Pace();
  for (const entries of (await readEntities(store, holders)).values()) {
    for (const entry of entries) {
      if (entry.id === stored.id || stored.removedLinks.includes(entry.id) || entry.removedLinks.includes(stored.id))
        continue;
      if (pace.isDue(UNITS_OF_RECORD)) await pace.rest();
      const keys = keysOf(rules, rules.resolve(entry.payload), entry.groups);
      if (!keys.some((key) => isExact(key) && own.has(key.hash))) continue;
      found.push(entry.node);
      break;
    }
  }
  return found;
}

/**
 * Whether what named the node that each record was put into is still there: in that very node, since somebody may
 * have left it and then been pulled back into its entity by the record itself; and the same key owner, since somebody who came
 * for the record may have claimed its key anew, or the record itself. A rebuild that left both in place has judged the
 * voucher; one that is still to come will judge the record.
 */
function isPlacementEvidenceIntact(
  cluster: readonly Unsettled[],
  evidence: readonly Evidence[],
  findResults: ReadonlyMap<string, FindResult>,
): boolean {
  return evidence.every(({ present, keyOwners, candidates }) => {
    const { node } = present.stored;
    if (findResults.get(node)!.state.empty) return false;
    const placedBy = present.placementEvidence.get(present.node);
    // It followed records of its batch, stored in the same moment: a rebuild may have seen and moved only some of them.
    if (placedBy === undefined) {
      const followed = evidence.filter((other) => other.present.node === present.node);
      return (
        followed.length === cluster.filter((other) => other.node === present.node).length &&
        followed.every((other) => other.present.stored.node === node)
      );
    }
    if ('hash' in placedBy) {
      const keyOwner = keyOwners.get(placedBy.hash);
      return keyOwner !== undefined && keyOwner.claimedBy === placedBy.claimedBy && keyOwner.holders.includes(node);
    }
    return [...candidates.values()].some(
      (candidate) =>
        candidate.id === placedBy.recordID &&
        candidate.recordVersion === placedBy.recordVersion &&
        candidate.node === node,
    );
  });
}

/** Unites the entity of a record with another that it belongs to; answers whether there is something to look at again. */
async function uniteEvidence(
  joining: Joining,
  operation: string,
  evidence: readonly Evidence[],
  findResults: ReadonlyMap<string, FindResult>,
  deadline: Deadline,
): Promise<boolean> {
  for (const { present, found } of evidence) {
    const own = findResults.get(present.stored.node)!;
    for (const node of [...found].sort()) {
      const other = findResults.get(node)!;
      // Never two others with one another: where the record itself may not go, it links nothing.
      if (other.root === own.root || other.state.empty || cannotLink(own, other)) continue;
      deadline.check();
      await joinRoots(joining, operation, own, other);
      return true;
    }
  }
  return false;
}

/** Sees to it that every exact key of a record names the record's entity; answers whether something was missing. */
async function nameInKeyOwners(
  store: Store,
  evidence: readonly Evidence[],
  findResults: ReadonlyMap<string, FindResult>,
  deadline: Deadline,
): Promise<boolean> {
  const writes = new Map<string, Write>();
  for (const { present, keyOwners } of evidence) {
    const { root } = findResults.get(present.stored.node)!;
    for (const [hash, { holders }] of keyOwners) {
      if (holders.some((holder) => findResults.get(holder)!.root === root)) continue;
      // One for each entity is enough.
      const named = new Map(holders.map((holder) => [findResults.get(holder)!.root, holder]));
      writes.set(hash, {
        update: keyOwnerKey(hash),
        set: { n: ownersText([...named.values(), present.stored.node].sort()) },
        if: [holders.length === 0 ? { item: 'absent' } : { attribute: 'n', equals: ownersText(holders) }],
      });
    }
  }
  if (writes.size === 0) return false;
  deadline.check();
  await store.write([...writes.values()]);
  return true;
}
