import { present } from '../../assert.ts';
import type { Write } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { Deadline } from '../deadline.ts';
import { EdgeNotFoundError, NothingToDisassembleError, SeveralEntitiesError, UnknownRecordError } from '../errors.ts';
import { findSets, type RootSeen } from '../forest/find.ts';
import { refuseBan } from '../forest/union.ts';
import { type Motive, motiveKey, motiveWrite } from '../items/constraints.ts';
import { demandEpoch } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { journalItem, journalKey } from '../items/journal.ts';
import { causedBy } from '../items/outbox.ts';
import { readRecord, recordKey } from '../items/record.ts';
import { isLinkRemoved, type MemberRecord, memberOf } from '../keys/record-keys.ts';
import { separatedEntities } from '../read/connection-bans.ts';
import { type Erasure, eraseRecord } from './erase-record.ts';
import { forgetErased } from './forget-record.ts';
import { REBUILD_IN_REQUEST } from './rebuild.ts';
import { type RemainingConnection, remainingConnections } from './remaining-connection.ts';
import { nodesOf, type RebuiltEntities, rebuildAll } from './removal.ts';
import { type Edge, refuseTooManyRemovedLinks, removeLinks } from './remove-links.ts';

export interface DisassembleRequest {
  /** Edges to remove, by the ids of their records. */
  readonly edges?: readonly { readonly a: string; readonly b: string }[];
  /** Records to erase with all that belongs to them. */
  readonly recordIDs?: readonly string[];
  /** Whether the parts must never be united again. */
  readonly createConnectionBan?: boolean;
  readonly meta?: Motive;
}

export interface Disassembled {
  /** False if there was nothing left to do, because it was done before. */
  readonly triggered: boolean;
  /**
   * False if the entity is so large that the sweeper splits it, in its next run. Then the following fields are empty.
   */
  readonly complete: boolean;
  /** Ids of the entities that are left, first the one that kept its id; one id if nothing was split. */
  readonly entityIDs: readonly string[];
  /** Reference of the requested connection ban. Missing if nothing was split. */
  readonly reference?: string;
  /** Named edges whose records are still in one entity, because other links connect them. */
  readonly stillConnected: readonly RemainingConnection[];
}

/**
 * Removes links or records from one entity:
 *
 * 1. Open a journal entry.
 * 2. Remove each link and erase each record in their own items, each in one transaction. From then on no reader sees
 *    them.
 * 3. Rebuild the entity from what is left. Keys and postings are removed under the rebuild's lock, so that nothing that
 *    was published before can stay.
 */
export async function disassemble(dependencies: Context, request: DisassembleRequest): Promise<Disassembled> {
  const { store, now } = dependencies;
  const operation = newID(now());
  const context = causedBy(dependencies, 'disassemble', operation, { reason: request.meta?.reason });
  const deadline = new Deadline(context);
  const planned = await plan(context, request);
  if ('nothingToDo' in planned) return planned.nothingToDo;
  const removing = await begin(context, operation, request, planned, deadline);
  await removeLinks(context, operation, planned.edges, planned.members, deadline);
  const erasures: Erasure[] = [];
  for (const id of planned.recordIDs) {
    const erasure = await eraseRecord(context, id, planned.members.get(id)?.stored, deadline);
    if (erasure !== undefined) erasures.push(erasure);
  }
  for (const { content } of erasures) await forgetErased(store, content);
  const rebuilt = await rebuildRemaining(context, removing, erasures, deadline);
  const separated = removing.constraint === undefined ? [] : await separatedEntities(store, removing.constraint);
  if (rebuilt.complete) await end(context, operation, removing, erasures, separated);
  await store.durable();
  return answer(context, request, rebuilt, removing, separated);
}

/** What a request removes. */
interface Plan {
  /** The edges that there are. */
  readonly edges: readonly Edge[];
  readonly recordIDs: readonly string[];
  /** The records that the request names, by id, as far as they are stored. */
  readonly members: ReadonlyMap<string, MemberRecord>;
}

type Planned = Plan | { readonly nothingToDo: Disassembled };

/** Checks the request. Erasing or removing what is gone already is no error, so that a request can be repeated. */
async function plan(context: Context, request: DisassembleRequest): Promise<Planned> {
  const edges = request.edges ?? [];
  const recordIDs = [...new Set(request.recordIDs ?? [])];
  if (edges.length + recordIDs.length === 0) throw new NothingToDisassembleError();
  const members = await readNamed(context, [...recordIDs, ...edges.flatMap(({ a, b }) => [a, b])]);
  refuseUnknown(edges, recordIDs, members);
  const isErased = recordIDs.every((id) => !members.has(id));
  if (isErased && edges.length === 0) return { nothingToDo: nothingToDo([]) };
  const isGone = ({ a, b }: Edge) => {
    const [first, second] = [members.get(a), members.get(b)];
    return first === undefined || second === undefined || isLinkRemoved(first.stored, second.stored);
  };
  const entities = await entitiesOf(context, members);
  if (entities.length > 1) {
    // The parts after a request that is repeated, because its answer may have been lost.
    const ids = entities.map(({ root }) => root).sort();
    if (isErased && edges.every(isGone)) return { nothingToDo: nothingToDo(ids) };
    throw new SeveralEntitiesError(ids);
  }
  const open = edges.filter((edge) => !isGone(edge));
  if (request.createConnectionBan === true) refuseBan(entities, context.mostBans);
  refuseMissing(context, open, members);
  refuseTooManyRemovedLinks(open, members);
  return { edges: open, recordIDs, members };
}

function refuseUnknown(
  edges: readonly Edge[],
  recordIDs: readonly string[],
  members: ReadonlyMap<string, MemberRecord>,
): void {
  for (const id of edges.flatMap(({ a, b }) => [a, b])) {
    if (!members.has(id) && !recordIDs.includes(id)) throw new UnknownRecordError(id);
  }
}

function refuseMissing(context: Context, edges: readonly Edge[], members: ReadonlyMap<string, MemberRecord>): void {
  for (const { a, b } of edges) {
    const first = present(members.get(a), 'both records of an edge were read');
    const second = present(members.get(b), 'both records of an edge were read');
    if (a === b || !haveEdge(context, first, second)) throw new EdgeNotFoundError(a, b);
  }
}

const nothingToDo = (entityIDs: readonly string[]): Disassembled => ({
  triggered: false,
  complete: true,
  entityIDs,
  stillConnected: [],
});

async function readNamed({ store, rules }: Context, ids: readonly string[]): Promise<Map<string, MemberRecord>> {
  const members = new Map<string, MemberRecord>();
  for (const item of await store.getMany([...new Set(ids)].map(recordKey))) {
    if (item === undefined) continue;
    const stored = readRecord(item);
    members.set(stored.id, memberOf(rules, stored));
  }
  return members;
}

async function entitiesOf(
  { store }: Context,
  members: ReadonlyMap<string, MemberRecord>,
): Promise<readonly RootSeen[]> {
  const found = await findSets(
    store,
    [...members.values()].map(({ stored }) => stored.node),
  );
  return [...new Map([...found.values()].map((one) => [one.root, one])).values()];
}

function haveEdge({ rules }: Context, a: MemberRecord, b: MemberRecord): boolean {
  if (a.stored.groups.some((group) => b.stored.groups.includes(group))) return true;
  const shared = a.keys.filter(({ hash }) => b.keys.some((key) => key.hash === hash));
  return shared.some(({ plan }) => plan.exact || rules.linked(plan, a.values, b.values));
}

/** A disassembly under way. */
interface Removing {
  /** True if nothing but records is removed. Each erasure has a journal entry of its own. */
  readonly isErasureOnly: boolean;
  /** Reference of the constraint that is to separate the parts. */
  readonly constraint: string | undefined;
  /** The nodes in which the records were. */
  readonly nodes: readonly string[];
  /** Ids of records that lose a link. */
  readonly unlinked: readonly string[];
}

/** Opens the journal entry. */
async function begin(
  { store, now }: Context,
  operation: string,
  { edges: named = [], createConnectionBan, meta }: DisassembleRequest,
  { edges, members }: Plan,
  deadline: Deadline,
): Promise<Removing> {
  const constraint = createConnectionBan === true ? newID(now()) : undefined;
  const nodes = [...new Set([...members.values()].map(({ stored }) => stored.node))];
  const unlinked = [...new Set(edges.flatMap(({ a, b }) => [a, b]))];
  const isErasureOnly = named.length === 0 && constraint === undefined;
  if (!isErasureOnly) {
    deadline.check();
    const work = { rebuild: nodes, unlinked, ...(constraint === undefined ? {} : { constraint }) };
    await store.write([
      { put: journalItem(operation, work) },
      ...(constraint === undefined ? [] : [motiveWrite(constraint, meta)]),
    ]);
  }
  return { isErasureOnly, constraint, nodes, unlinked };
}

async function rebuildRemaining(
  context: Context,
  { isErasureOnly, constraint, nodes, unlinked }: Removing,
  erasures: readonly Erasure[],
  deadline: Deadline,
): Promise<RebuiltEntities> {
  return rebuildAll(
    context,
    // What else a removed link or a constraint separates, keys do not tell.
    erasures.map(({ content, settled }) => (isErasureOnly ? settled : content)),
    {
      // A rebuild that judged the records before the link was removed may have moved them since.
      nodes: [...nodes, ...(await nodesOf(context.store, unlinked))],
      limit: REBUILD_IN_REQUEST,
      operations: isErasureOnly ? erasures.map((erasure) => erasure.operation) : [],
      constraint,
    },
    deadline,
  );
}

/** Closes the journal entries. */
async function end(
  { store, epoch }: Context,
  operation: string,
  { isErasureOnly, constraint }: Removing,
  erasures: readonly Erasure[],
  separated: readonly string[],
): Promise<void> {
  const erased = erasures.filter(({ isFinal }) => isFinal).map((erasure) => erasure.operation);
  // Under rules that came into force meanwhile, the sweeper redoes it. An erasure began under the rules of its time.
  if (!isErasureOnly) await demandEpoch(store, operation, epoch);
  const done = isErasureOnly ? erased : [operation, ...erased];
  // Where nothing was split there is nothing to keep apart.
  const unused = constraint === undefined || separated.length > 0 ? [] : [motiveKey(constraint)];
  await store.write([...done.map(journalKey), ...unused].map((key): Write => ({ delete: key })));
}

async function answer(
  context: Context,
  { edges = [] }: DisassembleRequest,
  { complete, entities }: RebuiltEntities,
  { constraint }: Removing,
  separated: readonly string[],
): Promise<Disassembled> {
  const reference = constraint === undefined || separated.length === 0 ? {} : { reference: constraint };
  if (!complete) return { triggered: true, complete, entityIDs: [], stillConnected: [], ...reference };
  return {
    triggered: true,
    complete,
    // The entity that keeps its id is the oldest.
    entityIDs: [...new Set([...entities, ...separated])].sort(),
    stillConnected: await remainingConnections(context, edges, REBUILD_IN_REQUEST),
    ...reference,
  };
}
