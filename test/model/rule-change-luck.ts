import { readRegister } from '../../src/entities/items/rules-register.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { RetryableError } from '../../src/errors.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { type Item, type Store, stepByStep } from '../../src/store/port.ts';
import { idsText } from '../setup/ids-text.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import type { ToyGeneration } from '../setup/toy-generations.ts';
import { beginBy, changesTo, serve } from './changing-rules.ts';
import { historyClock } from './history-clock.ts';

/** So many records of a blocking key make it over-frequent. */
export const CAP = 8;
const MINUTE = 60_000;
/** Rounds of sweeping and working that no change needs. */
const MOST_ROUNDS = 20;
/** Longer than a table is used. */
const LONGEST = 24 * 60 * MINUTE;

/** What happens to a call of the store: undefined where nothing does. */
export type Fate = 'dies' | 'is throttled' | 'waits' | undefined;

/** A table whose rules change, and a clock that moves when something waits. */
export class LuckyTable {
  readonly store: MemoryStore;
  /** Calls of the store by workers so far. */
  calls = 0;
  private readonly from: ToyGeneration;
  private moment = historyClock.now;
  private fateOf: (call: number) => Fate = () => undefined;

  private constructor(from: ToyGeneration, store: MemoryStore) {
    this.from = from;
    this.store = store;
    historyClock.now += LONGEST;
  }

  static async of(from: ToyGeneration, records: readonly RecordPayload[]): Promise<LuckyTable> {
    const table = new LuckyTable(from, new MemoryStore());
    await beginBy(table.store, from, table.moment);
    const process = await table.process();
    for (const record of records) await process.submit([record]);
    return table;
  }

  /** Another table with the items of a moment, restored later. */
  restored(items: ReadonlyMap<string, Item>): LuckyTable {
    const store = new MemoryStore();
    for (const [key, item] of items) store.items.set(key, item);
    return new LuckyTable(this.from, store);
  }

  /** @param fateOf of the calls of workers, from the first */
  strike(fateOf: (call: number) => Fate): void {
    this.calls = 0;
    this.fateOf = fateOf;
  }

  async process(): Promise<Resolution> {
    const { resolution } = await serve(createResolution, {
      ...this.waiting(),
      store: this.store,
      updateRecords: true,
      genericKeyRecords: CAP,
    });
    return resolution;
  }

  /** Works on the change that the owner wants, and lets it go on. Ends early if the worker dies. */
  async work(deployed: ToyGeneration): Promise<void> {
    let die!: () => void;
    const death = new Promise<void>((resolve) => {
      die = resolve;
    });
    const changes = this.changes(deployed, this.struck(die));
    await Promise.race([death, this.workOn(changes)]);
  }

  /** Sweeps and works until nothing is left to do. */
  async finish(deployed: ToyGeneration): Promise<void> {
    // The sweeper needs up to two runs more for keys that a process noted late.
    for (let [round, done] = [0, 0]; done < 3; round++) {
      this.moment += 10 * MINUTE;
      await (await this.process()).sweep();
      await this.work(deployed);
      const { document, changes } = (await readRegister(this.store))!;
      const isDone = changes.change === undefined && changes.next === undefined && document === changes.wanted;
      done = isDone ? done + 1 : 0;
      if (round > MOST_ROUNDS) throw new Error(`the change does not end: ${document} ${JSON.stringify(changes)}`);
    }
  }

  /** The records of each entity. */
  async entities(ids: readonly string[]): Promise<readonly string[]> {
    const process = await this.process();
    const members = new Map<string, string>();
    for (const id of ids) {
      const view = (await process.entityByRecord(id))!;
      members.set(view.id, idsText(view.records));
    }
    return [...members.values()].sort();
  }

  /** The hashes of all keys that are stored. */
  keys(): readonly string[] {
    const keys = [...this.store.items.values()].filter(({ pk, sk }) => /^[BK]#/.test(pk) && sk !== '\t');
    return [...new Set(keys.map(({ pk }) => pk.slice(2)))].sort();
  }

  private waiting() {
    const pause = async (milliseconds: number) => {
      this.moment += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { now: () => this.moment, pause, lockTime: 0 };
  }

  private changes(deployed: ToyGeneration, store: Store): RuleChanges {
    const table = { ...this.waiting(), store, table: this.store, genericKeyRecords: CAP };
    return changesTo(deployed, { ...table, segments: 2, leaseTime: 0, chunk: 40 });
  }

  private async workOn(changes: RuleChanges): Promise<void> {
    for (let turn = 0; turn < 2; turn++) {
      try {
        await changes.work(MINUTE);
        const { state, phase, to } = await changes.status();
        if (state === 'HELD' && phase === 'READY') await changes.continue(to!);
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
      }
    }
  }

  /** The store as workers see it. Of a call of several writes, one that dies has made half. */
  private struck(die: () => void): Store {
    const { store } = this;
    const meet = async (half: () => Promise<unknown> = async () => undefined): Promise<void> => {
      this.calls += 1;
      const fate = this.fateOf(this.calls);
      if (fate === 'is throttled') throw new RetryableError('the table is throttled');
      if (fate === 'waits') await new Promise((resolve) => setImmediate(resolve));
      if (fate !== 'dies') return;
      await half();
      die();
      await new Promise(() => undefined);
    };
    const write: Store['write'] = async (writes) => {
      await meet(() => store.write(writes.slice(0, writes.length / 2)));
      return store.write(writes);
    };
    const transact: Store['transact'] = async (writes) => {
      await meet();
      return store.transact(writes);
    };
    return {
      getMany: async (keys) => {
        await meet();
        return store.getMany(keys);
      },
      query: async (pk, options) => {
        await meet();
        return store.query(pk, options);
      },
      write,
      transact,
      inOrder: (steps, mayGoOn) => stepByStep({ write, transact }, steps, mayGoOn),
      discard: async (keys, updates) => {
        await meet();
        await store.discard(keys, updates);
      },
      durable: async () => undefined,
      close: async () => undefined,
    };
  }
}

/** The entities of records by rules: what links connect. */
export function connected({ linked }: ToyGeneration, records: readonly RecordPayload[]): readonly string[] {
  const parts: RecordPayload[][] = [];
  for (const record of records) {
    const joined = parts.filter((part) => part.some((other) => linked(record, other)));
    for (const part of joined) parts.splice(parts.indexOf(part), 1);
    parts.push([record, ...joined.flat()]);
  }
  return parts.map(idsText).sort();
}

/** The hashes of the keys that rules give the records. */
export const given = ({ rules }: ToyGeneration, records: readonly RecordPayload[]): readonly string[] =>
  [...new Set(records.flatMap((record) => rules.indexKeys(rules.resolve(record)).map(({ hash }) => hash)))].sort();
