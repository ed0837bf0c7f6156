import { present } from '../../../assert.ts';
import { Deadline } from '../../deadline.ts';
import { newID } from '../../items/ids.ts';
import { takeOverSet, unchangedOperation } from '../../items/record.ts';
import { type MemberRecord, notedKeys } from '../../keys/record-keys.ts';
import type { PlacedRecord } from '../../submit/publish-keys.ts';
import { settleStored } from '../../submit/settle.ts';
import type { PassContext } from '../pass.ts';
import { closeChunk, openChunkWith } from './scanned-records.ts';

/** As the sweeper: it has more time than a request. */
export const CHUNK_TIME = 10 * 60_000;

const ANY_SIZE = Number.POSITIVE_INFINITY;

/** What a pass does with records: publish their dormant keys, or link them anew. */
export type Relinking = 'publish dormant keys' | 'link';

/** A journal entry names so many records. */
const AT_ONCE = 100;

/** Takes any number of records over, and returns how many it took. */
export async function relinkAll(
  context: PassContext,
  members: readonly MemberRecord[],
  relinking: Relinking,
): Promise<number> {
  let taken = 0;
  for (let start = 0; start < members.length; start += AT_ONCE) {
    taken += await relinkRecords(context, newID(context.now()), members.slice(start, start + AT_ONCE), relinking);
  }
  return taken;
}

/**
 * Takes records over as a submit of the same content would: from then on an erasure or a change knows that they are being
 * worked on, and the sweeper finishes what a crash interrupts. The keys that they get are noted before they are published.
 * A record that changed since it was scanned is left to the operation that changed it. Returns the number of records that
 * were taken.
 *
 * @throws RulesReplacedError if another phase has begun
 */
async function relinkRecords(
  context: PassContext,
  operation: string,
  members: readonly MemberRecord[],
  relinking: Relinking,
): Promise<number> {
  const deadline = new Deadline(context, CHUNK_TIME);
  deadline.check();
  const takeOvers = members.map(({ stored, given }) => ({
    ...takeOverSet(stored, operation, { written: notedKeys(given, stored.written), group: undefined }),
    if: [...unchangedOperation(stored)],
  }));
  const recordIDs = members.map(({ stored }) => stored.id);
  const outcomes = await openChunkWith(context, operation, { recordIDs }, takeOvers);
  const taken = members.filter((_, index) => present(outcomes[index], 'every write has an outcome').applied);
  const placed = taken.map(
    ({ stored, values, given }): PlacedRecord => ({
      record: { id: stored.id, values, keys: given },
      node: stored.node,
      recordVersion: stored.recordVersion,
      placedBy: new Map(),
    }),
  );
  const dormantOnly = relinking === 'publish dormant keys';
  await settleStored(context, operation, placed, deadline, { limit: ANY_SIZE, dormantOnly });
  await closeChunk(context, operation);
  return taken.length;
}
