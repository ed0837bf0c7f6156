import { randomUUID } from 'node:crypto';
import { present } from '../assert.ts';
import { isHeld, isHeldBy, notesEnd, readLease, takeLease } from '../entities/items/lease.ts';
import type { Key, Store } from '../store/port.ts';

/**
 * A lease (entities/items/lease.ts) keeps outbox relays from doing the same work side by side. When clocks or processes fail,
 * two relays may work at the same time. The only effect is that events are sent twice.
 *
 * | item  | pk   | sk  | attributes |
 * |-------|------|-----|------------|
 * | claim | `W#` | `#` | `x` token, `u` time when it expires, in milliseconds since 1970 |
 */
const key: Key = { pk: 'W#', sk: '#' };

/** The claim of one run. */
export class RelayClaim {
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
