import { randomUUID } from 'node:crypto';
import type { Condition, Item, Key, Store } from '../store/port.ts';

/**
 * A time-limited claim keeps outbox relays from doing the same work side by side. It is not a lock: when clocks or
 * processes fail, two relays may work at the same time. The only effect is that events are sent twice.
 *
 * | item  | pk   | sk  | attributes |
 * |-------|------|-----|------------|
 * | claim | `W#` | `#` | `x` token, `u` time when it expires, in milliseconds since 1970 |
 */
const key: Key = { pk: 'W#', sk: '#' };

interface Claim {
  readonly token: string;
  readonly until: number;
}

const readClaim = (item: Item): Claim => ({ token: item['x'] as string, until: item['u'] as number });

/** The claim of one run. */
export class RelayClaim {
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
    const now = this.now();
    this.taken = now;
    const [item] = await this.store.getMany([key]);
    const current = item === undefined ? undefined : readClaim(item);
    if (current !== undefined && current.token !== token && current.until > now) return false;
    const [outcome] = await this.store.write([
      { update: key, set: { x: token, u: now + milliseconds }, if: unchanged(current) },
    ]);
    return outcome!.applied;
  }

  /** Prolongs the claim when a third of its time is over. */
  async renew(): Promise<void> {
    if (this.now() - this.taken > this.milliseconds / 3) await this.take();
  }

  async release(): Promise<void> {
    await this.store.write([{ delete: key, if: [{ attribute: 'x', equals: this.token }] }]);
  }
}

const unchanged = (claim: Claim | undefined): Condition =>
  claim === undefined
    ? [{ item: 'absent' }]
    : [
        { attribute: 'u', equals: claim.until },
        { attribute: 'x', equals: claim.token },
      ];
