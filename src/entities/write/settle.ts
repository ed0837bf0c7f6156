import type { Item, Store, Update, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { findStandings, isSame, type Joining, joinRoots, keptApart, type Standing } from '../forest/fragments.ts';
import type { RemovedContent } from '../items/journal.ts';
import {
  anchorKey,
  claimantOf,
  claimWrite,
  holdersOf,
  holdersText,
  listText,
  memberItem,
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

/** What a new record was put into a stored fragment for: the key's anchor named it, or a candidate stood in it. */
export type Witness =
  | { readonly hash: string; readonly claimant: string | undefined }
  | { readonly recordID: string; readonly incarnation: string };

/** A stored record that is to be linked where something may have left entities. */
export interface Unsettled {
  readonly record: KeyedRecord;
  readonly fragment: string;
  readonly incarnation: string;
  /** Per fragment that the record was put into one cluster for. */
  readonly witnesses: ReadonlyMap<string, Witness>;
}

/**
 * - `founded`: the records stand in a fragment made for them, or a rebuild has seen them there.
 * - `witnessed`: they were put where their witnesses stood.
 * - `unknown`: nobody remembers why they stand where they stand.
 */
export type Justification = 'founded' | 'witnessed' | 'unknown';

export interface Settled {
  /** Entity id by record id. */
  readonly entities: Map<string, string>;
  /** False when an entity that is too large for a request is left to the sweeper. */
  readonly complete: boolean;
}

/**
 * Links stored records in a world where records leave entities. Every decision is taken on evidence that was read
 * between two looks that show the same roots, with the same epochs and no lock, so that nothing left those entities in
 * between:
 *
 * 1. look at the roots; 2. publish what is missing; 3. read the evidence; 4. look at the roots again; if anything is
 * different, begin again. Then, if the records may stand where they have no business (their witnesses are gone), rebuild
 * the entity, which puts them right; if the evidence names other roots, unite with them, on condition that the epochs
 * still hold; else done. A ban refuses a union; then the record's own entity is named in its anchors as well.
 */
export async function settle(
  context: Context,
  operation: string,
  cluster: readonly Unsettled[],
  justification: Justification,
  candidates: Candidates,
  deadline: Deadline,
  limit: number = REBUILD_IN_REQUEST,
): Promise<Settled> {
  const { store } = context;
  const entities = new Map<string, string>();
  let justified = justification === 'founded';
  let complete = true;
  // What the look before the first write found spares most records a second look here.
  let known = new Set(cluster.flatMap(({ witnesses }) => [...witnesses.keys()]));
  const cleaned = new Set<string>();
  for (;;) {
    deadline.check();
    // Where the records are expected, so that nearly always one round shows them and their roots.
    for (const { fragment } of cluster) known.add(fragment);
    const [items, seen] = await Promise.all([
      store.getMany(cluster.map(({ record }) => recordKey(record.id))),
      findStandings(store, known),
    ]);
    const present: Present[] = [];
    const gone: RemovedContent[] = [];
    cluster.forEach((unsettled, index) => {
      const stored = items[index] === undefined ? undefined : readRecord(items[index]!);
      if (stored?.incarnation === unsettled.incarnation) {
        // Groups may have been added since.
        const keys = publishedKeys(stored, keysOf(context.rules, unsettled.record.values, stored.groups));
        present.push({ ...unsettled, record: { ...unsettled.record, keys }, stored });
      } else if (!cleaned.has(unsettled.record.id)) {
        cleaned.add(unsettled.record.id);
        const { record, incarnation, fragment } = unsettled;
        gone.push(removedContent({ id: record.id, incarnation, fragment }, hashesOf(record.keys)));
        entities.set(unsettled.record.id, stored?.fragment ?? unsettled.fragment);
      }
    });
    // Changed or erased since: what was published late must not stay.
    if (gone.length > 0)
      complete = (await rebuildAll(context, gone, { everywhere: true, limit }, deadline)).complete && complete;
    if (present.length === 0) break;

    for (const { stored } of present) known.add(stored.fragment);
    const unseen = [...known].filter((fragment) => gone.length > 0 || !seen.has(fragment));
    const before = new Map([...seen, ...(await findStandings(store, unseen))]);
    const locked = [...before.values()].find(({ state }) => state.lock !== undefined);
    if (locked !== undefined) {
      await waitForLock(context, locked.root, deadline);
      continue;
    }
    const anchors = await publish(store, operation, present, candidates, deadline);
    await candidates.read(
      present.map(({ record }) => record),
      { consistent: true },
    );
    const evidence = await gather(context, present, anchors, candidates);
    const fragments = new Set(present.flatMap(({ stored }) => [stored.fragment]));
    for (const { found, anchors } of evidence) {
      for (const fragment of found) fragments.add(fragment);
      for (const { holders } of anchors.values()) for (const holder of holders) fragments.add(holder);
    }
    const [after, again] = await Promise.all([
      findStandings(store, fragments),
      store.getMany(present.map(({ stored }) => recordKey(stored.id))),
    ]);
    known = fragments;
    // The records may have been moved, changed or cut between their first read and the first look at the roots.
    const stayed = present.every(({ stored }, index) => isAsRead(again[index], stored));
    if (!stayed || !isStable(before, after)) continue;

    const strays = present.some(({ stored }) => after.get(stored.fragment)!.state.empty);
    if (strays || (!justified && !(justification === 'witnessed' && hasWitnesses(cluster, evidence, after)))) {
      const handled = new Set<string>();
      for (const { stored } of present) {
        if (handled.has(stored.fragment)) continue;
        const plan = { removed: [], leaves: false };
        const rebuilt = await rebuild(context, stored.fragment, plan, deadline, limit);
        for (const fragment of rebuilt.fragments) handled.add(fragment);
        complete &&= rebuilt.complete;
      }
      justified = true;
      continue;
    }
    if (await uniteEvidence(context, operation, evidence, after, deadline)) continue;
    if (await nameInAnchors(store, evidence, after, deadline)) continue;
    for (const { stored } of present) entities.set(stored.id, after.get(stored.fragment)!.root);
    break;
  }
  return { entities, complete };
}

function isAsRead(item: Item | undefined, { fragment, incarnation, cuts }: StoredRecord): boolean {
  if (item === undefined) return false;
  const now = readRecord(item);
  return now.fragment === fragment && now.incarnation === incarnation && listText(now.cuts) === listText(cuts);
}

interface Present extends Unsettled {
  readonly stored: StoredRecord;
}

interface Evidence {
  readonly present: Present;
  /** By deciding key. */
  readonly anchors: ReadonlyMap<string, Anchor>;
  /** Fragments in which a candidate stands that is linked with the record, as its record item says. */
  readonly candidates: ReadonlyMap<string, StoredRecord>;
  /** Every fragment that the record belongs together with. */
  readonly found: ReadonlySet<string>;
}

/**
 * Whether every fragment belonged to the same root before, and that root was as it is now. It is not enough that the root
 * is known: something may have left the fragment while it had another root, before it was united with this one.
 */
function isStable(before: ReadonlyMap<string, Standing>, after: ReadonlyMap<string, Standing>): boolean {
  for (const [fragment, { root, state }] of after) {
    const seen = before.get(fragment);
    if (seen === undefined || seen.root !== root || !isSame(seen.state, state)) return false;
  }
  return true;
}

interface Anchor {
  readonly holders: readonly string[];
  readonly claimant: string | undefined;
}

/** Writes what others find the records by, and answers who holds their deciding keys: to claim a key is to look at it. */
async function publish(
  store: Store,
  operation: string,
  present: readonly Present[],
  candidates: Candidates,
  deadline: Deadline,
): Promise<Map<string, Anchor>> {
  const hashes = [...new Set(present.flatMap(({ record }) => record.keys.filter(isDeciding).map(({ hash }) => hash)))];
  const [items] = await Promise.all([
    store.getMany(hashes.map(anchorKey)),
    candidates.begin(present.map(({ record }) => record)),
  ]);
  const anchors = new Map<string, Anchor>();
  const note = (hash: string, item: Item) =>
    anchors.set(hash, { holders: holdersOf(item), claimant: claimantOf(item) });
  hashes.forEach((hash, index) => {
    if (items[index] !== undefined) note(hash, items[index]);
  });
  const claims = new Map<string, { readonly update: Update; readonly fragment: string }>();
  const writes: Write[] = [];
  for (const { record, stored } of present) {
    const { fragment } = stored;
    writes.push({ put: memberItem(fragment, stored.id) });
    for (const key of record.keys) {
      if (key.plan.deciding) {
        if (anchors.has(key.hash)) continue;
        claims.set(key.hash, { update: claimWrite(key.hash, fragment, operation), fragment });
      } else if (!candidates.isClosedTo(stored.id, key.hash)) {
        writes.push({
          put: postingItem(key.hash, {
            recordID: stored.id,
            incarnation: stored.incarnation,
            fragment,
            values: carriedValues(key, record.values),
          }),
        });
      }
    }
  }
  deadline.check();
  const outcomes = await store.write([...[...claims.values()].map(({ update }) => update), ...writes]);
  [...claims].forEach(([hash, { fragment }], index) => {
    const { before } = outcomes[index]!;
    if (before === undefined) anchors.set(hash, { holders: [fragment], claimant: operation });
    else note(hash, before);
  });
  return anchors;
}

function gather(
  context: Context,
  present: readonly Present[],
  held: ReadonlyMap<string, Anchor>,
  candidates: Candidates,
): Promise<Evidence[]> {
  const { store } = context;
  return Promise.all(
    present.map(async (one): Promise<Evidence> => {
      const anchors = new Map(one.record.keys.filter(isDeciding).map(({ hash }) => [hash, held.get(hash)!] as const));
      const standing = await verify(store, one, candidates.linked(one.record));
      const found = new Set(standing.keys());
      if (one.stored.cuts.length === 0)
        for (const { holders } of anchors.values()) for (const holder of holders) found.add(holder);
      else for (const fragment of await heldByOthers(context, one, anchors)) found.add(fragment);
      return { present: one, anchors, candidates: standing, found };
    }),
  );
}

const isDeciding = (key: { plan: { deciding: boolean } }): boolean => key.plan.deciding;

/**
 * Where linked candidates really stand: a posting is only a hint, its record's own item says whether it still has this
 * content and in which fragment. One candidate is enough for each fragment that the postings name.
 */
async function verify(
  store: Store,
  { stored, witnesses }: Present,
  postings: readonly Posting[],
): Promise<Map<string, StoredRecord>> {
  const standing = new Map<string, StoredRecord>();
  const asWitness = new Set([...witnesses.values()].map((one) => ('recordID' in one ? one.recordID : '')));
  const linked = postings.filter(({ recordID }) => !stored.cuts.includes(recordID));
  let open = [
    ...linked.filter(({ recordID }) => asWitness.has(recordID)),
    ...linked.filter(({ recordID }) => !asWitness.has(recordID)),
  ];
  while (open.length > 0) {
    const byFragment = new Map<string, Posting>();
    const rest: Posting[] = [];
    for (const posting of open) {
      if (standing.has(posting.fragment)) continue;
      if (byFragment.has(posting.fragment)) rest.push(posting);
      else byFragment.set(posting.fragment, posting);
    }
    const asked = [...byFragment.values()];
    const items = await store.getMany(asked.map(({ recordID }) => recordKey(recordID)));
    items.forEach((item, index) => {
      if (item === undefined) return;
      const candidate = readRecord(item);
      if (candidate.incarnation !== asked[index]!.incarnation || candidate.cuts.includes(stored.id)) return;
      if (!standing.has(candidate.fragment)) standing.set(candidate.fragment, candidate);
    });
    open = rest;
  }
  return standing;
}

/** For a record that is cut from others, an anchor says too little: somebody else in the entity must hold the key. */
async function heldByOthers(
  { store, rules }: Context,
  { record, stored }: Present,
  anchors: ReadonlyMap<string, Anchor>,
): Promise<string[]> {
  const holders = new Set([...anchors.values()].flatMap((anchor) => anchor.holders));
  const found: string[] = [];
  const own = new Set(record.keys.filter(isDeciding).map(({ hash }) => hash));
  const pace = new Pace();
  for (const entries of (await readEntities(store, holders)).values()) {
    for (const entry of entries) {
      if (entry.id === stored.id || stored.cuts.includes(entry.id) || entry.cuts.includes(stored.id)) continue;
      if (pace.isDue(UNITS_OF_RECORD)) await pace.rest();
      const keys = keysOf(rules, rules.resolve(entry.payload), entry.groups);
      if (!keys.some((key) => isDeciding(key) && own.has(key.hash))) continue;
      found.push(entry.fragment);
      break;
    }
  }
  return found;
}

/**
 * Whether what named the fragment that each record was put into is still there: in that very fragment, since somebody may
 * have left it and then been pulled back into its entity by the record itself; and the same anchor, since somebody who came
 * for the record may have claimed its key anew, or the record itself. A rebuild that left both in place has judged the
 * voucher; one that is still to come will judge the record.
 */
function hasWitnesses(
  cluster: readonly Unsettled[],
  evidence: readonly Evidence[],
  standings: ReadonlyMap<string, Standing>,
): boolean {
  return evidence.every(({ present, anchors, candidates }) => {
    const { fragment } = present.stored;
    if (standings.get(fragment)!.state.empty) return false;
    const witness = present.witnesses.get(present.fragment);
    // It followed records of its batch, stored in the same moment: a rebuild may have seen and moved only some of them.
    if (witness === undefined) {
      const followed = evidence.filter((other) => other.present.fragment === present.fragment);
      return (
        followed.length === cluster.filter((other) => other.fragment === present.fragment).length &&
        followed.every((other) => other.present.stored.fragment === fragment)
      );
    }
    if ('hash' in witness) {
      const anchor = anchors.get(witness.hash);
      return anchor !== undefined && anchor.claimant === witness.claimant && anchor.holders.includes(fragment);
    }
    return [...candidates.values()].some(
      (candidate) =>
        candidate.id === witness.recordID &&
        candidate.incarnation === witness.incarnation &&
        candidate.fragment === fragment,
    );
  });
}

/** Unites the entity of a record with another that it belongs to; answers whether there is something to look at again. */
async function uniteEvidence(
  joining: Joining,
  operation: string,
  evidence: readonly Evidence[],
  standings: ReadonlyMap<string, Standing>,
  deadline: Deadline,
): Promise<boolean> {
  for (const { present, found } of evidence) {
    const own = standings.get(present.stored.fragment)!;
    for (const fragment of [...found].sort()) {
      const other = standings.get(fragment)!;
      // Never two others with one another: where the record itself may not go, it links nothing.
      if (other.root === own.root || other.state.empty || keptApart(own, other)) continue;
      deadline.check();
      await joinRoots(joining, operation, own, other);
      return true;
    }
  }
  return false;
}

/** Sees to it that every deciding key of a record names the record's entity; answers whether something was missing. */
async function nameInAnchors(
  store: Store,
  evidence: readonly Evidence[],
  standings: ReadonlyMap<string, Standing>,
  deadline: Deadline,
): Promise<boolean> {
  const writes = new Map<string, Write>();
  for (const { present, anchors } of evidence) {
    const { root } = standings.get(present.stored.fragment)!;
    for (const [hash, { holders }] of anchors) {
      if (holders.some((holder) => standings.get(holder)!.root === root)) continue;
      // One for each entity is enough.
      const named = new Map(holders.map((holder) => [standings.get(holder)!.root, holder]));
      writes.set(hash, {
        update: anchorKey(hash),
        set: { n: holdersText([...named.values(), present.stored.fragment].sort()) },
        if: [holders.length === 0 ? { item: 'absent' } : { attribute: 'n', equals: holdersText(holders) }],
      });
    }
  }
  if (writes.size === 0) return false;
  deadline.check();
  await store.write([...writes.values()]);
  return true;
}
