import { randomUUID } from 'node:crypto';
import { present } from '../assert.ts';
import { isHeld, isHeldBy, notesEnd, readLease, takeLease } from '../entities/items/lease.ts';
import type { OutboxEntry } from '../entities/items/outbox.ts';
import type { Key, Store } from '../store/port.ts';
import { type DeliveryReport, EventDelivery, MAX_ATTEMPTS } from './delivery.ts';
import { groupEntries, holdsNew, outboxPages, RelayRun } from './relay-run.ts';
import type { EventTarget } from './target.ts';

/**
 * The outbox relay: publishes events about changed entities. For every outbox entry (entities/items/outbox.ts) it does:
 *
 * 1. Find the entities that the entry may be about.
 * 2. Read what was published about them last.
 * 3. Read their current state.
 * 4. Write the next events, on condition that nothing was published since step 2.
 * 5. Send the events.
 * 6. Delete the entry.
 *
 * - *At least once.* An entry is deleted only after step 5 succeeded for each of its entities, or its events became
 *   dead letters.
 * - *In order.* Step 4 numbers the events of one entity, and each is sent only after the one before was accepted. The
 *   state of an event is read after the event before it was written, so a later event never carries an older state.
 * - *Stable ids.* The events written in step 4 are sent again unchanged, by any run that continues.
 * - *No change is missed.* Every change leaves an outbox entry. The entry is processed after the change, so step 3
 *   reads the changed state.
 */
interface RelayDependencies {
  readonly store: Store;
  readonly target: EventTarget;
  /** Milliseconds since 1970. Decides when to try again, never the order of events. */
  readonly now?: () => number;
  /** After this many failed attempts in a row, the events of an entity become dead letters. */
  readonly maxAttempts?: number;
  /** A run begins nothing new after this many milliseconds. */
  readonly runTime?: number;
  /** Checked before anything new begins. When it returns true, the run ends and leaves the rest to the next run. */
  readonly isStopped?: () => boolean;
  /** Milliseconds that a claim lasts. Another run takes over when a run stops renewing its claim. */
  readonly claimTime?: number;
  /** Days for which history is kept of the entries; 0, the default, keeps none. */
  readonly historyRetentionInDays?: number;
}

export interface RelayReport extends DeliveryReport {
  /** True if outbox entries remain. */
  readonly waiting: boolean;
}

const RUN_TIME = 40_000;
const CLAIM_TIME = 60_000;

/** Runs the relay over all outbox entries. You may start any number of runs; one works at a time. */
export async function publishEvents({
  store,
  target,
  now = Date.now,
  maxAttempts = MAX_ATTEMPTS,
  runTime = RUN_TIME,
  isStopped = () => false,
  claimTime = CLAIM_TIME,
  historyRetentionInDays = 0,
}: RelayDependencies): Promise<RelayReport> {
  const end = now() + runTime;
  const isOver = () => now() >= end || isStopped();
  const delivery = new EventDelivery({ store, target, now, maxAttempts, isOver });
  const run = new RelayRun(store, delivery, now, historyRetentionInDays);
  const claim = new RelayClaim(store, now, claimTime);
  const seen = new Set<string>();
  let isClaimed = true;
  // A run that starts while this one works finds the claim taken and ends. So this run reads the outbox once more.
  while (delivery.goesOn && (await holdsNew(store, seen))) {
    isClaimed = await claim.take();
    if (!isClaimed) break;
    for await (const entries of outboxPages(store)) {
      for (const { key } of entries) seen.add(key.sk);
      await publishPage(run, delivery, claim, entries);
      if (!delivery.goesOn) break;
    }
    await claim.release();
  }
  return { ...delivery.report(), waiting: run.waiting || !isClaimed || !delivery.goesOn };
}

/** Publishes the entries in groups until the run ends. */
async function publishPage(
  run: RelayRun,
  delivery: EventDelivery,
  claim: RelayClaim,
  entries: readonly OutboxEntry[],
): Promise<void> {
  for (const group of groupEntries(entries)) {
    await run.publish(group);
    if (!delivery.goesOn) return;
    await claim.renew();
  }
}

/**
 * A time-limited claim keeps outbox relays from doing the same work side by side. It is not a lock: when clocks or
 * processes fail, two relays may work at the same time. The only effect is that events are sent twice.
 *
 * | item  | pk   | sk  | attributes |
 * |-------|------|-----|------------|
 * | claim | `W#` | `#` | `x` token, `u` time when it expires, in milliseconds since 1970 |
 */
const key: Key = { pk: 'W#', sk: '#' };

/** The claim of one run. */
class RelayClaim {
  /** No id of an operation: those of a process ascend, so that a fast clock of a relay would date all that follow. */
  private readonly token = randomUUID();
  private readonly store: Store;
  private readonly now: () => number;
  private readonly milliseconds: number;
  private taken = Number.NEGATIVE_INFINITY;

  /** @param milliseconds for which the claim lasts */
  constructor(store: Store, now: () => number, milliseconds: number) {
    this.store = store;
    this.now = now;
    this.milliseconds = milliseconds;
  }

  /** Takes or prolongs the claim. Returns false while another run has it. */
  async take(): Promise<boolean> {
    const { token, milliseconds } = this;
    const note = notesEnd(milliseconds);
    const now = this.now();
    this.taken = now;
    const [item] = await this.store.getMany([key]);
    const current = item && readLease(item, note);
    if (current?.token !== token && isHeld(current, now, milliseconds)) return false;
    const [outcome] = await this.store.write([{ update: key, ...takeLease(current, { token, now }, note) }]);
    return present(outcome, 'every write has an outcome').applied;
  }

  /** Prolongs the claim when a third of its time is over. */
  async renew(): Promise<void> {
    if (this.now() - this.taken > this.milliseconds / 3) await this.take();
  }

  async release(): Promise<void> {
    await this.store.write([{ delete: key, if: [isHeldBy(this.token)] }]);
  }
}
