import type { Check, Item, Key, Store, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { Deadline, takenForDead } from '../deadline.ts';
import {
  EdgeNotFoundError,
  NothingToDisassembleError,
  SeveralEntitiesError,
  TooManyCutsError,
  UnknownRecordError,
} from '../errors.ts';
import { findRoots } from '../forest/fragments.ts';
import { countWrites } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import {
  erasedRecordWrite,
  isOpen,
  journalItem,
  journalKey,
  type RemovedContent,
  stillOpen,
} from '../items/journal.ts';
import { creatorOf, listText, readRecord, recordKey, type StoredRecord, unchangedText } from '../items/layout.ts';
import { causedBy, erasureNotice } from '../items/notices.ts';
import { isCut, type MemberRecord, memberOf } from '../read/components.ts';
import { bannedEntities } from '../read/connection-bans.ts';
import type { Disassembled, DisassembleRequest } from '../types.ts';
import { REBUILD_IN_REQUEST } from './rebuild.ts';
import { remainingConnections } from './remaining-connection.ts';
import { fragmentsOf, rebuildAll, removedContent, settledContent } from './removal.ts';
import type { Removed } from './still-connected.ts';

/**
 * Takes edges or records out of one entity: journal; cut the edges and erase the records in their own items, each in one
 * transaction; then rebuild the entity from what is left. From the first of these writes on nobody reads the record any
 * more; its keys and postings go under the rebuild's lock, so that nothing that was published before can stay.
 */
export async function disassemble(dependencies: Context, request: DisassembleRequest): Promise<Disassembled> {
  const { store, now } = dependencies;
  const operation = newID(now());
  const context = causedBy(dependencies, 'disassemble', operation);
  const deadline = new Deadline(context);
  const edges = request.edges ?? [];
  const recordIDs = [...new Set(request.recordIDs ?? [])];
  if (edges.length + recordIDs.length === 0) throw new NothingToDisassembleError();
  const members = await readNamed(context, [...recordIDs, ...edges.flatMap(({ a, b }) => [a, b])]);
  // Erasing what is erased already is no error, so that a request can be repeated.
  const erased = recordIDs.filter((id) => !members.has(id));
  for (const { a, b } of edges) {
    for (const id of [a, b]) if (!members.has(id) && !recordIDs.includes(id)) throw new UnknownRecordError(id);
  }
  if (erased.length === recordIDs.length && edges.length === 0) return nothingToDo([]);
  const isGone = ({ a, b }: { readonly a: string; readonly b: string }) => {
    const [first, second] = [members.get(a), members.get(b)];
    return first === undefined || second === undefined || isCut(first.stored, second.stored);
  };
  const entities = await entitiesOf(context, members);
  if (entities.length > 1) {
    // The parts of a request that is repeated, whose answer was perhaps lost.
    if (erased.length === recordIDs.length && edges.every(isGone)) return nothingToDo(entities);
    throw new SeveralEntitiesError(entities);
  }

  const open = edges.filter(({ a, b }) => {
    if (isGone({ a, b })) return false;
    if (a === b || !haveEdge(context, members.get(a)!, members.get(b)!)) throw new EdgeNotFoundError(a, b);
    return true;
  });
  refuseTooManyCuts(open, members);
  const ban = request.createConnectionBan === true ? newID(now()) : undefined;
  const fragments = [...new Set([...members.values()].map(({ stored }) => stored.fragment))];
  const cut = [...new Set(open.flatMap(({ a, b }) => [a, b]))];
  // Erasures have entries of their own, from which the entity is rebuilt as well.
  const isErasureOnly = edges.length === 0 && ban === undefined;
  if (!isErasureOnly) {
    deadline.check();
    await store.write([
      { put: journalItem(operation, { rebuild: fragments, cut, ...(ban === undefined ? {} : { ban }) }) },
      ...(ban === undefined ? [] : [{ put: banMotive(ban, request.meta) }]),
    ]);
  }
  for (const { a, b } of open) await cutEdge(context, operation, a, b, deadline);
  const removals: Removal[] = [];
  for (const id of recordIDs) {
    const removal = await eraseRecord(context, id, members.get(id)?.stored, deadline);
    if (removal !== undefined) removals.push(removal);
  }
  const { complete, entities: left } = await rebuildAll(
    context,
    // What else a cut or a ban parts, keys do not tell.
    removals.map(({ content, settled }) => (isErasureOnly ? settled : content)),
    // A rebuild that judged the records before the cut may have moved them since.
    {
      fragments: [...fragments, ...(await fragmentsOf(store, cut))],
      limit: REBUILD_IN_REQUEST,
      operations: isErasureOnly ? removals.map((removal) => removal.operation) : [],
      ...(ban === undefined ? {} : { ban }),
    },
    deadline,
  );
  const banned = ban === undefined ? [] : await bannedEntities(store, ban);
  if (complete) {
    const erasures = removals.filter(({ isFinal }) => isFinal).map((removal) => removal.operation);
    const done = isErasureOnly ? erasures : [operation, ...erasures];
    // Nothing is kept apart where nothing came apart.
    const unused = ban === undefined || banned.length > 0 ? [] : [banMotiveKey(ban)];
    await store.write([...done.map(journalKey), ...unused].map((key): Write => ({ delete: key })));
  }
  await store.durable();
  return {
    triggered: true,
    complete,
    // What keeps its id is the oldest.
    entityIDs: complete ? [...new Set([...left, ...banned])].sort() : [],
    stillConnected: complete ? await remainingConnections(context, edges, REBUILD_IN_REQUEST) : [],
    ...(ban === undefined || banned.length === 0 ? {} : { reference: ban }),
  };
}

const nothingToDo = (entityIDs: readonly string[]): Disassembled => ({
  triggered: false,
  complete: true,
  entityIDs,
  stillConnected: [],
});

const banMotiveKey = (reference: string): Key => ({ pk: `X#${reference}`, sk: '#' });

const banMotive = (reference: string, meta: DisassembleRequest['meta']): Item => ({
  ...banMotiveKey(reference),
  u: meta?.user ?? '',
  w: meta?.reason ?? '',
});

async function readNamed({ store, rules }: Context, ids: readonly string[]): Promise<Map<string, MemberRecord>> {
  const distinct = [...new Set(ids)];
  const members = new Map<string, MemberRecord>();
  (await store.getMany(distinct.map(recordKey))).forEach((item) => {
    if (item === undefined) return;
    const stored = readRecord(item);
    members.set(stored.id, memberOf(rules, stored));
  });
  return members;
}

async function entitiesOf({ store }: Context, members: ReadonlyMap<string, MemberRecord>): Promise<readonly string[]> {
  const roots = await findRoots(
    store,
    [...members.values()].map(({ stored }) => stored.fragment),
  );
  return [...new Set(roots.values())].sort();
}

function refuseTooManyCuts(
  edges: readonly { readonly a: string; readonly b: string }[],
  members: ReadonlyMap<string, MemberRecord>,
): void {
  const cuts = new Map<string, Set<string>>();
  for (const { a, b } of edges) {
    for (const [id, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = cuts.get(id) ?? new Set(members.get(id)!.stored.cuts);
      cuts.set(id, known.add(other));
      if (known.size > MOST_CUTS) throw new TooManyCutsError(id, MOST_CUTS);
    }
  }
}

function haveEdge({ rules }: Context, a: MemberRecord, b: MemberRecord): boolean {
  if (a.stored.groups.some((group) => b.stored.groups.includes(group))) return true;
  const shared = a.keys.filter(({ hash }) => b.keys.some((key) => key.hash === hash));
  return shared.some(({ plan }) => plan.deciding || rules.linked(plan, a.values, b.values));
}

/** Writes into both records, in one transaction, that there is no edge between them. */
async function cutEdge({ store }: Context, operation: string, a: string, b: string, deadline: Deadline): Promise<void> {
  for (;;) {
    const items = await store.getMany([recordKey(a), recordKey(b)]);
    if (items[0] === undefined || items[1] === undefined) return;
    const [first, second] = [readRecord(items[0]), readRecord(items[1])];
    // The request may name an edge twice, and another request may have been faster.
    if (isCut(first, second)) return;
    for (const { id, cuts } of [first, second]) if (cuts.length >= MOST_CUTS) throw new TooManyCutsError(id, MOST_CUTS);
    deadline.check();
    const { applied, refused } = await store.transact([
      stillOpen(operation),
      cutWrite(first, [...first.cuts, b]),
      cutWrite(second, [...second.cuts, a]),
    ]);
    if (applied) return;
    if (refused.some(({ index }) => index === 0)) throw takenForDead();
  }
}

function cutWrite(record: StoredRecord, cuts: readonly string[]): Write {
  const before = listText(record.cuts);
  const after = listText(cuts);
  return {
    update: recordKey(record.id),
    ...(after === '' ? { remove: ['c'] } : { set: { c: after } }),
    if: [{ item: 'present' }, unchangedText('c', before)],
  };
}

interface Removal {
  readonly operation: string;
  readonly content: RemovedContent;
  readonly settled: Removed;
  /** False while whoever stored the record may still be publishing it: the sweeper looks once more. */
  readonly isFinal: boolean;
}

/** The cuts of all its partners are changed in the transaction that erases a record, which holds 100 items. */
const MOST_CUTS = 90;

/**
 * Deletes the record's item; undefined when there is none.
 *
 * @param seen the record as it was seen, undefined when it was not there
 */
async function eraseRecord(
  context: Context,
  id: string,
  seen: StoredRecord | undefined,
  deadline: Deadline,
): Promise<Removal | undefined> {
  const { store, rules, now } = context;
  for (let stored = seen; stored !== undefined; stored = await readStored(store, id)) {
    const creator = creatorOf(stored.incarnation);
    const { keys, written } = memberOf(rules, stored);
    const content = removedContent(stored, written);
    const operation = newID(now());
    deadline.check();
    const [creating, changing, ...partners] = await store.getMany([
      journalKey(creator),
      journalKey(stored.operation),
      ...stored.cuts.map(recordKey),
    ]);
    const forgetting = partners
      .filter((partner) => partner !== undefined)
      .map((partner) => {
        const other = readRecord(partner);
        return cutWrite(
          other,
          other.cuts.filter((cut) => cut !== id),
        );
      });
    const writes: (Write | Check)[] = [
      { put: journalItem(operation, { removed: [content] }) },
      {
        delete: recordKey(id),
        if: [
          { attribute: 'i', equals: stored.incarnation },
          { attribute: 'n', equals: stored.fragment },
          { attribute: 'o', equals: stored.operation },
          // A cut that comes now would stay with its other record, and meet whoever gets this id again.
          unchangedText('c', listText(stored.cuts)),
        ],
      },
      ...forgetting,
      // Its creator has not counted it yet and cannot see any more that it was there.
      ...(isOpen(creating, creator) ? [erasedRecordWrite(creator, creating!)] : []),
      ...countWrites(operation, { records: -1, entities: 0 }),
      ...erasureNotice(context.cause, stored),
    ];
    deadline.check();
    const { applied } = await store.transact(writes);
    if (applied) {
      const isFinal = !isOpen(creating, creator) && !isOpen(changing, stored.operation);
      return { operation, content, settled: isFinal ? settledContent(keys, content) : content, isFinal };
    }
  }
  return undefined;
}

async function readStored(store: Store, id: string): Promise<StoredRecord | undefined> {
  const [item] = await store.getMany([recordKey(id)]);
  return item === undefined ? undefined : readRecord(item);
}
