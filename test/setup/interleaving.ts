import { keyOf } from '../../src/store/items.ts';
import {
  type Check,
  discarding,
  type Item,
  type Key,
  type Outcome,
  type Page,
  type QueryOptions,
  type ReadOptions,
  type Step,
  type Store,
  stepByStep,
  type TransactOutcome,
  type Update,
  type Write,
} from '../../src/store/port.ts';
import { MemoryStore } from './memory-store.ts';
import type { Recording } from './recording.ts';

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

const address = ({ pk, sk }: Key): string => `${pk}\u0000${sk}`;

/** Far more steps than any history takes. */
const MOST_STEPS = 100_000;

/** How many former states of an item a read may show that need not be consistent. */
const OLDEST = 3;

/** A memory store that knows what its items were before. */
class RememberingStore extends MemoryStore {
  private readonly former = new Map<string, (Item | undefined)[]>();
  private readonly recording: Recording | undefined;
  private isTransacting = false;

  constructor(recording?: Recording) {
    super();
    this.recording = recording;
    if (recording !== undefined) recording.items = this.items;
  }

  /** The item as it is. */
  current(key: Key): Item | undefined {
    const item = this.items.get(address(key));
    this.recording?.calls.push({ get: { pk: key.pk, sk: key.sk }, item });
    return item;
  }

  override async getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
    return keys.map((key) => this.current(key));
  }

  override query(pk: string, options: QueryOptions = {}): Promise<Page> {
    const page = super.query(pk, options);
    this.recording?.calls.push({ query: pk, options, page });
    return page;
  }

  override transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome> {
    this.isTransacting = true;
    const outcome = super.transact(writes);
    this.isTransacting = false;
    this.recording?.calls.push({ transact: writes, outcome });
    return outcome;
  }

  override apply(write: Write): Outcome {
    const outcome = super.apply(write);
    if (!this.isTransacting) this.recording?.calls.push({ write, outcome });
    if (outcome.applied) {
      const key = address(keyOf(write));
      this.former.set(key, [outcome.before, ...(this.former.get(key) ?? [])].slice(0, OLDEST));
    }
    return outcome;
  }

  /** The item as it is, or now and then as it once was. */
  recent(key: Key, random: () => number): Item | undefined {
    const states = [this.items.get(address(key)), ...(this.former.get(address(key)) ?? [])];
    return states[random() < 0.7 ? 0 : Math.floor(random() * states.length)];
  }

  /** The partition with each item as it is, or now and then as it once was. */
  recentPartition(pk: string, random: () => number): MemoryStore {
    const seen = new MemoryStore();
    for (const key of this.former.keys()) {
      const [partition, sk] = key.split('\u0000') as [string, string];
      if (partition !== pk) continue;
      const item = this.recent({ pk, sk }, random);
      if (item !== undefined) seen.items.set(key, item);
    }
    return seen;
  }
}

/**
 * Runs actors over one memory store, one store step at a time, in an order drawn from a seed. A call of many items is
 * as many steps: engines promise no more. A killed actor's open and later steps never happen.
 *
 * Some seeds are of an engine that bills transactions and reads older states where it may, some of one that does neither,
 * and in some there are actors of both kinds.
 */
export class Interleaving {
  readonly store: RememberingStore;
  private readonly random: () => number;
  private readonly draw: () => number;
  private readonly kind: number;
  private readonly hasLongPages: boolean;
  private readonly steps: Turn[] = [];
  private readonly dead = new Set<number>();
  private readonly delayed = new Map<number, number>();
  private readonly stopped = new Set<number>();
  private taken = 0;

  /**
   * @param hasLongPages whether a page is read in two steps, the first items before the last
   * @param recording takes all calls but those that show older states, and scans
   */
  constructor(seed: number, hasLongPages = false, recording?: Recording) {
    this.store = new RememberingStore(recording);
    this.random = seededRandom(seed);
    this.draw = seededRandom(seed * 31 + 5);
    this.kind = Math.floor(this.draw() * 3);
    this.hasLongPages = hasLongPages;
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

  /** Stops an actor until {@link goOn}: what it has asked for, and all that follows, happens then. */
  stop(actor: number): void {
    this.stopped.add(actor);
  }

  goOn(actor: number): void {
    this.stopped.delete(actor);
  }

  /** Stopped actors with work left. */
  get sleepers(): number[] {
    return [...this.stopped].filter((actor) => this.steps.some((step) => step.actor === actor));
  }

  /** The store as the actor sees it. */
  storeOf(actor: number): Store {
    const step = <Result>(act: () => Result): Promise<Result> => this.step(actor, act);
    const { store } = this;
    const write = (writes: readonly Write[]) => Promise.all(writes.map((one) => step(() => store.apply(one))));
    const transact = async (writes: readonly (Write | Check)[]) => await step(() => store.transact(writes));
    const billsTransactions = this.kind === 0 || (this.kind === 1 && actor % 2 === 0);
    const queryOnce = async (pk: string, options?: QueryOptions): Promise<Page> =>
      await step(() =>
        options?.consistent === false && billsTransactions
          ? store.recentPartition(pk, this.draw).query(pk, options)
          : store.query(pk, options),
      );
    const queryInTwoSteps = async (pk: string, options: QueryOptions = {}): Promise<Page> => {
      const limit = options.limit ?? Number.POSITIVE_INFINITY;
      const first = await queryOnce(pk, { ...options, limit: Math.min(limit, 1 + Math.floor(this.draw() * 4)) });
      const rest = limit - first.items.length;
      // A page that ends here still has a last step: what is stored behind it meanwhile is on it.
      const after = first.next ?? first.items.at(-1)?.sk ?? options.after;
      if (rest <= 0) return first;
      const last = await queryOnce(pk, { ...options, limit: rest, ...(after === undefined ? {} : { after }) });
      return { ...last, items: [...first.items, ...last.items] };
    };
    const get = (key: Key, consistent: boolean) =>
      step(() => (consistent ? store.current(key) : store.recent(key, this.draw)));
    return {
      billsTransactions,
      getMany: (keys: readonly Key[], { consistent = true }: ReadOptions = {}): Promise<(Item | undefined)[]> =>
        Promise.all(keys.map((key) => get(key, consistent || !billsTransactions))),
      query: this.hasLongPages ? queryInTwoSteps : queryOnce,
      write,
      transact,
      inOrder: (steps: readonly Step[], mayGoOn?: () => void) => stepByStep({ write, transact }, steps, mayGoOn),
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

  /** Runs steps in random order until none is left but those of stopped actors; `beforeStep` may kill and stop actors. */
  async run(beforeStep: (random: () => number, actor: number) => void = () => undefined): Promise<void> {
    for (;;) {
      // Everything that follows from the last step without the store happens now.
      await new Promise(setImmediate);
      const awake = this.stopped.size === 0 ? this.steps : this.steps.filter(({ actor }) => !this.stopped.has(actor));
      if (awake.length === 0) return;
      const ready = awake.filter(({ actor }) => (this.delayed.get(actor) ?? 0) <= this.taken);
      const from = ready.length === 0 ? awake : ready;
      const chosen = from[Math.floor(this.random() * from.length)]!;
      beforeStep(this.random, chosen.actor);
      // An actor that stops here has its step still ahead.
      if (this.stopped.has(chosen.actor)) continue;
      const position = this.steps.indexOf(chosen);
      this.taken += 1;
      if (this.taken > MOST_STEPS) throw new Error(`actor ${chosen.actor} and others repeat themselves for ever`);
      if (position < 0) continue;
      this.steps.splice(position, 1);
      chosen.run();
    }
  }
}
