import type { Notice } from '../entities/items/notices.ts';
import {
  type EntityEvent,
  type EventCause,
  type EventType,
  LISTED_CAUSES,
  LISTED_ENTITIES,
  recordList,
} from './entity-event.ts';
import type { EntityLook } from './look.ts';
import type { Told } from './told.ts';

/**
 * Derives the events of an entity since its last published event. The entity's state comes from the read (`look`), the
 * operations that changed it come from the outbox entries (`notices`). Returns one event for each type that applies;
 * each event carries the current state. Returns none when everything is published already.
 */
export function deriveEvents(
  entityID: string,
  told: Told | undefined,
  look: EntityLook,
  notices: readonly Notice[],
  now: number,
): EntityEvent[] {
  const types = typesOf(entityID, told, look, notices);
  const live = look.kind === 'live' ? look : undefined;
  const { causes, more } = causesOf(notices, live?.holds ?? (() => false));
  const time = new Date(now).toISOString();
  return types.map(([type, details], index): EntityEvent => {
    const sequence = (told?.sequence ?? 0) + 1 + index;
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
  told: Told | undefined,
  look: EntityLook,
  notices: readonly Notice[],
): [EventType, Details][] {
  if (look.kind === 'merged') return told?.kind === 'merged' ? [] : [['merged', { mergedInto: look.into }]];
  if (look.kind === 'deleted') return told === undefined || told.kind === 'live' ? [['deleted', {}]] : [];
  const types: [EventType, Details][] = [];
  const absorbed = new Set<string>();
  const parts = new Set<string>();
  let splitFrom: string | undefined;
  for (const { union, split } of notices) {
    if (union !== undefined) absorbed.add(union.absorbed).add(union.into);
    if (split?.from === entityID) for (const part of split.parts) parts.add(part);
    else if (split?.parts.includes(entityID)) splitFrom = split.from;
  }
  absorbed.delete(entityID);
  if (told?.kind !== 'live') types.push(['created', splitFrom === undefined ? {} : { splitFrom }]);
  if (absorbed.size > 0) types.push(['merged', { absorbed: listed(absorbed) }]);
  if (parts.size > 0) types.push(['split', { parts: listed(parts) }]);
  if (types.length === 0 && (look.digest === '' || look.digest !== told?.digest)) types.push(['changed', {}]);
  return types;
}

const listed = (entities: ReadonlySet<string>): string[] => [...entities].sort().slice(0, LISTED_ENTITIES);

/** One cause for each operation and kind, ordered by operation, each with its records of this entity. */
function causesOf(
  notices: readonly Notice[],
  holds: (recordID: string) => boolean,
): { causes: EventCause[]; more: number } {
  const byOperation = new Map<string, { type: EventCause['type']; operation: string; recordIDs: Set<string> }>();
  for (const { cause, recordIDs: named } of notices) {
    // A request may name records of many entities. An erased record is in no entity, so it is always listed.
    const recordIDs = cause.kind === 'erasure' ? named : named.filter(holds);
    const name = `${cause.operation} ${cause.kind}`;
    const known = byOperation.get(name);
    if (known === undefined) {
      byOperation.set(name, { type: cause.kind, operation: cause.operation, recordIDs: new Set(recordIDs) });
    } else for (const id of recordIDs) known.recordIDs.add(id);
  }
  const all = [...byOperation].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cause]) => cause);
  const listed = recordList();
  return {
    causes: all.slice(0, LISTED_CAUSES).map(({ type, operation, recordIDs }) => {
      return { type, operation, recordIDs: listed(recordIDs) };
    }),
    more: Math.max(0, all.length - LISTED_CAUSES),
  };
}
