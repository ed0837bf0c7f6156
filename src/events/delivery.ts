import type { Store } from '../store/port.ts';
import { deadLetter } from './dead-letters.ts';
import type { AffectedEntity } from './publication.ts';
import { failedWrite, noteDelivered, settledWrite } from './publication.ts';
import type { DeliveryFailure, EventTarget } from './target.ts';

/** Milliseconds. The wait starts at 10 seconds and doubles up to an hour: the 30th attempt comes after about a day. */
export const FIRST_RETRY = 10_000;
export const LONGEST_RETRY = 3_600_000;
export const MAX_ATTEMPTS = 30;
/** Deliveries are noted after this many entities, so that a process that ends early repeats at most these. */
const SENT_AT_ONCE = 50;

export const retryAfter = (failures: number): number => Math.min(FIRST_RETRY * 2 ** (failures - 1), LONGEST_RETRY);

export interface DeliveryDependencies {
  readonly store: Store;
  readonly target: EventTarget;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** After this many failed attempts in a row, the events of an entity become dead letters. */
  readonly maxAttempts: number;
  /** True when the time of the run is over, or the run was stopped. */
  readonly isOver: () => boolean;
}

/** Counts of one run. */
export interface DeliveryReport {
  /** Events that the target accepted. */
  readonly delivered: number;
  /** Entities whose events the target did not accept and that will be tried again. */
  readonly failed: number;
  /** Entities whose events became dead letters. */
  readonly dead: number;
  /** Why the target did not accept an event; the last such reason. */
  readonly reason?: string;
}

/** Sends events to the target and notes the result. */
export class EventDelivery {
  private readonly dependencies: DeliveryDependencies;
  /** The target is unavailable. */
  private isDown = false;
  private delivered = 0;
  private failed = 0;
  private dead = 0;
  private reason: string | undefined;

  constructor(dependencies: DeliveryDependencies) {
    this.dependencies = dependencies;
  }

  /** True if the target is available and the run's time is not over. */
  get goesOn(): boolean {
    return !this.isDown && !this.dependencies.isOver();
  }

  report(): DeliveryReport {
    const { delivered, failed, dead, reason } = this;
    return { delivered, failed, dead, ...(reason === undefined ? {} : { reason }) };
  }

  /**
   * Sends the last events of each entity in order. An entity whose delivery fails is held, or becomes a dead letter.
   */
  async send(affected: readonly AffectedEntity[]): Promise<void> {
    const failures = new Map<AffectedEntity, DeliveryFailure | 'untried'>();
    for (let start = 0; start < affected.length; start += SENT_AT_ONCE) {
      const together = affected.slice(start, start + SENT_AT_ONCE);
      if (this.goesOn) await this.sendTogether(together, failures);
      else for (const one of together) failures.set(one, 'untried');
      await noteDelivered(
        this.dependencies.store,
        together.filter((one) => !failures.has(one)).map(({ entity, published }) => [entity, published!]),
      );
    }
    for (const [one, failure] of failures) {
      if (failure === 'untried') {
        one.state = 'held';
        continue;
      }
      this.reason = failure.reason;
      await this.fail(one, failure);
    }
  }

  private async sendTogether(
    affected: readonly AffectedEntity[],
    failures: Map<AffectedEntity, DeliveryFailure | 'untried'>,
  ): Promise<void> {
    for (let wave = 0; ; wave++) {
      const sending = affected.filter((one) => !failures.has(one) && one.published!.events.length > wave);
      if (sending.length === 0) return;
      const deliveries = await this.dependencies.target.deliver(
        sending.map(({ published }) => published!.events[wave]!),
      );
      sending.forEach((one, index) => {
        const delivery = deliveries[index]!;
        if (delivery === 'delivered') this.delivered += 1;
        else {
          failures.set(one, delivery);
          if (delivery === 'untried' || delivery.unavailable) this.isDown = true;
        }
      });
    }
  }

  /** Notes a failed attempt. After the last one, the events become a dead letter and later events are published. */
  private async fail(one: AffectedEntity, { reason }: DeliveryFailure): Promise<void> {
    const { entity, published } = one;
    const { sequence, events } = published!;
    const failures = published!.failures + 1;
    const { store, maxAttempts } = this.dependencies;
    const now = this.dependencies.now();
    if (failures >= maxAttempts) {
      const { applied } = await store.transact([deadLetter(events, reason, now), settledWrite(entity, sequence)]);
      if (applied) {
        this.dead += 1;
        return;
      }
    } else {
      await store.write([failedWrite(entity, sequence, { failures, retryAt: now + retryAfter(failures) })]);
    }
    this.failed += 1;
    one.state = 'held';
  }
}
