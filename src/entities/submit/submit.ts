import { present } from '../../assert.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { untilDecided } from '../again.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { type RecordProblem, SubmitRefusedError, type TooManyBansError } from '../errors.ts';
import { findRoots, findSets, foundOf, type RootSeen } from '../forest/find.ts';
import { refusalOfUnion } from '../forest/refuse-bans.ts';
import { separated } from '../items/constraints.ts';
import { demandSign } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { closeEntry } from '../items/journal.ts';
import { keyOwnerKey, readKeyOwner } from '../items/key-owner.ts';
import { causedBy, finishOutbox } from '../items/outbox.ts';
import type { PendingShards } from '../items/pending-shard.ts';
import { changerOf, creatorOf, newRecordVersion, recordKey, type StoredRecord } from '../items/record.ts';
import { Candidates } from '../keys/candidates.ts';
import { noteOrphanedKeys, notingOrphanedKeys } from '../keys/orphaned-keys.ts';
import { hasAllKeys, notedKeys, staticKey } from '../keys/record-keys.ts';
import { Verdicts } from '../keys/verdicts.ts';
import type { SubmitOutcome } from '../observer.ts';
import { Pace } from '../pace.ts';
import { REBUILD_IN_REQUEST } from '../rebuild/rebuild.ts';
import type { Step } from '../step.ts';
import { groupOf, type PreparedRecord, prepareInPieces } from '../validate.ts';
import { changeContent } from './change-content.ts';
import { type Arrival, type Cluster, formClusters } from './clusters.ts';
import { duplicatesAmong } from './duplicates.ts';
import { type KeyOwners, keyOwnersAfter, linkClusters, type PlacedCluster, publicationOf } from './link.ts';
import { exactHashes } from './publish-keys.ts';
import { type ChangedRecord, refuseChanged, sortArrivals } from './sort-arrivals.ts';
import { type Placement, storeAndPublish } from './store-records.ts';

export interface SubmitOptions {
  /** Whether the records of the request belong together whatever the rules say (edges of the rule STATIC). */
  readonly linkTogether?: boolean;
}

export interface SubmittedRecord {
  readonly id: string;
  readonly entityID: string;
  readonly outcome: SubmitOutcome;
}

/**
 * The protocol of submit. The order of the writes below keeps each of its invariants:
 *
 * 1. *Journal first.* An entry exists from before a record is stored until the record is linked with everything stored
 *    before it; the sweeper finishes the work of an old entry (sweep.ts). A record is stored only while its entry is
 *    open (reservation.ts).
 * 2. *One truth.* A record is in the node that its own item names; a member item without it is ignored.
 * 3. *Publish, then read.* A record's keys are written before those of others are read: of two concurrent submits with
 *    a common key, at least the later publisher sees the earlier one.
 * 4. *Evidence does not expire where no record left.* As long as no root on the way was rebuilt, keys only grow and
 *    parents only descend, so that any number of submits may unite the same entities in any order. The roots are read
 *    last, after the record is stored: a rebuild that locks a root before that is seen, and one that locks it later
 *    sees the record.
 * 5. Where records did leave, settle.ts decides on evidence between two reads of the same versions.
 */
export interface SubmitDependencies extends Context {
  /** Whether changed content under a known id replaces what is stored, instead of being refused. */
  readonly updateRecords: boolean;
  readonly pendingShards: PendingShards;
  /** Called when a batch is valid, before anything of it is stored. */
  readonly beforeStoring: () => Promise<void>;
}

export async function submit(
  dependencies: SubmitDependencies,
  payloads: readonly RecordPayload[],
  options: SubmitOptions = {},
): Promise<readonly SubmittedRecord[]> {
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
): Promise<readonly SubmittedRecord[]> {
  const batch = await new Pace().through(prepareInPieces(payloads, dependencies.rules));
  await dependencies.beforeStoring();
  const group = linkTogether && batch.records.length > 1 ? groupOf(batch.records) : undefined;
  const records =
    group === undefined
      ? batch.records
      : batch.records.map((record) => ({ ...record, keys: [...record.keys, staticKey(group)], group }));
  const deadline = new Deadline(dependencies);
  const log = new SubmitLog();
  const verdicts = new Verdicts(dependencies.rules, new Pace(async () => deadline.check()));
  let attempts = 0;
  let step: Step<EntityIDs>;
  do {
    step = await untilDecided(dependencies, deadline, () => {
      attempts += 1;
      return attempt({ ...dependencies, verdicts }, records, log, deadline, { isFirst: attempts === 1 });
    });
  } while ('retry' in step);
  const entities = step.done;
  const fresh = records.filter(({ id }) => log.outcomeOf(id) !== undefined).map(({ id }) => id);
  const duplicates = await duplicatesAmong(dependencies, fresh, entities);
  const cut = batch.records.reduce((sum, { cutValues }) => sum + cutValues, 0);
  if (cut > 0) dependencies.observer.cutValues(cut);
  const answered = new Set<string>();
  return batch.positions.map((position): SubmittedRecord => {
    const { id } = records[position]!;
    // A record that the request repeats changed nothing the second time.
    const outcome = answered.has(id) ? undefined : log.outcomeOf(id);
    answered.add(id);
    const entityID = present(entities.get(id), 'a submit knows the entity of each of its records');
    if (outcome === undefined) return { id, entityID, outcome: 'UNCHANGED' };
    return { id, entityID, outcome: duplicates.has(id) ? 'DUPLICATE' : outcome };
  });
}

/** Entity ids by record id. */
type EntityIDs = ReadonlyMap<string, string>;

/** What all attempts of one submit stored; kept when an attempt ends without knowing whether its writes were made. */
class SubmitLog {
  private readonly outcomes = new Map<string, SubmitOutcome>();
  /** Operations that may have stored something. */
  private readonly operations = new Set<string>();

  outcomeOf(recordID: string): SubmitOutcome | undefined {
    return this.outcomes.get(recordID);
  }

  begin(operation: string): void {
    this.operations.add(operation);
  }

  created(recordIDs: readonly string[]): void {
    for (const id of recordIDs) this.outcomes.set(id, 'CREATED');
  }

  updated(recordID: string): void {
    if (!this.outcomes.has(recordID)) this.outcomes.set(recordID, 'UPDATED');
  }

  /** Recognises records that an earlier attempt stored or changed without learning of it. */
  recognise(stored: readonly StoredRecord[]): void {
    for (const { id, recordVersion } of stored) {
      if (this.operations.has(creatorOf(recordVersion))) this.created([id]);
      const changer = changerOf(recordVersion);
      if (changer !== undefined && this.operations.has(changer)) this.updated(id);
    }
  }
}

/** What an attempt works with. */
interface Attempting extends SubmitDependencies {
  readonly verdicts: Verdicts;
}

/**
 * One attempt. It is to be repeated when another writer stored or changed one of the records between the first read and
 * the write.
 *
 * The reads of the first attempt need not be consistent. What they show was true once, and changes since then are met
 * like changes between a read and a write. Only records that are answered without a write are read again.
 */
async function attempt(
  dependencies: Attempting,
  records: readonly PreparedRecord[],
  log: SubmitLog,
  deadline: Deadline,
  { isFirst }: { readonly isFirst: boolean },
): Promise<Step<EntityIDs>> {
  const { store, rules } = dependencies;
  const candidates = new Candidates(store, rules, dependencies);
  const hashes = [...new Set(records.flatMap(exactHashes))];
  const [items, found] = await Promise.all([
    store.getMany([...records.map((record) => recordKey(record.id)), ...hashes.map(keyOwnerKey)], {
      consistent: !isFirst,
    }),
    candidates.read(records, { consistent: false }),
  ]);
  // A later attempt finds the submit's own records.
  if (isFirst) dependencies.observer.submitCandidates(found);
  const batch = await sortArrivals(dependencies, records, items.slice(0, records.length));
  const { arrivals, unchanged, changes } = batch;
  log.recognise([...unchanged, ...arrivals.flatMap(({ stored }) => stored ?? [])]);
  const known = unchanged.length === 0 ? new Map<string, string>() : await entitiesOf(store, unchanged);
  const keyOwners = new Map(
    hashes.flatMap((hash, index) => {
      const item = items[records.length + index];
      return item === undefined ? [] : [[hash, readKeyOwner(item)] as const];
    }),
  );
  const stored = await storeArrivals(dependencies, records, arrivals, keyOwners, candidates, log, deadline);
  if ('retry' in stored) return stored;
  const changed = await changeRecords(dependencies, changes, log, deadline);
  if ('retry' in changed) return changed;
  if (arrivals.length + changes.length > 0) await store.durable();
  return { done: new Map([...known, ...stored.done, ...changed.done]) };
}

/** Stores, publishes and links new and unfinished records. */
async function storeArrivals(
  dependencies: Attempting,
  records: readonly PreparedRecord[],
  arrivals: readonly Arrival[],
  keyOwners: KeyOwners,
  candidates: Candidates,
  log: SubmitLog,
  deadline: Deadline,
): Promise<Step<EntityIDs>> {
  if (arrivals.length === 0) return { done: new Map() };
  const { store, sign, now, pendingShards, updateRecords, verdicts } = dependencies;
  const recordIDs = arrivals.map(({ record }) => record.id);
  const operation = pendingShards.newOperation(store, now(), recordIDs);
  const formed = await formClusters(arrivals, keyOwners, candidates, verdicts, dependencies);
  await refuseUnions(dependencies, formed);
  const clusters = placeClusters(formed, operation, now);
  const placements = clusters.flatMap((cluster) => cluster.placed);
  for (const { record, recordVersion } of placements) verdicts.noteOwn(record.id, recordVersion);
  const created = arrivals.filter(({ stored }) => stored === undefined).map(({ record }) => record.id);
  const founded = clusters.filter(({ placementReason }) => placementReason === 'founded').length;
  const work = { recordIDs, created: created.length, founded };
  const publication = publicationOf(operation, clusters, keyOwners, candidates);
  const context = causedBy(dependencies, 'submit', operation);
  const nodes = placements.map(({ node }) => node);
  const outbox = finishOutbox(context.cause, nodes, recordIDs);
  log.begin(operation);
  const stored = await storeAndPublish(dependencies, { operation, work, placements, publication, outbox }, deadline);
  if ('storedByOthers' in stored) {
    const byOthers = new Map(stored.storedByOthers.map((record) => [record.id, record]));
    if (!updateRecords) refuseChanged(records.map((record) => ({ record, stored: byOthers.get(record.id) })));
    return { retry: true };
  }
  log.created(created);
  const owned = keyOwnersAfter(keyOwners, publication, stored.published);
  const options = { operation, limit: REBUILD_IN_REQUEST };
  const linked = await linkClusters(context, clusters, owned, candidates, deadline, options);
  // What is left to do, in an entity too large for a request, the sweeper finds in the journal. So it does with keys of former
  // rules, which a process noted late in a record that this operation has taken over.
  if (linked.complete && !placements.some(hasStaleKeys)) {
    const counts = { records: work.created, entities: work.founded };
    const closed = await notingOrphanedKeys(dependencies, placements, () =>
      closeEntry(store, operation, work, { counts, sign }),
    );
    // Another process took this one for dead, and other rules may have come into force since.
    if (!closed) await noteOrphanedKeys(dependencies, placements);
  } else await notingOrphanedKeys(dependencies, placements, () => demandSign(store, operation, sign));
  return { done: linked.entities };
}

const hasStaleKeys = ({ arrival, record }: Placement): boolean =>
  arrival.stored?.written !== undefined && !hasAllKeys(notedKeys(record.keys), arrival.stored.written);

/** Changes records one after the other. */
async function changeRecords(
  dependencies: SubmitDependencies,
  changes: readonly ChangedRecord[],
  log: SubmitLog,
  deadline: Deadline,
): Promise<Step<EntityIDs>> {
  const entities = new Map<string, string>();
  for (const { record, stored, wasPublishing } of changes) {
    const operation = newID(dependencies.now());
    log.begin(operation);
    const changed = await changeContent(dependencies, operation, record, stored, wasPublishing, deadline);
    if ('retry' in changed) return changed;
    log.updated(record.id);
    entities.set(record.id, changed.done);
  }
  return { done: entities };
}

async function entitiesOf(store: Store, records: readonly StoredRecord[]): Promise<Map<string, string>> {
  const roots = await findRoots(
    store,
    records.map((record) => record.node),
  );
  return new Map(records.map((record) => [record.id, foundOf(roots, record.node)]));
}

/**
 * Refuses new records that would unite entities with too many bans for one. What is found only later stays apart, as if a
 * ban separated it. So it is where this look would cost a call.
 *
 * @throws SubmitRefusedError
 */
async function refuseUnions({ store, mostBans }: SubmitDependencies, clusters: readonly Cluster[]): Promise<void> {
  const several = clusters.filter(({ nodes }) => nodes.size > 1);
  if (several.length === 0 || store.billsTransactions === true) return;
  const found = await findSets(
    store,
    several.flatMap(({ nodes }) => [...nodes]),
  );
  const problems: RecordProblem[] = [];
  for (const { arrivals } of several) {
    const banned = new Map<string, RootSeen>();
    for (const { arrival, nodes } of arrivals) {
      for (const node of nodes) {
        const { root, state } = foundOf(found, node);
        if (state.constraints.text !== '' && !state.empty) banned.set(root, { root, state });
      }
      const error = refusalAmong([...banned.values()], mostBans);
      if (error !== undefined && arrival.stored === undefined) problems.push({ index: arrival.record.index, error });
    }
  }
  if (problems.length > 0) throw new SubmitRefusedError(problems);
}

/** Why some entities cannot become one. Of those that a ban keeps apart, a record joins one. */
function refusalAmong(entities: readonly RootSeen[], mostBans?: number): TooManyBansError | undefined {
  for (const [index, one] of entities.entries()) {
    for (const other of entities.slice(0, index)) {
      if (separated(other.state.constraints, one.state.constraints)) continue;
      const refusal = refusalOfUnion(other, one, mostBans);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

/** Puts new records into a node that they are known to belong to, or into a new one together. */
function placeClusters(
  clusters: readonly Cluster[],
  operation: string,
  now: () => number,
): readonly PlacedCluster<Placement>[] {
  let position = 0;
  return clusters.map(({ arrivals, nodes }) => {
    const founded = nodes.size === 0 ? newID(now()) : undefined;
    const placed = arrivals.map(({ arrival, placementEvidence, home }): Placement => {
      const { record, stored } = arrival;
      const recordVersion = stored?.recordVersion ?? newRecordVersion(operation, position);
      position += 1;
      return {
        arrival,
        record,
        node: present(stored?.node ?? founded ?? home, 'a record of a cluster with nodes has a home'),
        recordVersion,
        placementEvidence,
        hasRemovedLinks: stored !== undefined && stored.removedLinks.length > 0,
      };
    });
    if (founded !== undefined) return { placed, nodes, placementReason: 'founded' };
    const isUnknown = arrivals.some(({ arrival }) => arrival.stored !== undefined);
    return { placed, nodes, placementReason: isUnknown ? 'unknown' : 'evidence' };
  });
}
