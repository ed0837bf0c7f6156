import type { OutboxEntry } from '../entities/items/outbox.ts';
import {
  type EntityEvent,
  type EventCause,
  type EventType,
  LISTED_CAUSES,
  LISTED_ENTITIES,
  recordList,
} from './entity-event.ts';
import type { EntityState } from './entity-state.ts';
import type { Publication } from './publication.ts';

/**
 * Derives the events of an entity since its last published event. `state` is its current state; `entries` name the
 * operations that changed it. Returns one event for each type that applies, each with the current state; none if
 * everything is published already.
 */
export function deriveEvents(
  entityID: string,
  published: Publication | undefined,
  state: EntityState,
  entries: readonly OutboxEntry[],
  now: number,
): EntityEvent[] {
  const types = typesOf(entityID, published, state, entries);
  const live = state.kind === 'live' ? state : undefined;
  const { causes, more } = causesOf(entries, live?.holds ?? (() => false));
  const time = new Date(now).toISOString();
  return types.map(([type, details], index): EntityEvent => {
    const sequence = (published?.sequence ?? 0) + 1 + index;
    return {
      version: 1,
      id: `${entityID}.${sequence}`,
      type,
      entityID,
      sequence,
      time,
      recordCount: live?.count ?? 0,
      recordCountIsExact: live?.exact ?? true,
      recordIDs: live?.recordIDs ?? [],
      ...details,
      causes,
      ...(more === 0 ? {} : { moreCauses: more }),
    };
  });
}

type Details = Pick<EntityEvent, 'absorbed' | 'mergedInto' | 'parts' | 'splitFrom'>;

function typesOf(
  entityID: string,
  published: Publication | undefined,
  state: EntityState,
  entries: readonly OutboxEntry[],
): [EventType, Details][] {
  if (state.kind === 'merged') return published?.kind === 'merged' ? [] : [['merged', { mergedInto: state.into }]];
  if (state.kind === 'deleted') return published === undefined || published.kind === 'live' ? [['deleted', {}]] : [];
  const types: [EventType, Details][] = [];
  const { absorbed, parts, splitFrom } = unionsAndSplits(entityID, entries);
  if (published?.kind !== 'live') types.push(['created', splitFrom === undefined ? {} : { splitFrom }]);
  if (absorbed.size > 0) types.push(['merged', { absorbed: listed(absorbed) }]);
  if (parts.size > 0) types.push(['split', { parts: listed(parts) }]);
  if (types.length === 0 && (state.digest === '' || state.digest !== published?.digest)) types.push(['changed', {}]);
  return types;
}

/** What the outbox entries say of an entity's unions and splits. */
function unionsAndSplits(entityID: string, entries: readonly OutboxEntry[]) {
  const unions = entries.flatMap(({ union }) => (union === undefined ? [] : [union.absorbed, union.into]));
  const splits = entries.flatMap(({ split }) => (split === undefined ? [] : [split]));
  const absorbed = new Set(unions);
  absorbed.delete(entityID);
  const own = splits.filter(({ from }) => from === entityID);
  const made = splits.filter(({ from, parts }) => from !== entityID && parts.includes(entityID));
  return { absorbed, parts: new Set(own.flatMap(({ parts }) => parts)), splitFrom: made.at(-1)?.from };
}

const listed = (entities: ReadonlySet<string>): string[] => [...entities].sort().slice(0, LISTED_ENTITIES);

/** One cause for each operation and kind, ordered by operation, each with its records of this entity. */
function causesOf(
  entries: readonly OutboxEntry[],
  holds: (recordID: string) => boolean,
): { causes: EventCause[]; more: number } {
  const byOperation = new Map<string, Omit<EventCause, 'recordIDs'> & { recordIDs: Set<string> }>();
  for (const { cause, recordIDs: named } of entries) {
    // A request may name records of many entities. An erased record is in no entity, so it is always listed.
    const recordIDs = cause.kind === 'erasure' ? named : named.filter(holds);
    const name = `${cause.operation} ${cause.kind}`;
    const known = byOperation.get(name);
    if (known === undefined) {
      const { kind: type, operation, reason } = cause;
      byOperation.set(name, {
        type,
        operation,
        ...(reason !== undefined && { reason }),
        recordIDs: new Set(recordIDs),
      });
    } else for (const id of recordIDs) known.recordIDs.add(id);
  }
  const all = [...byOperation].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cause]) => cause);
  const listed = recordList();
  return {
    causes: all.slice(0, LISTED_CAUSES).map(({ recordIDs, ...cause }) => ({ ...cause, recordIDs: listed(recordIDs) })),
    more: Math.max(0, all.length - LISTED_CAUSES),
  };
}
