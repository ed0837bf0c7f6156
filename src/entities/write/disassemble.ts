import type { Check, Item, Key, Store, Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { Deadline, takenForDead } from '../deadline.ts';
import {
  EdgeNotFoundError,
  NothingToDisassembleError,
  SeveralEntitiesError,
  TooManyRemovedLinksError,
  UnknownRecordError,
} from '../errors.ts';
import { findRoots } from '../forest/nodes.ts';
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
import { causedBy, erasureOutbox } from '../items/outbox.ts';
import { isLinkRemoved, type MemberRecord, memberOf } from '../read/components.ts';
import { separatedEntities } from '../read/connection-bans.ts';
import type { Disassembled, DisassembleRequest } from '../types.ts';
import { REBUILD_IN_REQUEST } from './rebuild.ts';
import { remainingConnections } from './remaining-connection.ts';
import { nodesOf, rebuildAll, removedContent, settledContent } from './removal.ts';
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
    return first === undefined || second === undefined || isLinkRemoved(first.stored, second.stored);
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
  refuseTooManyRemovedLinks(open, members);
  const constraint = request.createConnectionBan === true ? newID(now()) : undefined;
  const nodes = [...new Set([...members.values()].map(({ stored }) => stored.node))];
  const cut = [...new Set(open.flatMap(({ a, b }) => [a, b]))];
  // Erasures have entries of their own, from which the entity is rebuilt as well.
  const isErasureOnly = edges.length === 0 && constraint === undefined;
  if (!isErasureOnly) {
    deadline.check();
    await store.write([
      { put: journalItem(operation, { rebuild: nodes, cut, ...(constraint === undefined ? {} : { constraint }) }) },
      ...(constraint === undefined ? [] : [{ put: constraintMotive(constraint, request.meta) }]),
    ]);
  }
  for (const { a, b } of open) await removeLink(context, operation, a, b, deadline);
  const removals: Removal[] = [];
  for (const id of recordIDs) {
    const removal = await eraseRecord(context, id, members.get(id)?.stored, deadline);
    if (removal !== undefined) removals.push(removal);
  }
  const { complete, entities: left } = await rebuildAll(
    context,
    // What else a cut or a constraint parts, keys do not tell.
    removals.map(({ content, settled }) => (isErasureOnly ? settled : content)),
    // A rebuild that judged the records before the cut may have moved them since.
    {
      nodes: [...nodes, ...(await nodesOf(store, cut))],
      limit: REBUILD_IN_REQUEST,
      operations: isErasureOnly ? removals.map((removal) => removal.operation) : [],
      ...(constraint === undefined ? {} : { constraint }),
    },
    deadline,
  );
  const separated = constraint === undefined ? [] : await separatedEntities(store, constraint);
  if (complete) {
    const erasures = removals.filter(({ isFinal }) => isFinal).map((removal) => removal.operation);
    const done = isErasureOnly ? erasures : [operation, ...erasures];
    // Nothing is kept apart where nothing came apart.
    const unused = constraint === undefined || separated.length > 0 ? [] : [constraintMotiveKey(constraint)];
    await store.write([...done.map(journalKey), ...unused].map((key): Write => ({ delete: key })));
  }
  await store.durable();
  return {
    triggered: true,
    complete,
    // What keeps its id is the oldest.
    entityIDs: complete ? [...new Set([...left, ...separated])].sort() : [],
    stillConnected: complete ? await remainingConnections(context, edges, REBUILD_IN_REQUEST) : [],
    ...(constraint === undefined || separated.length === 0 ? {} : { reference: constraint }),
  };
}

const nothingToDo = (entityIDs: readonly string[]): Disassembled => ({
  triggered: false,
  complete: true,
  entityIDs,
  stillConnected: [],
});

const constraintMotiveKey = (reference: string): Key => ({ pk: `X#${reference}`, sk: '#' });

const constraintMotive = (reference: string, meta: DisassembleRequest['meta']): Item => ({
  ...constraintMotiveKey(reference),
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
    [...members.values()].map(({ stored }) => stored.node),
  );
  return [...new Set(roots.values())].sort();
}

function refuseTooManyRemovedLinks(
  edges: readonly { readonly a: string; readonly b: string }[],
  members: ReadonlyMap<string, MemberRecord>,
): void {
  const removedLinks = new Map<string, Set<string>>();
  for (const { a, b } of edges) {
    for (const [id, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = removedLinks.get(id) ?? new Set(members.get(id)!.stored.removedLinks);
      removedLinks.set(id, known.add(other));
      if (known.size > MOST_REMOVED_LINKS) throw new TooManyRemovedLinksError(id, MOST_REMOVED_LINKS);
    }
  }
}

function haveEdge({ rules }: Context, a: MemberRecord, b: MemberRecord): boolean {
  if (a.stored.groups.some((group) => b.stored.groups.includes(group))) return true;
  const shared = a.keys.filter(({ hash }) => b.keys.some((key) => key.hash === hash));
  return shared.some(({ plan }) => plan.exact || rules.linked(plan, a.values, b.values));
}

/** Writes into both records, in one transaction, that there is no edge between them. */
async function removeLink(
  { store }: Context,
  operation: string,
  a: string,
  b: string,
  deadline: Deadline,
): Promise<void> {
  for (;;) {
    const items = await store.getMany([recordKey(a), recordKey(b)]);
    if (items[0] === undefined || items[1] === undefined) return;
    const [first, second] = [readRecord(items[0]), readRecord(items[1])];
    // The request may name an edge twice, and another request may have been faster.
    if (isLinkRemoved(first, second)) return;
    for (const { id, removedLinks } of [first, second])
      if (removedLinks.length >= MOST_REMOVED_LINKS) throw new TooManyRemovedLinksError(id, MOST_REMOVED_LINKS);
    deadline.check();
    const { applied, refused } = await store.transact([
      stillOpen(operation),
      removedLinksWrite(first, [...first.removedLinks, b]),
      removedLinksWrite(second, [...second.removedLinks, a]),
    ]);
    if (applied) return;
    if (refused.some(({ index }) => index === 0)) throw takenForDead();
  }
}

function removedLinksWrite(record: StoredRecord, removedLinks: readonly string[]): Write {
  const before = listText(record.removedLinks);
  const after = listText(removedLinks);
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
const MOST_REMOVED_LINKS = 90;

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
    const creator = creatorOf(stored.recordVersion);
    const { keys, written } = memberOf(rules, stored);
    const content = removedContent(stored, written);
    const operation = newID(now());
    deadline.check();
    const [creating, changing, ...partners] = await store.getMany([
      journalKey(creator),
      journalKey(stored.operation),
      ...stored.removedLinks.map(recordKey),
    ]);
    const forgetting = partners
      .filter((partner) => partner !== undefined)
      .map((partner) => {
        const other = readRecord(partner);
        return removedLinksWrite(
          other,
          other.removedLinks.filter((cut) => cut !== id),
        );
      });
    const writes: (Write | Check)[] = [
      { put: journalItem(operation, { removed: [content] }) },
      {
        delete: recordKey(id),
        if: [
          { attribute: 'i', equals: stored.recordVersion },
          { attribute: 'n', equals: stored.node },
          { attribute: 'o', equals: stored.operation },
          // A cut that comes now would stay with its other record, and meet whoever gets this id again.
          unchangedText('c', listText(stored.removedLinks)),
        ],
      },
      ...forgetting,
      // Its creator has not counted it yet and cannot see any more that it was there.
      ...(isOpen(creating, creator) ? [erasedRecordWrite(creator, creating!)] : []),
      ...countWrites(operation, { records: -1, entities: 0 }),
      ...erasureOutbox(context.cause, stored),
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
