import type { Item, Key, Put, Store } from '../store/port.ts';
import type { EntityEvent } from './entity-event.ts';

/**
 * What was told about an entity last.
 *
 * | item | pk         | sk  | attributes |
 * |------|------------|-----|------------|
 * | told | `T#entity` | `#` | `s` sequence, `k` what the entity was, `h` digest of its records, `e` the last events as JSON until they are taken, `m` notices that they tell of, `o` sequence that the target is known to have taken, `f` failures in a row, `a` not to be tried before |
 *
 * It is written before its events are sent, on condition that nobody else told something meanwhile: that is what gives
 * an event its place and its lasting id, and that is what is sent again when nobody knows whether it was taken. The next
 * events are written only after that.
 */
export interface Told {
  readonly sequence: number;
  readonly kind: 'live' | 'merged' | 'deleted';
  readonly digest: string;
  readonly events: readonly EntityEvent[];
  readonly notices: readonly string[];
  readonly delivered: number;
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly retryAt: number;
}

export const toldKey = (entity: string): Key => ({ pk: `T#${entity}`, sk: '#' });

export function readTold(item: Item | undefined): Told | undefined {
  if (item === undefined) return undefined;
  return {
    sequence: item['s'] as number,
    kind: item['k'] as Told['kind'],
    digest: item['h'] as string,
    events: JSON.parse(item['e'] as string) as EntityEvent[],
    notices: item['m'] as readonly string[],
    delivered: (item['o'] as number | undefined) ?? 0,
    failures: (item['f'] as number | undefined) ?? 0,
    retryAt: (item['a'] as number | undefined) ?? 0,
  };
}

/** Takes the next place in what is told about the entity; refused when somebody else told something since `before`. */
export function tell(
  entity: string,
  before: Told | undefined,
  { sequence, kind, digest, events, notices }: Omit<Told, 'delivered' | 'failures' | 'retryAt'>,
): Put {
  return {
    put: { ...toldKey(entity), s: sequence, k: kind, h: digest, e: JSON.stringify(events), m: notices },
    if: [before === undefined ? { item: 'absent' } : { attribute: 's', equals: before.sequence }],
  };
}

/**
 * Notes that the last events were taken, and forgets them: nobody needs them any more, and the id of an erased record
 * stays nowhere longer than it takes to tell of it.
 */
export async function noteDelivered(store: Store, told: readonly (readonly [string, Told])[]): Promise<void> {
  if (told.length === 0) return;
  await store.write(
    told.map(([entity, { sequence }]) => ({
      update: toldKey(entity),
      set: { o: sequence, e: '[]' },
      remove: ['f', 'a'],
      if: [{ attribute: 's', equals: sequence }],
    })),
  );
}
