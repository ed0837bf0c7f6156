import { queryAll, TRANSACT_LIMIT } from '../../../store/port.ts';
import { Deadline } from '../../deadline.ts';
import { newID } from '../../items/ids.ts';
import {
  isOverFrequentMark,
  keyOwnerKey,
  listedKeyOf,
  OVER_FREQUENT_KEYS,
  overFrequentMarkKey,
  postingKey,
  postingPartition,
} from '../../items/index-keys.ts';
import { noteKeysWrite, type WrittenKeys, withNotedKeys } from '../../items/record.ts';
import { type MemberRecord, memberOf, notedKeys, staleKeys } from '../../keys/record-keys.ts';
import {
  CHUNK_TIME,
  closeChunk,
  openChunk,
  openOperations,
  type PassContext,
  type PhasePass,
  scanRecords,
  stepAt,
} from './pass.ts';

/** Records that lose their keys at the same time, each in a transaction of its own. */
const RECORDS_AT_ONCE = 25;
/** Besides the record itself. */
const KEYS_AT_ONCE = TRANSACT_LIMIT - 1;

/**
 * Deletes the keys that the rules in force do not make. No process uses them any more. A record loses its keys and the note
 * of them in one transaction, so that a key is always noted in a record, or gone.
 */
export const cleanPass: PhasePass = {
  chunk: async (context, segment, chunk) => {
    const { records, next } = await scanRecords(context, segment, chunk);
    const stale = records
      .map((stored) => memberOf(context.rules, stored))
      .flatMap((member) => staleOf(context, member));
    const open = await openOperations(
      context,
      stale.map(({ member }) => member.stored),
    );
    const todo = stale.filter(({ member }) => !open.has(member.stored.operation));
    const { writeUnits, cleaned } = await removeKeys(context, todo);
    const counts = { seen: records.length, changed: 0, problems: 0, writeUnits };
    // What is in use may yet be published by former rules, and what changed may still have keys: both are read again.
    if (cleaned < stale.length) return { counts, again: true };
    return stepAt(next, counts);
  },
  finish: forgetOverFrequent,
};

/** Keys of a record that are to be deleted. */
interface StaleKeys {
  readonly member: MemberRecord;
  readonly keys: WrittenKeys;
}

function staleOf({ from, rules }: PassContext, member: MemberRecord): readonly StaleKeys[] {
  const keys = staleKeys(rules, member, member.stored.written ?? notedKeys(memberOf(from, member.stored).given));
  return keys.exact.length + keys.blocking.length === 0 ? [] : [{ member, keys }];
}

interface Cleaned {
  /** How many records have lost all of their keys. */
  readonly cleaned: number;
  readonly writeUnits: number;
}

async function removeKeys(context: PassContext, todo: readonly StaleKeys[]): Promise<Cleaned> {
  if (todo.length === 0) return { cleaned: 0, writeUnits: 0 };
  const operation = newID(context.now());
  const deadline = new Deadline(context, CHUNK_TIME);
  deadline.check();
  await openChunk(context, operation, {});
  let [cleaned, writeUnits] = [0, 0];
  for (let start = 0; start < todo.length; start += RECORDS_AT_ONCE) {
    deadline.check();
    const units = await Promise.all(
      todo.slice(start, start + RECORDS_AT_ONCE).map((stale) => removeKeysOf(context, stale)),
    );
    for (const ofRecord of units) {
      writeUnits += ofRecord ?? 0;
      if (ofRecord !== undefined) cleaned += 1;
    }
  }
  await closeChunk(context, operation);
  return { cleaned, writeUnits };
}

/** Returns the write units; undefined if the record, or what it notes, changed since it was scanned. */
async function removeKeysOf({ store, from }: PassContext, { member, keys }: StaleKeys): Promise<number | undefined> {
  const { stored } = member;
  const posted = { recordID: stored.id, recordVersion: stored.recordVersion };
  const deletes = [
    ...keys.exact.map((hash) => ({ hash, write: { delete: keyOwnerKey(hash) } })),
    ...keys.blocking.map((hash) => ({ hash, write: { delete: postingKey(hash, posted) } })),
  ];
  let left: WrittenKeys = stored.written ?? notedKeys(memberOf(from, stored).given);
  let before = stored;
  for (let start = 0; start < deletes.length; start += KEYS_AT_ONCE) {
    const now = deletes.slice(start, start + KEYS_AT_ONCE);
    const gone = new Set(now.map(({ hash }) => hash));
    const isLeft = (hash: string) => !gone.has(hash);
    left = { exact: left.exact.filter(isLeft), blocking: left.blocking.filter(isLeft) };
    const { applied } = await store.transact([noteKeysWrite(before, left), ...now.map(({ write }) => write)]);
    if (!applied) return undefined;
    before = withNotedKeys(before, left);
  }
  // A transaction takes two units for each write, and notes the record.
  return 2 * (deletes.length + Math.ceil(deletes.length / KEYS_AT_ONCE));
}

/** Deletes the marks of over-frequent keys that have no posting left. */
async function forgetOverFrequent({ store }: PassContext): Promise<void> {
  const listed: string[] = [];
  for await (const { sk } of queryAll(store, OVER_FREQUENT_KEYS)) listed.push(sk);
  for (const hash of listed) {
    const { items } = await store.query(postingPartition(hash), { limit: 2 });
    if (!items.every(isOverFrequentMark)) continue;
    await store.write([{ delete: listedKeyOf(hash) }, { delete: overFrequentMarkKey(hash) }]);
  }
}
