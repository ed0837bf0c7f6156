import type { CompiledRuleConfig, RecordPayload } from '../matching/compiled.ts';
import type { Item, Step, Store, Write } from '../store/port.ts';
import { Candidates } from './candidates.ts';
import { type Arrival, type Cluster, formClusters } from './clusters.ts';
import { Deadline } from './deadline.ts';
import { RecordExistsError, type RecordProblem, SubmitRefusedError } from './errors.ts';
import { findRoots } from './fragments.ts';
import { newID } from './ids.ts';
import { journalItem, journalKey } from './journal.ts';
import { anchorKey, memberItem, readRecord, recordItem, recordKey, type StoredRecord } from './layout.ts';
import { anchorsAfter, linkClusters, type PlacedRecord, publicationOf } from './link.ts';
import type { SubmitOutcome, SubmittedRecord } from './resolution.ts';
import { type PreparedRecord, prepareBatch } from './validate.ts';

/**
 * The protocol of submit. Its invariants, each kept by the order of the writes below:
 *
 * 1. *Journal first.* An entry exists from before the first trace of a record until the record is linked with
 *    everything stored before it; whoever finds an old entry finishes the work (sweep.ts).
 * 2. *One truth.* A record stands in the fragment that its record item names; a member item without it is ignored.
 * 3. *Publish, then look.* A record's keys are written before those of others are read: of two concurrent submits with
 *    a common key at least the later publisher sees the earlier one.
 * 4. *Keys only grow and parents only descend,* so evidence that two fragments are one never expires, and any number of
 *    submits may unite the same entities in any order.
 */
export interface SubmitDependencies {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
  readonly now: () => number;
}

/** A new or unfinished record with the place chosen for it. */
interface Placement extends PlacedRecord {
  readonly arrival: Arrival;
}

export async function submit(
  dependencies: SubmitDependencies,
  payloads: readonly RecordPayload[],
): Promise<SubmittedRecord[]> {
  const { records, positions } = prepareBatch(payloads, dependencies.rules);
  const deadline = new Deadline(dependencies.now);
  for (;;) {
    const pass = await tryToSubmit(dependencies, records, deadline);
    if (pass === undefined) continue;
    const answered = new Set<number>();
    return positions.map((position): SubmittedRecord => {
      const { id } = records[position]!;
      const outcome: SubmitOutcome = pass.created.has(id) && !answered.has(position) ? 'CREATED' : 'UNCHANGED';
      answered.add(position);
      return { id, entityID: pass.entities.get(id)!, outcome };
    });
  }
}

interface Pass {
  /** Entity id by record id. */
  readonly entities: Map<string, string>;
  readonly created: ReadonlySet<string>;
}

/** One pass; undefined when another writer stored one of the records between the first look and the write: the next pass finds it. */
async function tryToSubmit(
  { store, rules, now }: SubmitDependencies,
  records: readonly PreparedRecord[],
  deadline: Deadline,
): Promise<Pass | undefined> {
  const candidates = new Candidates(store, rules);
  const decidingHashes = distinctDecidingHashes(records);
  const [items] = await Promise.all([
    store.getMany([...records.map((record) => recordKey(record.id)), ...decidingHashes.map(anchorKey)]),
    candidates.read(records, { consistent: false }),
  ]);
  const { arrivals, settled } = await sortArrivals(store, records, items.slice(0, records.length));
  const entitiesOfSettled = settled.length === 0 ? new Map<string, string>() : await entitiesOf(store, settled);
  if (arrivals.length === 0) return { entities: entitiesOfSettled, created: new Set() };

  const anchors = new Map<string, string>();
  decidingHashes.forEach((hash, index) => {
    const fragment = items[records.length + index]?.['n'] as string | undefined;
    if (fragment !== undefined) anchors.set(hash, fragment);
  });
  const operation = newID(now());
  const clusters = placeClusters(formClusters(arrivals, anchors, candidates, rules), operation, now);
  const placements = clusters.flatMap((cluster) => cluster.placed);

  const publication = publicationOf(clusters, anchors);
  deadline.check();
  const [, stored, published] = await store.inOrder([
    { each: announcement(operation, placements) },
    recordStep(placements, operation),
    { each: [...publication.claims, ...publication.postings] },
  ]);
  if (!stored!.applied) {
    // Nothing of this pass was stored. Its member items stay: without a record that names their fragment they are
    // ignored, while deleting one could take it from a writer who has chosen the same place.
    await store.write([{ delete: journalKey(operation) }]);
    const winners = stored!.outcomes.flatMap(({ before }) => (before === undefined ? [] : [readRecord(before)]));
    refuseChanged(
      records,
      records.map((record) => winners.find((winner) => winner.id === record.id)),
    );
    return undefined;
  }
  const held = anchorsAfter(anchors, publication, published!.outcomes);
  const entities = await linkClusters(store, clusters, held, candidates, deadline);
  await Promise.all([store.discard([journalKey(operation)]), store.durable()]);
  for (const [id, entity] of entitiesOfSettled) entities.set(id, entity);
  const created = arrivals.filter((arrival) => arrival.stored === undefined).map(({ record }) => record.id);
  return { entities, created: new Set(created) };
}

function distinctDecidingHashes(records: readonly PreparedRecord[]): string[] {
  const hashes = new Set<string>();
  for (const { keys } of records) for (const key of keys) if (key.plan.deciding) hashes.add(key.hash);
  return [...hashes];
}

/** Parts a batch into what is to be done and what is stored and finished; refuses it when a record is stored with other content. */
async function sortArrivals(
  store: Store,
  records: readonly PreparedRecord[],
  items: readonly (Item | undefined)[],
): Promise<{ arrivals: Arrival[]; settled: StoredRecord[] }> {
  if (items.every((item) => item === undefined))
    return { arrivals: records.map((record) => ({ record })), settled: [] };
  const stored = items.map((item) => (item === undefined ? undefined : readRecord(item)));
  refuseChanged(records, stored);
  const found = stored.filter((record) => record !== undefined);
  const entries = await store.getMany(found.map((record) => journalKey(record.operation)));
  const settled = found.filter((_, index) => entries[index] === undefined);
  const settledIDs = new Set(settled.map((record) => record.id));
  const arrivals: Arrival[] = [];
  records.forEach((record, index) => {
    const before = stored[index];
    if (before === undefined) arrivals.push({ record });
    else if (!settledIDs.has(record.id)) arrivals.push({ record, stored: before });
  });
  return { arrivals, settled };
}

function refuseChanged(records: readonly PreparedRecord[], stored: readonly (StoredRecord | undefined)[]): void {
  const problems: RecordProblem[] = [];
  records.forEach((record, position) => {
    const before = stored[position];
    if (before !== undefined && before.digest !== record.digest) {
      problems.push({ index: record.index, error: new RecordExistsError(record.id) });
    }
  });
  if (problems.length > 0) throw new SubmitRefusedError(problems);
}

async function entitiesOf(store: Store, records: readonly StoredRecord[]): Promise<Map<string, string>> {
  const roots = await findRoots(
    store,
    records.map((record) => record.fragment),
  );
  return new Map(records.map((record) => [record.id, roots.get(record.fragment)!]));
}

interface PlacedArrivals {
  readonly placed: readonly Placement[];
  readonly fragments: ReadonlySet<string>;
}

/** New records join the oldest fragment that their cluster is known to belong to, or found a new one together. */
function placeClusters(clusters: readonly Cluster[], operation: string, now: () => number): PlacedArrivals[] {
  let position = 0;
  return clusters.map(({ arrivals, fragments }) => {
    const home = fragments.size === 0 ? newID(now()) : [...fragments].sort()[0]!;
    const placed = arrivals.map((arrival): Placement => {
      const incarnation = arrival.stored?.incarnation ?? `${operation}.${String(position).padStart(4, '0')}`;
      position += 1;
      return { arrival, record: arrival.record, fragment: arrival.stored?.fragment ?? home, incarnation };
    });
    return { placed, fragments };
  });
}

/** A new record is put if there is none; an unfinished one is taken over from its operation if nobody else did. */
function recordWrite({ arrival, record, fragment, incarnation }: Placement, operation: string): Write {
  if (arrival.stored !== undefined) {
    return {
      update: recordKey(record.id),
      set: { o: operation },
      if: [{ attribute: 'o', equals: arrival.stored.operation }],
    };
  }
  return {
    put: recordItem({
      id: record.id,
      document: record.document,
      digest: record.digest,
      fragment,
      incarnation,
      operation,
    }),
    if: [{ item: 'absent' }],
  };
}

/** The journal entry, and the members that point to where the records will be. */
function announcement(operation: string, placements: readonly Placement[]): Write[] {
  const ids = placements.map(({ record }) => record.id);
  const members = placements.map(({ record, fragment }): Write => ({ put: memberItem(fragment, record.id) }));
  return [{ put: journalItem(operation, ids) }, ...members];
}

/**
 * Stores all records of a pass or none: a batch is one transaction, so that neither a crash nor another writer ever
 * leaves half of what was placed together.
 */
function recordStep(placements: readonly Placement[], operation: string): Step {
  const writes = placements.map((placement) => recordWrite(placement, operation));
  return writes.length === 1 ? { each: writes } : { all: writes };
}
