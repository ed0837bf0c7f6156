import type { IndexKey, KeyPlan } from '../../rules/types.ts';
import { Integers } from './integers.ts';

/** Records that share a key. */
export interface KeyHolders {
  readonly plan: KeyPlan;
  /** Ascending, at least two. */
  readonly positions: readonly number[];
}

/**
 * Which records hold which keys: 16 bytes a key, where a map of texts takes hundreds. Keys are told apart by the first 64
 * bits of their digest: of ten million keys, two agree in these by chance once in 370,000 runs.
 */
export class HeldKeys {
  private readonly plans: KeyPlan[] = [];
  private readonly planNumbers = new Map<KeyPlan, number>();
  private readonly high = new Integers();
  private readonly low = new Integers();
  private readonly planOf = new Integers();
  private readonly positionOf = new Integers();
  private readonly digest = Buffer.alloc(32);

  /** @param position not smaller than that of the call before */
  add({ hash, plan }: IndexKey, position: number): void {
    this.digest.write(hash, 'base64url');
    this.high.push(this.digest.readUInt32LE(0));
    this.low.push(this.digest.readUInt32LE(4));
    this.planOf.push(this.numberOf(plan));
    this.positionOf.push(position);
  }

  /** The records of each key that several share, in an order that depends on the keys alone. */
  *shared(): Generator<KeyHolders, void, undefined> {
    const order = this.sorted();
    for (let start = 0, end = 0; start < order.length; start = end) {
      while (end < order.length && this.isSame(order[start]!, order[end]!)) end += 1;
      if (end - start === 1) continue;
      const positions: number[] = [];
      for (let index = start; index < end; index++) positions.push(this.positionOf.at(order[index]!));
      yield { plan: this.plans[this.planOf.at(order[start]!)]!, positions };
    }
  }

  private sorted(): Uint32Array {
    const { high, low } = this;
    const order = Uint32Array.from({ length: high.length }, (_, index) => index);
    return order.sort((a, b) => high.at(a) - high.at(b) || low.at(a) - low.at(b) || a - b);
  }

  private isSame(a: number, b: number): boolean {
    return this.high.at(a) === this.high.at(b) && this.low.at(a) === this.low.at(b);
  }

  private numberOf(plan: KeyPlan): number {
    let number = this.planNumbers.get(plan);
    if (number === undefined) {
      number = this.plans.push(plan) - 1;
      this.planNumbers.set(plan, number);
    }
    return number;
  }
}
