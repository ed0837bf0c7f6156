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
