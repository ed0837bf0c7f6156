import { present } from '../../assert.ts';
import type { Item, Key, Put } from '../../store/port.ts';
import type { Cause, Context } from '../context.ts';
import type { CauseKind } from './history.ts';
import { shardOf } from './ids.ts';

/**
 * With entity events on, every change of an entity leaves an outbox entry. A submit writes it with the keys of its records,
 * which are stored then. Others write it in the transaction of the change, or in the one that deletes the journal entry. So
 * each change has an outbox entry or a journal entry from which the sweeper makes one. An entry says only which entities changed. The outbox relay
 * (src/events) reads the entities as they are then, so that entries need no order and concurrent operations never write
 * the same item. With events off, nothing is written.
 *
 * | item         | pk        | sk             | attributes |
 * |--------------|-----------|----------------|------------|
 * | outbox entry | `V#shard` | operation.what | `c` kind of the cause, `d` decision of a person that it carries out, `w` reason of a removal, `f` nodes whose entities changed, `r` records that the cause named, `u` surviving and absorbed entity of a union, `s` entity and the parts that were split from it |
 */

export interface OutboxEntry {
  readonly key: Key;
  readonly cause: Cause;
  /** Nodes whose entities changed. */
  readonly nodes: readonly string[];
  /** Records that the operation was about; 100 at most. */
  readonly recordIDs: readonly string[];
  /** Set when two entities became one. */
  readonly union?: { readonly into: string; readonly absorbed: string };
  /** Set when parts of an entity became entities of their own. */
  readonly split?: { readonly from: string; readonly parts: readonly string[] };
}

const SHARDS = 16;
const partition = (shard: number): string => `V#${shard}`;

/** Every partition that holds outbox entries. */
export const outboxPartitions: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => partition(shard));

/** The key of the outbox entry with this name; a name begins with its operation. */
export function outboxKey(name: string): Key {
  const operation = name.split('.', 1)[0]!;
  return { pk: partition(shardOf(operation, SHARDS)), sk: name };
}

/** Characters of a reason that are kept. */
const LONGEST_REASON = 500;

/** A context whose outbox entries name the operation as their cause. */
export function causedBy<Any extends Context>(
  context: Any,
  kind: CauseKind,
  operation: string,
  { decision, reason }: Pick<Cause, 'decision' | 'reason'> = {},
): Any {
  const cause = { kind, operation, decision, reason: reason?.slice(0, LONGEST_REASON).toWellFormed() || undefined };
  return context.entityEvents === true ? { ...context, cause } : context;
}

/** An operation is finished; its records are in these nodes. */
export function finishOutbox(cause: Cause | undefined, nodes: Iterable<string>, recordIDs: readonly string[]): Put[] {
  const named = [...new Set(nodes)];
  if (named.length === 0) return [];
  return write(cause, 'f', { f: named, r: recordIDs });
}

/** A record of the node was erased. */
export const erasureOutbox = (
  cause: Cause | undefined,
  erased: { readonly id: string; readonly recordVersion: string; readonly node: string },
): Put[] =>
  write(cause && { ...cause, kind: 'erasure' }, `e.${erased.recordVersion}`, { f: [erased.node], r: [erased.id] });

export const unionOutbox = (cause: Cause | undefined, into: string, absorbed: string): Put[] =>
  write(cause, `u.${absorbed}`, { u: [into, absorbed] });

export const splitOutbox = (cause: Cause | undefined, from: string, parts: readonly string[]): Put[] =>
  parts.length === 0 ? [] : write(cause, `s.${parts[0]}`, { s: [from, ...parts] });

/** Records moved from one entity into another, by way of a node. */
export const moveOutbox = (cause: Cause | undefined, node: string, entities: readonly string[]): Put[] =>
  write(cause, `m.${node}`, { f: entities, r: [] });

function write(cause: Cause | undefined, what: string, set: Readonly<Record<string, readonly string[]>>): Put[] {
  if (cause === undefined) return [];
  return [
    {
      put: {
        ...outboxKey(`${cause.operation}.${what}`),
        c: cause.kind,
        ...(cause.decision === undefined ? {} : { d: cause.decision }),
        ...(cause.reason === undefined ? {} : { w: cause.reason }),
        ...set,
      },
    },
  ];
}

/** Characters of an operation's id without the mark of a pending-operations shard, which events do not show. */
const OPERATION = 26;

export function readOutboxEntry(item: Item): OutboxEntry {
  const texts = (name: string) => (item[name] as readonly string[] | undefined) ?? [];
  const [into, absorbed] = texts('u');
  const [from, ...parts] = texts('s');
  return {
    key: { pk: item.pk, sk: item.sk },
    cause: {
      kind: item['c'] as CauseKind,
      operation: item.sk.slice(0, OPERATION),
      decision: item['d'] as string | undefined,
      reason: item['w'] as string | undefined,
    },
    nodes: texts('f'),
    recordIDs: texts('r'),
    ...(into === undefined
      ? {}
      : { union: { into, absorbed: present(absorbed, 'a union names the entity that it absorbed') } }),
    ...(from === undefined ? {} : { split: { from, parts } }),
  };
}
