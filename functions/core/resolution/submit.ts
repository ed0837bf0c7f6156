import type { CompiledRuleConfig, RecordPayload } from '../matching/compiled.ts';
import type { Delete, Item, Outcome, Store, Write } from '../store/port.ts';
import { Candidates } from './candidates.ts';
import { type Arrival, type Cluster, formClusters } from './clusters.ts';
import { Deadline } from './deadline.ts';
import { RecordExistsError, type RecordProblem, SubmitRefusedError } from './errors.ts';
import { findRoots } from './fragments.ts';
import { newID } from './ids.ts';
import { journalDeletes, journalKey, journalPuts } from './journal.ts';
import { anchorKey, memberItem, memberKey, readRecord, recordItem, recordKey, type StoredRecord } from './layout.ts';
import { linkClusters, type PlacedRecord } from './link.ts';
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
  // A record that an earlier pass of this call stored is new to the caller, although the last pass finds it stored.
  const created = new Set<string>();
  // Journal entries of earlier passes: they go with the entry of the last one.
  const journaled: Delete[] = [];
  for (;;) {
    const entities = await tryToSubmit(dependencies, records, created, journaled, deadline);
    if (entities === undefined) continue;
    const answered = new Set<number>();
    return positions.map((position): SubmittedRecord => {
      const { id } = records[position]!;
      const outcome: SubmitOutcome = created.has(id) && !answered.has(position) ? 'CREATED' : 'UNCHANGED';
      answered.add(position);
      return { id, entityID: entities.get(id)!, outcome };
    });
  }
}

/**
 * One pass. Answers the entity of every record, or undefined when another writer stored one of the records between the
 * first look and the write: the next pass finds it.
 */
async function tryToSubmit(
  { store, rules, now }: SubmitDependencies,
  records: readonly PreparedRecord[],
  created: Set<string>,
  journaled: Delete[],
  deadline: Deadline,
): Promise<Map<string, string> | undefined> {
  const candidates = new Candidates(store, rules);
  const decidingHashes = distinctDecidingHashes(records);
  const [items] = await Promise.all([
    store.getMany([...records.map((record) => recordKey(record.id)), ...decidingHashes.map(anchorKey)]),
    candidates.read(records, { consistent: false }),
  ]);
  const { arrivals, settled } = await sortArrivals(store, records, items.slice(0, records.length));
  const entitiesOfSettled = settled.length === 0 ? new Map<string, string>() : await entitiesOf(store, settled);
  if (arrivals.length === 0) {
    if (journaled.length > 0) await store.write(journaled);
    return entitiesOfSettled;
  }

  const anchors = new Map<string, string>();
  decidingHashes.forEach((hash, index) => {
    const fragment = items[records.length + index]?.['n'] as string | undefined;
    if (fragment !== undefined) anchors.set(hash, fragment);
  });
  const operation = newID(now());
  const clusters = placeClusters(formClusters(arrivals, anchors, candidates, rules), operation, now);
  const placements = clusters.flatMap((cluster) => cluster.placed);

  deadline.check();
  journaled.push(...journalDeletes(operation, placements.length));
  await store.write([
    ...journalPuts(
      operation,
      placements.map(({ record, fragment }) => ({ id: record.id, fragment })),
    ),
    ...placements.map(({ record, fragment }): Write => ({ put: memberItem(fragment, record.id) })),
  ]);
  deadline.check();
  const outcomes = await store.write(placements.map((placement) => recordWrite(placement, operation)));
  placements.forEach(({ record, arrival }, index) => {
    if (outcomes[index]!.applied && arrival.stored === undefined) created.add(record.id);
  });
  if (outcomes.some((outcome) => !outcome.applied)) {
    await stepBack(store, placements, outcomes, operation, records, created, journaled);
    return undefined;
  }
  const entities = await linkClusters(store, clusters, anchors, candidates, deadline);
  await Promise.all([store.write(journaled), store.durable()]);
  for (const [id, entity] of entitiesOfSettled) entities.set(id, entity);
  return entities;
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
  const unfinished = new Set(found.filter((_, index) => entries[index] !== undefined).map((record) => record.id));
  const arrivals: Arrival[] = [];
  records.forEach((record, index) => {
    const before = stored[index];
    if (before === undefined) arrivals.push({ record });
    else if (unfinished.has(record.id)) arrivals.push({ record, stored: before });
  });
  return { arrivals, settled: found.filter((record) => !unfinished.has(record.id)) };
}

function refuseChanged(records: readonly PreparedRecord[], stored: readonly (StoredRecord | undefined)[]): void {
  const problems: RecordProblem[] = [];
  records.forEach((record, index) => {
    const before = stored[index];
    if (before !== undefined && before.digest !== record.digest) {
      problems.push({ index, error: new RecordExistsError(record.id) });
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

/**
 * Another writer was faster with some of the records. Member items that point nowhere are removed. When the other
 * content differs, the request is refused, and what this pass stored (nobody is linked to it yet) is taken back;
 * otherwise the next pass takes over what this one stored.
 */
async function stepBack(
  store: Store,
  placements: readonly Placement[],
  outcomes: readonly Outcome[],
  operation: string,
  records: readonly PreparedRecord[],
  created: Set<string>,
  journaled: readonly Delete[],
): Promise<void> {
  const lost = placements.filter((_, index) => !outcomes[index]!.applied);
  const winners = new Map<string, StoredRecord>();
  outcomes.forEach((outcome) => {
    if (!outcome.applied && outcome.before !== undefined) {
      const winner = readRecord(outcome.before);
      winners.set(winner.id, winner);
    }
  });
  const dangling = lost
    .filter(({ record, fragment }) => winners.get(record.id)?.fragment !== fragment)
    .map(({ record, fragment }): Write => ({ delete: memberKey(fragment, record.id) }));
  if (dangling.length > 0) await store.write(dangling);
  try {
    refuseChanged(
      records,
      records.map((record) => winners.get(record.id)),
    );
  } catch (refusal) {
    const mine = placements.filter(({ arrival }, index) => outcomes[index]!.applied && arrival.stored === undefined);
    const taken = await store.write(
      mine.map(
        ({ record }): Write => ({
          delete: recordKey(record.id),
          if: [{ attribute: 'o', equals: operation }],
        }),
      ),
    );
    const removed = mine.filter((_, index) => taken[index]!.applied);
    for (const { record } of removed) created.delete(record.id);
    await store.write(removed.map(({ record, fragment }): Write => ({ delete: memberKey(fragment, record.id) })));
    // What this pass took over from a crashed operation is still unlinked: then the journal keeps it for the sweeper.
    if (removed.length === placements.length - lost.length) await store.write(journaled);
    throw refusal;
  }
}
