import {
  type Check,
  discarding,
  type Item,
  type Key,
  type Page,
  type QueryOptions,
  type Step,
  type Store,
  stepByStep,
  type Update,
  type Write,
} from '../../functions/core/store/port.ts';
import { MemoryStore } from './memory-store.ts';

/** Deterministic numbers in [0, 1) from a seed (mulberry32, public domain by Tommy Ettinger). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Turn {
  readonly actor: number;
  run(): void;
}

/**
 * Runs actors over one memory store, one store step at a time, in an order drawn from a seed. A call of many items is
 * as many steps: engines promise no more. A killed actor's open and later steps never happen.
 */
export class Interleaving {
  readonly store = new MemoryStore();
  private readonly random: () => number;
  private readonly steps: Turn[] = [];
  private readonly dead = new Set<number>();
  private readonly delayed = new Map<number, number>();
  private taken = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  /** One step of the actor, at a moment that the interleaving chooses. */
  step<Result>(actor: number, act: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.dead.has(actor)) return;
      this.steps.push({
        actor,
        run: () => {
          try {
            resolve(act());
          } catch (error) {
            reject(error);
          }
        },
      });
    });
  }

  /** Steps taken so far. */
  get time(): number {
    return this.taken;
  }

  /** Stops an actor for a while: its steps wait until the others have taken so many. */
  delay(actor: number, steps: number): void {
    this.delayed.set(actor, this.taken + steps);
  }

  /** The store as the actor sees it. */
  storeOf(actor: number): Store {
    const step = <Result>(act: () => Result): Promise<Result> => this.step(actor, act);
    const { store } = this;
    const write = (writes: readonly Write[]) => Promise.all(writes.map((one) => step(() => store.apply(one))));
    const transact = async (writes: readonly (Write | Check)[]) => await step(() => store.transact(writes));
    return {
      getMany: (keys: readonly Key[]): Promise<(Item | undefined)[]> =>
        Promise.all(keys.map((key) => step(() => store.items.get(`${key.pk}\u0000${key.sk}`)))),
      query: async (pk: string, options?: QueryOptions): Promise<Page> => await step(() => store.query(pk, options)),
      write,
      transact,
      inOrder: (steps: readonly Step[]) => stepByStep({ write, transact }, steps),
      discard: async (keys: readonly Key[], updates: readonly Update[] = []) => {
        if (updates.length > 0) await transact(discarding(keys, updates));
        else await write(keys.map((key) => ({ delete: key })));
      },
      durable: () => step(() => undefined),
      close: async () => undefined,
    };
  }

  kill(actor: number): void {
    this.dead.add(actor);
    for (let index = this.steps.length - 1; index >= 0; index--) {
      if (this.steps[index]!.actor === actor) this.steps.splice(index, 1);
    }
  }

  /** Runs steps in random order until none is left; `beforeStep` may kill actors. */
  async run(beforeStep: (random: () => number, actor: number) => void = () => undefined): Promise<void> {
    for (;;) {
      // Everything that follows from the last step without the store happens now.
      await new Promise(setImmediate);
      if (this.steps.length === 0) return;
      const ready = this.steps.filter(({ actor }) => (this.delayed.get(actor) ?? 0) <= this.taken);
      const from = ready.length === 0 ? this.steps : ready;
      const chosen = from[Math.floor(this.random() * from.length)];
      this.steps.splice(this.steps.indexOf(chosen!), 1);
      this.taken += 1;
      beforeStep(this.random, chosen!.actor);
      if (!this.dead.has(chosen!.actor)) chosen!.run();
    }
  }
}
