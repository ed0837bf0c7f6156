import type { EntityEvent } from './entity-event.ts';

/** What became of one event at the target; untried when it was clear that the target takes none at the moment. */
export type Delivery = 'delivered' | 'untried' | DeliveryFailure;

export interface DeliveryFailure {
  /** What the target said; holds nothing of the event. */
  readonly reason: string;
  /** Whether the target takes no event at the moment, so that others need not be tried. */
  readonly unavailable: boolean;
}

/** Where events go. */
export interface EventTarget {
  /** Delivers events, one at most of each entity; answers for each what became of it. Never rejects. */
  deliver(events: readonly EntityEvent[]): Promise<readonly Delivery[]>;
}
