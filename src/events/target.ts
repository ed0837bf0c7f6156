import type { EntityEvent } from './entity-event.ts';

/** The result of delivering one event; `untried` when it was not sent because the target is unavailable. */
export type Delivery = 'delivered' | 'untried' | DeliveryFailure;

export interface DeliveryFailure {
  /** What the target answered; contains nothing of the event. */
  readonly reason: string;
  /** True if the target accepts no event at the moment, so that trying others is pointless. */
  readonly unavailable: boolean;
}

/** The destination of events. */
export interface EventTarget {
  /** Delivers events, at most one of each entity. Returns one result for each event, in their order. Never rejects. */
  deliver(events: readonly EntityEvent[]): Promise<readonly Delivery[]>;
}

/** The most entries and bytes of one API call of a target. */
const ENTRIES = 10;
const BYTES = 240_000;

/** Splits entries into chunks that fit into one call each, in their order. */
export function chunked<Entry>(entries: readonly Entry[], text: (entry: Entry) => string): Entry[][] {
  const chunks: Entry[][] = [];
  let chunk: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(text(entry));
    if (chunk.length > 0 && (chunk.length === ENTRIES || bytes + size > BYTES)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(entry);
    bytes += size;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** The results of entries that were not sent, because the target is unavailable. */
export const untried = (entries: readonly unknown[]): Delivery[] => entries.map(() => 'untried');
