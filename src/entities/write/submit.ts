import type { RecordPayload } from '../../rules/types.ts';
import type { Item, Outcome, Step, Store, Write } from '../../store/port.ts';
import { untilDecided } from '../again.ts';
import type { Cause, Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { RecordExistsError, type RecordProblem, SubmitRefusedError } from '../errors.ts';
import { findRoots } from '../forest/nodes.ts';
import { newID } from '../items/ids.ts';
import { closeEntry, isOpen, journalKey, openWrite, type Work, withdrawalWrite } from '../items/journal.ts';
import {
  claimedByOf,
  creatorOf,
  keyOwnerKey,
  listText,
  memberItem,
  newRecordVersion,
  ownersOf,
  readRecord,
  recordItem,
  recordKey,
  type StoredRecord,
  writtenText,
} from '../items/layout.ts';
import { causedBy, finishOutbox } from '../items/outbox.ts';
import type { PendingShards } from '../items/pending-shard.ts';
import {
  exceptReserved,
  NOT_STORED,
  RESERVATION,
  reservedBy,
  reserveNew,
  reserveUnfinished,
  takeReservation,
} from '../items/reservation.ts';
import { Candidates } from '../read/candidates.ts';
import { notedKeys, staticKey } from '../read/components.ts';
import type { SubmitOptions, SubmitOutcome, SubmittedRecord } from '../types.ts';
import { groupOf, type PreparedRecord, prepareBatch } from '../validate.ts';
import { changeContent } from './change-content.ts';
import { type Arrival, type Cluster, formClusters } from './clusters.ts';
import { duplicatesAmong } from './duplicates.ts';
import { keyOwnersAfter, linkClusters, type PlacedRecord, type Publication, publicationOf } from './link.ts';
import { noteOrphanedKeys } from './orphaned-keys.ts';
import { REBUILD_IN_REQUEST } from './rebuild.ts';
import type { PlacementReason } from './settle.ts';

/**
 * The protocol of submit. Its invariants, each kept by the order of the writes below:
 *
 * 1. *Journal first.* An entry exists from before a record is stored until it is linked with everything stored before
 *    it; the sweeper finishes the work of an old entry (sweep.ts). A record is stored only while its entry is open
 *    (reservation.ts).
 * 2. *One truth.* A record stands in the node that its record item names; a member item without it is ignored.
 * 3. *Publish, then look.* A record's keys are written before those of others are read: of two concurrent submits with
 *    a common key at least the later publisher sees the earlier one.
 * 4. *What left no entity is still there.* As long as no root on the way was ever rebuilt, keys only grow and parents
 *    only descend, so that evidence never expires and any number of submits may unite the same entities in any order.
 *    The look at the roots comes last, after the record is stored: a rebuild that locks a root before that look is seen
 *    by it, and one that locks it later sees the record.
 * 5. Where something did leave, settle.ts decides on evidence between two looks at the same versions.
 */
export interface SubmitDependencies extends Context {
  /** Whether changed content under a known id replaces what is stored, instead of being refused. */
  readonly updateRecords: boolean;
  readonly pendingShards: PendingShards;
  /** Waited for when a batch is found good, before anything of it is stored. */
  readonly beforeStoring: () => Promise<void>;
}

/** A new or unfinished record with the place chosen for it. */
interface Placement extends PlacedRecord {
  readonly record: PreparedRecord;
  readonly arrival: Arrival;
}

export async function submit(
  dependencies: SubmitDependencies,
  payloads: readonly RecordPayload[],
  options: SubmitOptions = {},
): Promise<SubmittedRecord[]> {
  const { observer } = dependencies;
  try {
    const submitted = await submitRecords(dependencies, payloads, options);
    for (const outcome of OUTCOMES) {
      let count = 0;
      for (const record of submitted) if (record.outcome === outcome) count += 1;
      if (count > 0) observer.records(outcome, count);
    }
    return submitted;
  } catch (error) {
    if (error instanceof SubmitRefusedError) observer.refusedRecords(error.problems.length);
    throw error;
  }
}

const OUTCOMES: readonly SubmitOutcome[] = ['CREATED', 'UPDATED', 'UNCHANGED', 'DUPLICATE'];

async function submitRecords(
  dependencies: SubmitDependencies,
  payloads: readonly RecordPayload[],
  { linkTogether = false }: SubmitOptions,
): Promise<SubmittedRecord[]> {
  const batch = prepareBatch(payloads, dependencies.rules);
  await dependencies.beforeStoring();
  const { positions } = batch;
  const group = linkTogether && batch.records.length > 1 ? groupOf(batch.records) : undefined;
  const records =
    group === undefined
      ? batch.records
      : batch.records.map((record) => ({ ...record, keys: [...record.keys, staticKey(group)], group }));
  const deadline = new Deadline(dependencies);
  const stored: Stored = { outcomes: new Map(), operations: new Set() };
  const { outcomes } = stored;
  let passes = 0;
  for (;;) {
    const entities = await untilDecided(dependencies, deadline, () => {
      passes += 1;
      return tryToSubmit(dependencies, records, stored, deadline, { consistent: passes > 1 });
    });
    if (entities === undefined) continue;
    const fresh = records.filter(({ id }) => outcomes.has(id)).map(({ id }) => id);
    const duplicates = await duplicatesAmong(dependencies, fresh, entities);
    const cut = batch.records.reduce((sum, { cutValues }) => sum + cutValues, 0);
    if (cut > 0) dependencies.observer.cutValues(cut);
    const answered = new Set<number>();
    return positions.map((position): SubmittedRecord => {
      const { id } = records[position]!;
      const outcome = answered.has(position) ? undefined : outcomes.get(id);
      answered.add(position);
      return {
        id,
        entityID: entities.get(id)!,
        outcome: outcome === undefined ? 'UNCHANGED' : duplicates.has(id) ? 'DUPLICATE' : outcome,
      };
    });
  }
}

/** What the passes of one submit stored. */
interface Stored {
  readonly outcomes: Map<string, SubmitOutcome>;
  /** Operations that may have stored something. */
  readonly operations: Set<string>;
}

/**
 * One pass; answers entity ids by record id, and notes what it stored. Undefined when another writer
 * stored or changed one of the records between the first look and the write: the next pass finds it.
 *
 * The look need not be consistent in a first pass. What it shows was true once: it is the look of somebody slow, and
 * whatever has come since is met like whatever comes between a look and a write. Only what is answered without a write
 * hangs on it, and that is looked at again.
 */
async function tryToSubmit(
  dependencies: SubmitDependencies,
  records: readonly PreparedRecord[],
  { outcomes, operations }: Stored,
  deadline: Deadline,
  look: { readonly consistent: boolean },
): Promise<Map<string, string> | undefined> {
  const { store, rules, now, pendingShards } = dependencies;
  const candidates = new Candidates(store, rules, dependencies);
  const decidingHashes = distinctExactHashes(records);
  const [items, found] = await Promise.all([
    store.getMany([...records.map((record) => recordKey(record.id)), ...decidingHashes.map(keyOwnerKey)], look),
    candidates.read(records, { consistent: false }),
  ]);
  // At a later look the submit's own records are among them.
  if (!look.consistent) dependencies.observer.submitCandidates(found);
  const seen = items.slice(0, records.length);
  const { arrivals, settled, changes } = await sortArrivals(dependencies, records, seen);
  // Of a pass that never learnt whether it stored them.
  for (const { record, stored } of arrivals) {
    if (stored !== undefined && operations.has(creatorOf(stored.recordVersion))) outcomes.set(record.id, 'CREATED');
  }
  const entities = settled.length === 0 ? new Map<string, string>() : await entitiesOf(store, settled);

  if (arrivals.length > 0) {
    const keyOwners = new Map<string, readonly string[]>();
    const claimedBy = new Map<string, string | undefined>();
    decidingHashes.forEach((hash, index) => {
      const item = items[records.length + index];
      if (item === undefined) return;
      keyOwners.set(hash, ownersOf(item));
      claimedBy.set(hash, claimedByOf(item));
    });
    const recordIDs = arrivals.map(({ record }) => record.id);
    const operation = pendingShards.newOperation(store, now(), recordIDs);
    const clusters = placeClusters(formClusters(arrivals, { keyOwners, claimedBy }, candidates, rules), operation, now);
    const placements = clusters.flatMap((cluster) => cluster.placed);
    const created = arrivals.filter((arrival) => arrival.stored === undefined).map(({ record }) => record.id);
    const founded = clusters.filter(({ placementReason }) => placementReason === 'founded').length;
    const work = { recordIDs, created: created.length, founded };

    const publication = publicationOf(operation, clusters, keyOwners, candidates);
    operations.add(operation);
    const { claims, winners } = await storeAndPublish(
      dependencies,
      { operation, work, placements, publication },
      deadline,
    );
    if (claims === undefined) {
      if (!dependencies.updateRecords) {
        refuseChanged(
          records,
          records.map((record) => winners.find((winner) => winner.id === record.id)),
        );
      }
      return undefined;
    }
    const held = keyOwnersAfter(keyOwners, publication, claims);
    for (const id of created) outcomes.set(id, 'CREATED');
    const context = causedBy(dependencies, 'submit', operation);
    const linked = await linkClusters(context, clusters, held, candidates, deadline, {
      operation,
      limit: REBUILD_IN_REQUEST,
    });
    for (const [id, entity] of linked.entities) entities.set(id, entity);
    // What is left to do, in an entity too large for a request, the sweeper finds in the journal.
    if (linked.complete) {
      await finishOperation(store, operation, work, placements, context.cause);
    }
  }
  for (const { record, stored, wasPublishing } of changes) {
    const changed = await changeContent(dependencies, record, stored, wasPublishing, deadline);
    if (changed === undefined) return undefined;
    if (!outcomes.has(record.id)) outcomes.set(record.id, 'UPDATED');
    entities.set(record.id, changed);
  }
  if (arrivals.length + changes.length > 0) await store.durable();
  return entities;
}

interface Publishable {
  readonly operation: string;
  readonly work: Pick<Work, 'recordIDs' | 'created' | 'founded'>;
  readonly placements: readonly Placement[];
  readonly publication: Publication;
}

interface RelayReport {
  /** What became of the publication's writes; undefined when nothing was stored. */
  readonly claims: readonly Outcome[] | undefined;
  /** Records that others were seen to have stored instead. */
  readonly winners: readonly StoredRecord[];
}

/**
 * Reserves the first record, announces, stores and publishes, one step after the other, with a look at the clock before
 * each. When the process stops after such a look until the sweeper takes it for dead, the reservation is gone, and
 * nothing is stored.
 */
async function storeAndPublish(
  dependencies: SubmitDependencies,
  { operation, work, placements, publication }: Publishable,
  deadline: Deadline,
): Promise<RelayReport> {
  const { store, pendingShards, now } = dependencies;
  const first = work.recordIDs[0]!;
  const steps: readonly Step[] = [
    { each: [reservation(placements.find(({ record }) => record.id === first)!, operation)] },
    { each: announcement(operation, placements, work) },
    recordStep(placements, operation, first),
    { each: [...publication.claims, ...publication.postings] },
  ];
  let calls = 0;
  const beforeCall = () => {
    deadline.check();
    calls += 1;
  };
  const done = await store.inOrder(steps, beforeCall).catch(async (error: unknown) => {
    // The last of several calls publishes; one call for all steps makes all of them or none.
    if (calls === steps.length) await noteOrphanedKeys(dependencies, placements);
    throw error;
  });
  const [, announced, stored, published] = done;
  if (announced !== undefined) pendingShards.noted(announced.outcomes[0]!.before, now());
  if (published !== undefined) return { claims: published.outcomes, winners: [] };
  // Nothing of this pass was stored. Its member items stay: without a record that names their node they are
  // ignored, while deleting one could take it from a writer who has chosen the same place.
  if (stored !== undefined) {
    await takeReservation(store, operation, first);
    await store.write([withdrawalWrite(operation)]);
  }
  const refused = done.at(-1)!.outcomes;
  return {
    claims: undefined,
    winners: refused.flatMap(({ applied, before }) => {
      const item = applied ? undefined : exceptReserved(before);
      return item === undefined ? [] : [readRecord(item)];
    }),
  };
}

/** Deletes the journal entry, and counts and notes what the operation stored, once, whoever finishes it. */
async function finishOperation(
  store: Store,
  operation: string,
  work: Pick<Work, 'recordIDs' | 'created' | 'founded'>,
  placements: readonly Placement[],
  cause: Cause | undefined,
): Promise<void> {
  const notice = finishOutbox(
    cause,
    placements.map(({ node }) => node),
    work.recordIDs,
  );
  await closeEntry(store, operation, work, { records: work.created, entities: work.founded }, notice);
}

function distinctExactHashes(records: readonly PreparedRecord[]): string[] {
  const hashes = new Set<string>();
  for (const { keys } of records) for (const key of keys) if (key.plan.exact) hashes.add(key.hash);
  return [...hashes];
}

interface Sorted {
  readonly arrivals: Arrival[];
  readonly settled: StoredRecord[];
  readonly changes: {
    readonly record: PreparedRecord;
    readonly stored: StoredRecord;
    readonly wasPublishing: boolean;
  }[];
}

/**
 * Parts a batch into what is to be done and what is stored and finished; refuses it when a record is stored with other
 * content and must not change.
 *
 * @param seen the items of the records as some earlier moment showed them
 */
async function sortArrivals(
  { store, updateRecords }: SubmitDependencies,
  records: readonly PreparedRecord[],
  seen: readonly (Item | undefined)[],
): Promise<Sorted> {
  const stored = seen.map((item) => (item === undefined ? undefined : readRecord(item)));
  const found = stored.filter((record) => record !== undefined);
  if (found.length === 0) return { arrivals: records.map((record) => ({ record })), settled: [], changes: [] };
  const finished = await finishedOperations(store, stored);
  if (!updateRecords) refuseChanged(records, stored);
  const sorted: Sorted = { arrivals: [], settled: [], changes: [] };
  records.forEach((record, index) => {
    const before = stored[index];
    if (before === undefined) sorted.arrivals.push({ record });
    else if (before.digest !== record.digest) {
      const wasPublishing = !finished.has(before.operation);
      sorted.changes.push({ record, stored: before, wasPublishing });
    } else if (finished.has(before.operation) && (record.group === undefined || before.groups.includes(record.group))) {
      sorted.settled.push(before);
    } else sorted.arrivals.push({ record: withGroups(record, before.groups), stored: before });
  });
  return sorted;
}

/**
 * Looks at records again that were seen before, replaces them by what they are now, and answers which of their operations
 * are finished. An operation that was seen in a record has opened its entry before, so that no entry means that it is
 * closed, whichever of the two is read first.
 */
async function finishedOperations(store: Store, stored: (StoredRecord | undefined)[]): Promise<Set<string>> {
  const finished = new Set<string>();
  const looked = new Set<string>();
  let again = true;
  while (again) {
    const found = stored.flatMap((record, index) => (record === undefined ? [] : [{ record, index }]));
    const operations = [...new Set(found.map(({ record }) => record.operation))].filter((one) => !looked.has(one));
    const items = await store.getMany([
      ...operations.map(journalKey),
      ...found.map(({ record }) => recordKey(record.id)),
    ]);
    operations.forEach((operation, index) => {
      looked.add(operation);
      if (!isOpen(items[index], operation)) finished.add(operation);
    });
    found.forEach(({ index }, position) => {
      const item = items[operations.length + position];
      stored[index] = item === undefined ? undefined : readRecord(item);
    });
    again = stored.some((record) => record !== undefined && !looked.has(record.operation));
  }
  return finished;
}

/** An unfinished record is published with the groups that it was stored with. */
function withGroups(record: PreparedRecord, groups: readonly string[]): PreparedRecord {
  const others = groups.filter((group) => group !== record.group);
  return others.length === 0 ? record : { ...record, keys: [...record.keys, ...others.map(staticKey)] };
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
    records.map((record) => record.node),
  );
  return new Map(records.map((record) => [record.id, roots.get(record.node)!]));
}

interface PlacedArrivals {
  readonly placed: readonly Placement[];
  readonly nodes: ReadonlySet<string>;
  readonly placementReason: PlacementReason;
}

/** New records join a node that they are known to belong to, or found a new one together. */
function placeClusters(clusters: readonly Cluster[], operation: string, now: () => number): PlacedArrivals[] {
  let position = 0;
  return clusters.map(({ arrivals, placementEvidence, homes, nodes }) => {
    const founded = nodes.size === 0 ? newID(now()) : undefined;
    const placed = arrivals.map((arrival, index): Placement => {
      const recordVersion = arrival.stored?.recordVersion ?? newRecordVersion(operation, position);
      position += 1;
      return {
        arrival,
        record: arrival.record,
        node: arrival.stored?.node ?? founded ?? homes[index]!,
        recordVersion,
        placementEvidence: placementEvidence[index]!,
        isLinkRemoved: arrival.stored !== undefined && arrival.stored.removedLinks.length > 0,
      };
    });
    const placementReason =
      nodes.size === 0 ? 'founded' : arrivals.some(({ stored }) => stored !== undefined) ? 'unknown' : 'evidence';
    return { placed, nodes, placementReason };
  });
}

/** A new record is put if there is none; an unfinished one is taken over from its operation if nobody else did. */
function recordWrite(
  { arrival, record, node, recordVersion }: Placement,
  operation: string,
  isReserved: boolean,
): Write {
  const { group } = record;
  const reserved = isReserved ? [reservedBy(operation)] : [];
  if (arrival.stored !== undefined) {
    const { groups, recordVersion: content, written } = arrival.stored;
    return {
      update: recordKey(record.id),
      set: {
        o: operation,
        // It is published by the rules of today: what others published of it before stays noted.
        ...(written === undefined ? {} : { k: writtenText(record.digest, notedKeys(record.keys, written)) }),
        ...(group === undefined ? {} : { g: listText([...groups, group]) }),
      },
      if: [{ attribute: 'o', equals: arrival.stored.operation }, { attribute: 'i', equals: content }, ...reserved],
      remove: RESERVATION,
    };
  }
  return {
    put: recordItem({
      id: record.id,
      document: record.document,
      digest: record.digest,
      node,
      recordVersion,
      operation,
      removedLinks: [],
      groups: group === undefined ? [] : [group],
      written: notedKeys(record.keys),
    }),
    if: [NOT_STORED, ...reserved],
  };
}

const reservation = ({ arrival, record }: Placement, operation: string): Write =>
  arrival.stored === undefined ? reserveNew(record.id, operation) : reserveUnfinished(arrival.stored, operation);

/** The journal entry, and the members that point to where the records will be. */
function announcement(operation: string, placements: readonly Placement[], work: Partial<Work>): Write[] {
  const members = placements.map(({ record, node }): Write => ({ put: memberItem(node, record.id) }));
  return [openWrite(operation, work), ...members];
}

/**
 * Stores all records of a pass or none: a batch is one transaction, so that neither a crash nor another writer ever
 * leaves half of what was placed together.
 */
function recordStep(placements: readonly Placement[], operation: string, reserved: string): Step {
  const writes = placements.map((placement) => recordWrite(placement, operation, placement.record.id === reserved));
  return writes.length === 1 ? { each: writes } : { all: writes };
}
