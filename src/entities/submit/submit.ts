import { present } from '../../assert.ts';
import type { RecordSources } from '../../rules/record-schema/sources.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { DryRunStore } from '../../store/dry-run-store.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { type Attempted, Deadline, untilDecided } from '../deadline.ts';
import { SubmitRefusedError } from '../errors.ts';
import { findEntities, foundOf } from '../forest/find.ts';
import { demandEpoch, type PendingShards } from '../items/counters.ts';
import { keyOwnerKey } from '../items/index-keys.ts';
import { closeEntry } from '../items/journal.ts';
import { causedBy, finishOutbox } from '../items/outbox.ts';
import { recordKey, type StoredRecord } from '../items/record.ts';
import { Candidates, Verdicts } from '../keys/candidates.ts';
import { exactHashes, hasAllKeys, notedKeys, staticKey } from '../keys/record-keys.ts';

import { noObserver, type SubmitOutcome } from '../observer.ts';
import { Pace } from '../pace.ts';
import { viewOfTree } from '../read/entity.ts';
import { readTrees } from '../read/read-entities.ts';
import type { EntityView } from '../read/types.ts';
import { REBUILD_IN_REQUEST } from '../rebuild/rebuild.ts';
import { groupOf, type PreparedRecord, prepareInPieces } from '../validate.ts';
import { answerOf, type EntityIDs, SubmitLog } from './answer.ts';
import { type Arrival, refuseChanged, sortArrivals } from './arrivals.ts';
import { changeRecords } from './change-content.ts';
import { type Placement, placeArrivals, refuseUnions } from './clusters.ts';
import { linkClusters } from './link.ts';
import { noteOrphanedKeys, notingOrphanedKeys } from './orphaned-keys.ts';
import { type KeyOwners, keyOwnersOf } from './publish-keys.ts';
import { storeAndPublish } from './store-records.ts';

export interface SubmitOptions {
  /** Whether the records of the request belong together whatever the rules say (edges of the rule STATIC). */
  readonly linkTogether?: boolean;
}

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
 *    open.
 * 2. *One truth.* A record is in the node that its own item names; a member item without it is ignored.
 * 3. *Publish, then read.* A record's keys are written before those of others are read: of two concurrent submits with
 *    a common key, at least the later publisher sees the earlier one.
 * 4. *Neighbours stay where no record left.* As long as no root on the way was rebuilt, keys only grow and
 *    parents only descend, so that any number of submits may unite the same entities in any order. The roots are read
 *    last, after the record is stored: a rebuild that locks a root before that is seen, and one that locks it later
 *    sees the record.
 * 5. Where records did leave, settle.ts decides on neighbours between two reads of the same versions.
 */
export interface SubmitDependencies extends Context {
  /** Whether changed content under a known id replaces what is stored, instead of being refused. */
  readonly updateRecords: boolean;
  /** Undefined in an instance that declares none. */
  readonly sources: RecordSources | undefined;
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
  const batch = await new Pace().through(prepareInPieces(payloads, dependencies));
  await dependencies.beforeStoring();
  const records = linkTogether && batch.records.length > 1 ? inOneGroup(batch.records) : batch.records;
  const deadline = new Deadline(dependencies);
  const log = new SubmitLog();
  const verdicts = new Verdicts(dependencies.rules, new Pace(async () => deadline.check()));
  let attempts = 0;
  let attempted: Attempted<EntityIDs>;
  do {
    attempted = await untilDecided(dependencies, deadline, () => {
      attempts += 1;
      return submitOnce({ ...dependencies, verdicts, log, deadline }, records, { isFirst: attempts === 1 });
    });
  } while ('retry' in attempted);
  const cut = batch.records.reduce((sum, { cutValues }) => sum + cutValues, 0);
  if (cut > 0) dependencies.observer.cutValues(cut);
  const ids = batch.positions.map((position) => present(records[position], 'a position is that of a record').id);
  return answerOf(dependencies, ids, attempted.done, log);
}

/** Records that are to become one entity share a key of their group. */
function inOneGroup(records: readonly PreparedRecord[]): readonly PreparedRecord[] {
  const group = groupOf(records);
  return records.map((record) => ({ ...record, keys: [...record.keys, staticKey(group)], group }));
}

/** What an attempt works with. */
interface Attempting extends SubmitDependencies {
  readonly verdicts: Verdicts;
  /** Kept when an attempt ends without knowing whether its writes were made. */
  readonly log: SubmitLog;
  readonly deadline: Deadline;
}

/**
 * One attempt. It is to be repeated when another writer stored or changed one of the records between the first read and
 * the write.
 *
 * The reads of the first attempt need not be consistent. What they show was true once, and changes since then are met
 * like changes between a read and a write. Only records that are answered without a write are read again.
 */
async function submitOnce(
  attempting: Attempting,
  records: readonly PreparedRecord[],
  { isFirst }: { readonly isFirst: boolean },
): Promise<Attempted<EntityIDs>> {
  const { store, rules, log } = attempting;
  const candidates = new Candidates(store, rules, attempting);
  const hashes = [...new Set(records.flatMap(exactHashes))];
  const [items, found] = await Promise.all([
    store.getMany([...records.map((record) => recordKey(record.id)), ...hashes.map(keyOwnerKey)], {
      consistent: !isFirst,
    }),
    candidates.read(records, { consistent: false }),
  ]);
  // A later attempt finds the submit's own records.
  if (isFirst) attempting.observer.submitCandidates(found);
  const { arrivals, unchanged, changes } = await sortArrivals(attempting, records, items.slice(0, records.length));
  log.recognise([...unchanged, ...arrivals.flatMap(({ stored }) => stored ?? [])]);
  const known = unchanged.length === 0 ? new Map<string, string>() : await entitiesOf(store, unchanged);
  const keyOwners = keyOwnersOf(hashes, items.slice(records.length));
  const stored = await storeArrivals(attempting, records, arrivals, keyOwners, candidates);
  if ('retry' in stored) return stored;
  const changed = await changeRecords(attempting, changes);
  if ('retry' in changed) return changed;
  if (arrivals.length + changes.length > 0) await store.durable();
  return { done: new Map([...known, ...stored.done, ...changed.done]) };
}

async function entitiesOf(store: Store, records: readonly StoredRecord[]): Promise<EntityIDs> {
  const entities = await findEntities(
    store,
    records.map((record) => record.node),
  );
  return new Map(records.map((record) => [record.id, foundOf(entities, record.node)]));
}

/** Places, stores, publishes and links new and unfinished records, and closes the journal entry of it. */
async function storeArrivals(
  attempting: Attempting,
  records: readonly PreparedRecord[],
  arrivals: readonly Arrival[],
  keyOwners: KeyOwners,
  candidates: Candidates,
): Promise<Attempted<EntityIDs>> {
  if (arrivals.length === 0) return { done: new Map() };
  const { store, epoch, now, pendingShards, updateRecords, verdicts, log, deadline } = attempting;
  const recordIDs = arrivals.map(({ record }) => record.id);
  const operation = pendingShards.newOperation(store, now(), recordIDs);
  const clusters = await placeArrivals(attempting, operation, arrivals, keyOwners, candidates, verdicts);
  await refuseUnions(attempting, clusters);
  const placements = clusters.flatMap(({ placed }) => placed);
  for (const { record, recordVersion } of placements) verdicts.noteOwn(record.id, recordVersion);
  const created = arrivals.filter(({ stored }) => stored === undefined).map(({ record }) => record.id);
  const founded = clusters.filter(({ placementReason }) => placementReason === 'founded').length;
  const work = { recordIDs, created: created.length, founded };
  const context = causedBy(attempting, 'submit', operation);
  const nodes = placements.map(({ node }) => node);
  const outbox = finishOutbox(context.cause, nodes, recordIDs);
  log.begin(operation);
  const publishable = { operation, work, placements, keyOwners, outbox };
  const stored = await storeAndPublish(attempting, publishable, candidates, deadline);
  if ('storedByOthers' in stored) {
    const byOthers = new Map(stored.storedByOthers.map((record) => [record.id, record]));
    if (!updateRecords) refuseChanged(records.map((record) => ({ record, stored: byOthers.get(record.id) })));
    return { retry: true };
  }
  log.created(created);
  return notingOrphanedKeys(attempting, placements, async () => {
    const options = { operation, limit: REBUILD_IN_REQUEST };
    const linked = await linkClusters(context, clusters, stored.keyOwners, candidates, deadline, options);
    // What is left to do, in an entity too large for a request, the sweeper finds in the journal. So it does with keys of former
    // rules, which a process noted late in a record that this operation has taken over.
    if (!linked.complete || placements.some(hasStaleKeys)) await demandEpoch(store, operation, epoch);
    else {
      const counts = { records: work.created, entities: work.founded };
      // Another process took this one for dead, and other rules may have come into force since.
      const isClosed = await closeEntry(store, operation, work, { counts, epoch });
      if (!isClosed) await noteOrphanedKeys(attempting, placements);
    }
    return { done: linked.entities };
  });
}

const hasStaleKeys = ({ arrival, record }: Placement): boolean =>
  arrival.stored?.written !== undefined && !hasAllKeys(notedKeys(record.keys), arrival.stored.written);

/**
 * Submits, then reads the entities that the records belong to. A dry run runs the same code on a store that keeps its
 * writes to itself, so that its answer is the same; only the id of a new entity differs.
 */
export async function submitWithPreview(
  dependencies: SubmitDependencies,
  records: readonly RecordPayload[],
  { dryRun, ...options }: SubmitOptions & { readonly dryRun: boolean },
): Promise<readonly EntityView[]> {
  const { rules } = dependencies;
  // A dry run changes nothing, so nothing is counted.
  const context = dryRun
    ? {
        ...dependencies,
        store: new DryRunStore(dependencies.store),
        observer: noObserver,
        onOverFrequentKey: () => undefined,
        beforeStoring: async () => {},
      }
    : dependencies;
  const { store } = context;
  const submitted = await submit(context, records, options);
  const trees = await readTrees(store, new Set(submitted.map(({ entityID }) => entityID)));
  return [...trees].map(([id, tree]) => viewOfTree(store, rules.inForce ?? rules, id, tree));
}
