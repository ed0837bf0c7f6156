import { present } from '../../assert.ts';
import type { Put, Step, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { epochCheck, isInPendingShard, type PendingShards, RulesReplacedError } from '../items/counters.ts';
import { openWrite, type Work, withdrawalWrite } from '../items/journal.ts';
import { memberWrite } from '../items/node.ts';
import {
  exceptReserved,
  NOT_STORED,
  RESERVATION,
  readRecord,
  recordItem,
  reservedBy,
  reserveNew,
  reserveUnfinished,
  type StoredRecord,
  takeOverSet,
  takeReservation,
  unchangedPlace,
} from '../items/record.ts';
import type { Candidates } from '../keys/candidates.ts';
import { notedKeys } from '../keys/record-keys.ts';
import type { Placement } from './clusters.ts';
import { noteOrphanedKeys } from './orphaned-keys.ts';
import { type KeyOwners, keyOwnersAfter, publicationOf, writesOf } from './publish-keys.ts';

export interface Publishable {
  readonly operation: string;
  readonly work: Pick<Work, 'recordIDs' | 'created' | 'founded'>;
  readonly placements: readonly Placement[];
  /** As far as read before. */
  readonly keyOwners: KeyOwners;
  readonly outbox: readonly Put[];
}

/** The owners of all exact keys; or nothing was stored, because other writers stored these records first. */
export type Stored = { readonly keyOwners: KeyOwners } | { readonly storedByOthers: readonly StoredRecord[] };

/**
 * Reserves the first record, announces, stores and publishes, one step after the other, with a check of the deadline
 * before each. If the process stops after such a check until the sweeper takes it for dead, the reservation is gone,
 * and nothing is stored.
 *
 * @throws RulesReplacedError
 */
export async function storeAndPublish(
  context: Context & { readonly pendingShards: PendingShards },
  { operation, work, placements, keyOwners, outbox }: Publishable,
  candidates: Candidates,
  deadline: Deadline,
): Promise<Stored> {
  const { store, pendingShards, now } = context;
  const first = present(work.recordIDs[0], 'an attempt stores a record');
  const reserved = present(
    placements.find(({ record }) => record.id === first),
    'the first record of an attempt has a place',
  );
  const publication = publicationOf(operation, placements, keyOwners, candidates);
  const announcing = announcement(context, operation, placements, work);
  const steps: readonly Step[] = [
    { each: [reservation(reserved, operation)] },
    ...announcing,
    recordStep(placements, operation, first),
    // The records are stored, and what follows leaves outbox entries of its own.
    { each: [...writesOf(publication), ...outbox] },
  ];
  let calls = 0;
  const beforeCall = () => {
    deadline.check();
    calls += 1;
  };
  const done = await store.inOrder(steps, beforeCall).catch(async (error: unknown) => {
    // The last of several calls publishes; one call for all steps makes all of them or none.
    if (calls === steps.length) await noteOrphanedKeys(context, placements);
    throw error;
  });
  const announced = done[1];
  const [stored, published] = done.slice(1 + announcing.length);
  if (announced !== undefined)
    pendingShards.noted(present(announced.outcomes[0], 'every write has an outcome').before, now());
  if (published !== undefined) return { keyOwners: keyOwnersAfter(keyOwners, publication, published.outcomes) };
  if (announced?.applied === false) {
    await takeReservation(store, operation, first);
    throw new RulesReplacedError();
  }
  // Nothing of this attempt was stored. Its members stay: they are ignored without a record that names their node, and
  // deleting one could take it from a writer that has chosen the same node.
  if (stored !== undefined) {
    await takeReservation(store, operation, first);
    await store.write([withdrawalWrite(operation)]);
  }
  const refused = present(done.at(-1), 'a store answers the step that it refused').outcomes;
  return {
    storedByOthers: refused.flatMap(({ applied, before }) => {
      const item = applied ? undefined : exceptReserved(before);
      return item === undefined ? [] : [readRecord(item)];
    }),
  };
}

const reservation = ({ arrival, record }: Placement, operation: string): Write =>
  arrival.stored === undefined ? reserveNew(record.id, operation) : reserveUnfinished(arrival.stored, operation);

/**
 * The journal entry, and the members that point to where the records will be. Refused if other rules are in force; where
 * that costs a transaction, the end of an operation with an entry of its own is refused instead.
 */
function announcement(
  { store, epoch }: Context,
  operation: string,
  placements: readonly Placement[],
  work: Partial<Work>,
): readonly Step[] {
  const entry = openWrite(operation, work, epoch);
  const members = placements.map(({ record, node }) => memberWrite(node, record.id));
  const isChecked = store.billsTransactions === true || isInPendingShard(operation);
  if (isChecked) return [{ each: [entry, ...members] }];
  return [{ all: [entry, epochCheck(operation, epoch)] }, { each: members }];
}

/**
 * Stores all records of an attempt or none: a batch is one transaction, so that neither a crash nor another writer
 * leaves half of what was placed together.
 */
function recordStep(placements: readonly Placement[], operation: string, reserved: string): Step {
  const writes = placements.map((placement) => recordWrite(placement, operation, placement.record.id === reserved));
  return writes.length === 1 ? { each: writes } : { all: writes };
}

/** Puts a new record if there is none; takes an unfinished one over from its operation if no other writer did. */
function recordWrite(
  { arrival, record, node, recordVersion }: Placement,
  operation: string,
  isReserved: boolean,
): Write {
  const { group } = record;
  const reserved = isReserved ? [reservedBy(operation)] : [];
  const { stored } = arrival;
  if (stored !== undefined) {
    // It is published by the rules of today; what others published of it before stays noted.
    const written = stored.written === undefined ? undefined : notedKeys(record.keys, stored.written);
    return {
      ...takeOverSet(stored, operation, { written, group }),
      if: [...unchangedPlace(stored), ...reserved],
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
