import type { createResolution, Resolution, ResolutionDependencies } from '../../src/entities/operations.ts';
import type { EntityView } from '../../src/entities/read/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { keyOf } from '../../src/store/items.ts';
import { type Check, type Item, type Key, type Store, stepByStep, type Write } from '../../src/store/port.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { toyRules } from '../setup/toy-rules.ts';
import { historyClock } from './history-clock.ts';

/**
 * Histories that are not left to luck: operations are held at the very step at which another one must come between.
 * Each is a hole that random histories found once or twice in a hundred thousand, or one that a safeguard closes which
 * they hardly ever meet. Each throws when the promise is broken.
 */
export interface Race {
  readonly name: string;
  run(create: typeof createResolution): Promise<void>;
}

/** What happens on a table, by the name of the race. */
export type Scenes<S extends Stage> = Readonly<Record<string, (stage: S) => Promise<void>>>;

type StageOf<S> = (create: typeof createResolution, engine: { readonly billsTransactions: boolean }) => S | Promise<S>;

export const racesOf = <S extends Stage>(stageOf: StageOf<S>, scenes: Scenes<S>, billsTransactions = false): Race[] =>
  Object.entries(scenes).map(([name, scene]) => ({
    name: `${name}${billsTransactions ? ', in a pending-operations shard' : ''}`,
    run: async (create) => scene(await stageOf(create, { billsTransactions })),
  }));

/** Each scene, once with journal entries of their own and once with pending-operations shards. */
export const onBothEngines = <S extends Stage>(stageOf: StageOf<S>, scenes: Scenes<S>): Race[] =>
  [false, true].flatMap((billsTransactions) => racesOf(stageOf, scenes, billsTransactions));

/** A race whose actors wait for what never comes, or repeat themselves for ever. */
export class StandsStill extends Error {}

/** Far more turns than any race takes. */
const TURNS = 20_000;

/** Runs a race to its end. Throws a StandsStill when it has none. */
export async function runRace(race: Race, create: typeof createResolution): Promise<void> {
  let isOver = false;
  const running = race.run(create).finally(() => {
    isOver = true;
  });
  const waiting = (async () => {
    for (let count = 0; count < TURNS && !isOver; count++) await turn();
    if (!isOver) throw new StandsStill('stands still');
  })();
  await Promise.race([running, waiting.then(() => running)]);
}

/** What an actor is about to do. */
export interface StepAhead {
  /** `rest`: of a page, all but its first item. */
  readonly verb: 'get' | 'query' | 'rest' | 'write' | 'transact';
  /** `pk sk` of what it names. */
  readonly names: readonly string[];
  readonly writes: readonly (Write | Check)[];
}

/** Holds an actor before the first step that a test aims at, until it is let go; or for ever, as if it had died. */
export class Hold {
  readonly reached: Promise<void>;
  private readonly isAimed: (step: StepAhead) => boolean;
  readonly letGo: () => void;
  private readonly signal: () => void;
  private readonly released: Promise<void>;
  private used = false;

  constructor(isAimed: (step: StepAhead) => boolean) {
    this.isAimed = isAimed;
    ({ promise: this.reached, resolve: this.signal } = Promise.withResolvers<void>());
    ({ promise: this.released, resolve: this.letGo } = Promise.withResolvers<void>());
  }

  async before(step: StepAhead): Promise<void> {
    if (this.used || !this.isAimed(step)) return;
    this.used = true;
    this.signal();
    await this.released;
  }
}

/** An operation that waits before one of its steps. */
interface Held<T> {
  /** Rejects or resolves as the operation does. */
  readonly end: Promise<T>;
  letGo(): void;
  /** Lets it go and waits for its end. */
  goOn(): Promise<T>;
}

/** How a process works; `next` is where it stops after it was let go. */
type ActorOptions = Partial<ResolutionDependencies> & { readonly next?: Hold };

/** A table and those who work on it. */
export class Stage {
  readonly store = new MemoryStore();
  protected readonly create: typeof createResolution;
  private readonly start: number;
  private readonly billsTransactions: boolean;
  private calls = 0;
  /** What reads show that need not be consistent. */
  private older: MemoryStore = this.store;

  constructor(create: typeof createResolution, { billsTransactions = false } = {}) {
    this.create = create;
    this.billsTransactions = billsTransactions;
    this.start = historyClock.now;
    historyClock.now += 3_600_000;
  }

  actor(holds: readonly Hold[] = [], options: Partial<ResolutionDependencies> = {}): Resolution {
    return this.create({
      store: this.storeOf(holds),
      rules: toyRules,
      updateRecords: true,
      now: () => this.start,
      pause: turn,
      ...options,
    });
  }

  /** From here on, reads that need not be consistent show what there is now. */
  remember(): void {
    this.older = new MemoryStore();
    for (const [key, item] of this.store.items) this.older.items.set(key, item);
  }

  later(milliseconds: number): number {
    return this.start + milliseconds;
  }

  /** Long after every process died. */
  readonly late = { now: () => this.start + 600_000, lockTime: 0 };

  sweeper(): Resolution {
    return this.actor([], this.late);
  }

  async sweep(): Promise<void> {
    await this.sweeper().sweep();
  }

  /** The process that begins an operation. */
  process(
    holds: readonly Hold[] = [],
    options: Partial<ResolutionDependencies> = {},
  ): Resolution | Promise<Resolution> {
    return this.actor(holds, options);
  }

  /** Submits each record by itself. */
  async submit(...records: readonly RecordPayload[]): Promise<void> {
    const process = await this.process();
    for (const one of records) await process.submit([one]);
  }

  /** Begins an operation, and returns when it is about to do the first step that is aimed at. */
  async holdBefore<T>(
    isAimed: (step: StepAhead) => boolean,
    work: (process: Resolution) => Promise<T>,
    { next, ...options }: ActorOptions = {},
  ): Promise<Held<T>> {
    const hold = new Hold(isAimed);
    const end = work(await this.process(next === undefined ? [hold] : [hold, next], options));
    // A race that fails before it waits for the end says why itself.
    end.catch(() => {});
    await hold.reached;
    const { letGo } = hold;
    const goOn = () => {
      letGo();
      return end;
    };
    return { end, letGo, goOn };
  }

  /** Begins an operation, whose process dies before the first step that is aimed at. */
  async killBefore(...operation: Parameters<Stage['holdBefore']>): Promise<void> {
    await this.holdBefore(...operation);
  }

  /** An operation stops before it makes a change, is taken for dead, goes on, makes it and dies. */
  async sleepAndDie(isAimed: (step: StepAhead) => boolean, work: (process: Resolution) => Promise<unknown>) {
    const death = after(isAimed);
    const sleeping = await this.holdBefore(isAimed, work, { next: death });
    await this.sweep();
    sleeping.letGo();
    await death.reached;
    await this.sweep();
  }

  async expectEntities(...expected: readonly (readonly string[])[]): Promise<void> {
    const resolution = this.sweeper();
    for (const members of expected) {
      for (const id of members) {
        const view = await resolution.entityByRecord(id);
        const found = (view?.records ?? []).map((record) => String(record['id'])).sort();
        if (found.join() !== [...members].sort().join()) {
          throw new Error(`the entity of ${id} is ${found.join() || 'none'}, not ${members.join()}`);
        }
      }
    }
  }

  async expectTogether(first: string, second: string): Promise<void> {
    const resolution = this.sweeper();
    const [a, b] = [await resolution.entityByRecord(first), await resolution.entityByRecord(second)];
    if (a === undefined || a.id !== b?.id) throw new Error(`${first} and ${second} are linked, but not together`);
  }

  /** Compares the counts of `metrics` with what is stored. */
  async expectCounts(records: number, entities: number): Promise<void> {
    const { recordCount, entityCount } = await this.sweeper().metrics();
    if (recordCount !== records || entityCount !== entities) {
      throw new Error(`${recordCount} records and ${entityCount} entities are counted, not ${records} and ${entities}`);
    }
  }

  /** Nothing is left of any record's keys. */
  expectNoKeys(): void {
    const left = [...this.store.items.values()].filter(({ pk }) => /^[KB]#/.test(pk));
    if (left.length > 0) throw new Error(`${left.map(({ pk, sk }) => `${pk} ${sk}`).join(', ')} is left over`);
  }

  protected storeOf(holds: readonly Hold[] = []): Store {
    const { store } = this;
    const before = async (verb: StepAhead['verb'], keys: readonly Key[], writes: readonly (Write | Check)[] = []) => {
      this.calls += 1;
      // An actor that repeats itself for ever would keep the others from their turns.
      if (this.calls > TURNS) await new Promise(() => undefined);
      const step = { verb, names: keys.map(({ pk, sk }) => `${pk} ${sk}`), writes };
      for (const hold of holds) await hold.before(step);
    };
    const write = async (writes: readonly Write[]) => {
      await before('write', writes.map(keyOf), writes);
      return store.write(writes);
    };
    const transact = async (writes: readonly (Write | Check)[]) => {
      await before('transact', writes.map(keyOf), writes);
      return store.transact(writes);
    };
    return {
      billsTransactions: this.billsTransactions,
      // One item after the other: a call of many reads is no moment.
      getMany: async (keys, { consistent = true } = {}) => {
        const items: (Item | undefined)[] = [];
        for (const key of keys) {
          await before('get', [key]);
          items.push((await (consistent ? store : this.older).getMany([key]))[0]);
        }
        return items;
      },
      query: async (pk, options = {}) => {
        await before('query', [{ pk, sk: '' }]);
        const { limit = Number.POSITIVE_INFINITY } = options;
        const [first] = limit === 1 ? [] : (await store.query(pk, { ...options, limit: 1 })).items;
        if (first === undefined) return store.query(pk, options);
        await before('rest', [{ pk, sk: '' }]);
        const rest = await store.query(pk, { ...options, after: first.sk, limit: limit - 1 });
        return { ...rest, items: [first, ...rest.items] };
      },
      write,
      transact,
      inOrder: (steps, mayGoOn) => stepByStep({ write, transact }, steps, mayGoOn),
      discard: async (keys, updates) => {
        await before('write', keys);
        await store.discard(keys, updates);
      },
      durable: async () => undefined,
      close: async () => undefined,
    };
  }
}

/** One more turn for all that is due. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
export const record = (id: string, exact: readonly string[], near: readonly string[] = []): RecordPayload => ({
  id,
  exact,
  near,
});
/** Sets an attribute of the item `pk sk`. */
export const updates = ({ writes }: StepAhead, name: string, attribute: string): boolean =>
  writes.some(
    (one) =>
      'update' in one && `${one.update.pk} ${one.update.sk}` === name && one.set !== undefined && attribute in one.set,
  );
const moves = (id: string) => (step: StepAhead) => step.verb === 'transact' && updates(step, `R#${id} #`, 'n');
const removedLinks = (id: string) => (step: StepAhead) => step.verb === 'transact' && updates(step, `R#${id} #`, 'c');
/** A union, of which the child's node gets a parent. */
const unites = (step: StepAhead): boolean =>
  step.verb === 'transact' &&
  step.writes.some(
    (one) => 'update' in one && one.update.pk.startsWith('E#') && one.set !== undefined && 'p' in one.set,
  );
/** Locks an entity. */
const locks = ({ verb, writes }: StepAhead): boolean =>
  verb === 'write' && writes.some((one) => 'update' in one && one.set?.['x'] !== undefined);
/** Unlocks an entity. */
const unlocks = ({ writes }: StepAhead): boolean =>
  writes.some((one) => 'update' in one && one.remove?.includes('x') === true);
const stores = (id: string) => (step: StepAhead) =>
  step.writes.some((one) => 'put' in one && one.put.pk === `R#${id}` && 'd' in one.put);
const erases = (id: string) => (step: StepAhead) =>
  step.writes.some((one) => 'delete' in one && one.delete.pk === `R#${id}`);
/** Publishes a exact key. */
export const claims = (value: string) => (step: StepAhead) =>
  step.verb === 'write' && step.names.includes(`K#exact-${value} #`);
const queries =
  (node: string, verb: StepAhead['verb'] = 'query') =>
  (step: StepAhead) =>
    step.verb === verb && step.names.includes(`E#${node} `);
/** Moves the key owner of a value into the entity of a part. */
const points = (value: string) => (step: StepAhead) =>
  step.verb === 'transact' && step.names.includes(`K#exact-${value} #`);
/** A change of a record whose process dies when the record `moved` is below the root, and still in its entity. */
const dyingRebuild = (stage: Stage, changed: RecordPayload) =>
  stage.killBefore(points('a'), (actor) => actor.submit([changed]));
/** Dies at the step after the first one that does this. */
const after = (isDone: (step: StepAhead) => boolean): Hold => {
  let isOver = false;
  return new Hold((step) => {
    const dies = isOver;
    isOver ||= isDone(step);
    return dies;
  });
};
/** Nothing has left the entity. */
function expectMembers(view: EntityView | undefined, ...expected: readonly string[]): void {
  const found = (view?.records ?? []).map(({ id }) => String(id)).sort();
  if (found.join() !== expected.join()) throw new Error(`the read found ${found.join()}, not ${expected.join()}`);
}
export const reads = (name: string) => (step: StepAhead) => step.verb === 'get' && step.names.includes(name);

/** When an actor first pauses, and the option that tells of it. */
function firstPause(until = turn) {
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const pause = () => {
    resolve();
    return until();
  };
  return { waiting, pause };
}

/** Two records that stay, and two that leave as one part when the bridge changes. */
const submitBridge = (stage: Stage) =>
  stage.submit(record('k1', ['a']), record('k2', ['a']), record('bridge', ['a'], ['x1']), record('friend', [], ['x2']));
const CHANGED = [record('bridge', [], ['x1'])];
const CUT = { edges: [{ a: 'bridge', b: 'friend' }] };

/** A record `s` that leaves its entity when the bridge is erased, and one of another entity that is to be linked with it. */
const submitGroup = (stage: Stage) =>
  stage.submit(record('r', ['a']), record('bridge', ['a', 'c']), record('s', ['c']), record('t', ['d']));
const GROUP = [record('s', ['c']), record('t', ['d'])];

/** A large entity whose parts are judged one at a time, or together. */
const ofParts = (judgedFor: number) => async (stage: Stage) => {
  await stage.submit(
    record('hub', ['a', 'b', 'c', 'd']),
    record('a', ['a']),
    record('b', ['b']),
    record('c', ['c']),
    record('d', ['d']),
  );
  await stage.killBefore(locks, (actor) => actor.disassemble({ recordIDs: ['hub'] }));
  const late = { ...stage.late, largeEntities: { above: 0, judgedFor } };
  const sweeping = await stage.holdBefore(locks, (actor) => actor.sweep(), late);
  await stage.submit(record('bridge', ['a', 'b']));
  await sweeping.goOn();
  await stage.expectEntities(['a', 'b', 'bridge'], ['c'], ['d']);
  await stage.expectCounts(5, 3);
};

const onEitherEngine: Scenes<Stage> = {
  'a link that is removed between the judgement and the move of a part': async (stage) => {
    await submitBridge(stage);
    const change = await stage.holdBefore(moves('bridge'), (actor) => actor.submit(CHANGED));
    const cutting = stage.actor([], {
      pause: async () => {
        change.letGo();
        await turn();
      },
    });
    await cutting.disassemble(CUT);
    await change.end;
    await stage.expectEntities(['k1', 'k2'], ['bridge'], ['friend']);
  },
  'a part that moves between the read of two records and the removal of their link': async (stage) => {
    await submitBridge(stage);
    const cutting = await stage.holdBefore(removedLinks('bridge'), (actor) => actor.disassemble(CUT));
    await stage.actor().submit(CHANGED);
    await cutting.goOn();
    await stage.expectEntities(['k1', 'k2'], ['bridge'], ['friend']);
  },
  'the same, and the process dies before the rebuild': async (stage) => {
    await submitBridge(stage);
    const death = new Hold(locks);
    const hold = await stage.holdBefore(removedLinks('bridge'), (actor) => actor.disassemble(CUT), { next: death });
    await stage.actor().submit(CHANGED);
    hold.letGo();
    await death.reached;
    await stage.sweep();
    await stage.expectEntities(['k1', 'k2'], ['bridge'], ['friend']);
  },
  'a rebuild that sees one record of a batch and not the one that followed it': async (stage) => {
    await stage.submit(record('owner', ['d']));
    const { waiting, pause } = firstPause();
    const records = [record('q', [], ['x7']), record('z', ['d'], ['x7'])];
    const batch = await stage.holdBefore(stores('q'), (actor) => actor.submit(records), { pause });
    const change = await stage.holdBefore(reads('R#z #'), (actor) => actor.submit([record('owner', ['b'])]));
    batch.letGo();
    await waiting;
    await Promise.all([batch.end, change.goOn()]);
    await stage.expectEntities(['owner'], ['q', 'z']);
  },
  'the erasures of two neighbours, each of which leaves a record that the other held': async (stage) => {
    await stage.submit(
      record('a', ['a']),
      record('first', ['a'], ['x1']),
      record('second', ['b'], ['x2']),
      record('b', ['b']),
    );
    const erasure = await stage.holdBefore(locks, (actor) => actor.disassemble({ recordIDs: ['first'] }), {
      readWhole: 0,
    });
    await stage.actor([], { readWhole: 0 }).disassemble({ recordIDs: ['second'] });
    await erasure.goOn();
    await stage.expectEntities(['a'], ['b']);
    await stage.expectCounts(2, 2);
  },
  'a removed link and an erasure by one request': async (stage) => {
    await stage.submit(
      record('k1', ['a']),
      record('k2', ['a']),
      record('host', ['a'], ['x1']),
      record('guest', [], ['x2']),
    );
    const actor = stage.actor([], { readWhole: 0 });
    await actor.disassemble({ edges: [{ a: 'host', b: 'guest' }], recordIDs: ['k1'] });
    await stage.expectEntities(['k2', 'host'], ['guest']);
  },
  'an erasure of what still connects the two records of a removed link': async (stage) => {
    await stage.submit(record('k1', ['a']), record('k2', ['a']), record('between', ['a']));
    await stage.actor().disassemble({ edges: [{ a: 'k1', b: 'k2' }] });
    await stage.expectEntities(['k1', 'k2', 'between']);
    await stage.actor([], { readWhole: 0 }).disassemble({ recordIDs: ['between'] });
    await stage.expectEntities(['k1'], ['k2']);
  },
  'an erasure that another one does the work of, before it locks the entity': async (stage) => {
    await stage.submit(
      record('k1', ['a']),
      record('k2', ['a']),
      record('k3', ['a']),
      record('first', ['a', 'b']),
      record('second', ['b', 'c']),
      record('guest', ['c']),
    );
    let reads = 0;
    const counting = new Hold(({ verb, names }) => {
      if (verb === 'get' && names[0]!.startsWith('R#k')) reads += 1;
      return false;
    });
    const erasure = await stage.holdBefore(locks, (actor) => actor.disassemble({ recordIDs: ['second'] }), {
      next: counting,
      readWhole: 0,
    });
    await stage.actor([], { readWhole: 0 }).disassemble({ recordIDs: ['first'] });
    await stage.expectEntities(['k1', 'k2', 'k3'], ['guest']);
    await erasure.goOn();
    if (reads > 0) throw new Error('the entity was read once more');
    await stage.expectEntities(['k1', 'k2', 'k3'], ['guest']);
    await stage.expectCounts(4, 2);
  },
  'a node that is split and then united, while another process reads a key owner': async (stage) => {
    await stage.submit(record('t', ['t']), record('s', ['t']), record('stays', ['c']), record('leaves', ['c', 'a']));
    let count = 0;
    // The second read of the roots: the first after the key owner was read, which the submit has read before.
    const change = await stage.holdBefore(
      (step) => {
        if (reads('K#exact-a #')(step)) count += 1;
        return count === 2 && step.verb === 'get' && step.names[0]!.startsWith('E#');
      },
      (actor) => actor.submit([record('s', ['t', 'a'])]),
    );
    await stage.submit(record('stays', ['t']));
    await change.goOn();
    await stage.expectEntities(['t', 's', 'stays', 'leaves']);
  },
  'a record that leaves between the read of it and the read of its root': async (stage) => {
    await stage.submit(record('q', ['z']), record('k1', [], ['x1']), record('k2', [], ['x1']), record('r', [], ['x1']));
    let isReleased = false;
    // Twice in the first round, which finds the key of q; then once in the second.
    let count = 0;
    const change = await stage.holdBefore(
      (step) => {
        isReleased ||= unlocks(step);
        const holdsNow = count === 3 && step.verb === 'get' && step.names[0]!.startsWith('E#');
        if (isReleased && step.verb === 'get' && step.names[0] === 'R#r #') count += 1;
        return holdsNow;
      },
      (actor) => actor.submit([record('r', ['z'], ['x1'])]),
    );
    await stage.actor().disassemble({
      edges: [
        { a: 'r', b: 'k1' },
        { a: 'r', b: 'k2' },
      ],
    });
    await change.goOn();
    await stage.expectEntities(['k1', 'k2'], ['r', 'q']);
  },
  'a link that is removed between the read of a record and its erasure, and the next record of that id': async (
    stage,
  ) => {
    await stage.submit(record('p', ['a']), record('r', ['a']));
    const erasing = await stage.holdBefore(erases('r'), (actor) => actor.disassemble({ recordIDs: ['r'] }));
    const cutting = await stage.holdBefore(locks, (actor) => actor.disassemble({ edges: [{ a: 'r', b: 'p' }] }));
    await erasing.goOn();
    await cutting.goOn();
    await stage.submit(record('r', ['a']), record('passing', ['a']));
    // Has the entity judged anew.
    await stage.actor().disassemble({ recordIDs: ['passing'] });
    await stage.expectEntities(['p', 'r']);
  },
  'a rebuild that dies when it has removed a key owner that a record has just relied on': async (stage) => {
    await stage.submit(record('k1', ['c']), record('k2', ['c']), record('owner', ['b', 'c']));
    let isStored = false;
    const readingNow = new Hold((step) => {
      isStored ||= stores('s')(step);
      return isStored && step.verb === 'get' && step.names[0]!.startsWith('E#');
    });
    const submit = await stage.holdBefore(stores('s'), (actor) => actor.submit([record('s', ['b'])]), {
      next: readingNow,
    });
    await stage.killBefore(unlocks, (actor) => actor.submit([record('owner', ['n'])]));
    submit.letGo();
    await readingNow.reached;
    // Waits for the dead one's lock, breaks it, and rebuilds nothing.
    await stage.actor([], { lockTime: 0 }).submit([record('other', ['c'])]);
    readingNow.letGo();
    await submit.end;
    await stage.submit(record('late', ['b']));
    await stage.sweep();
    await stage.expectEntities(['k1', 'k2', 'other'], ['s', 'late'], ['owner']);
  },
  'a union with an entity that is being parted': async (stage) => {
    await stage.submit(record('older', ['z']), record('stays', ['c']), record('leaves', ['c', 'a']));
    const bridge = await stage.holdBefore(unites, (actor) => actor.submit([record('new', ['a', 'z'])]));
    const change = await stage.holdBefore(moves('leaves'), (actor) => actor.submit([record('stays', ['d'])]));
    bridge.letGo();
    for (let count = 0; count < 20; count++) await turn();
    change.letGo();
    await Promise.all([bridge.end, change.end]);
    await stage.expectEntities(['stays'], ['older', 'new', 'leaves']);
  },
  'two unions that bring both sides of a ban into one entity': async (stage) => {
    const reference = await submitApart(stage);
    const first = await stage.holdBefore(unites, (actor) => actor.submit([record('s', ['p', 'one'])]));
    await stage.submit(record('u', ['p', 'two']));
    await first.goOn();
    await expectApart(stage, reference);
  },
  'a record that is linked with both sides of a ban': async (stage) => {
    const reference = await submitApart(stage);
    await stage.submit(record('s', ['one', 'two']));
    await expectApart(stage, reference);
  },
  'a posting that says where a record stood for one who lost the lock': async (stage) => {
    await submitBridge(stage);
    let calls = 0;
    // One more step is made, and then the process dies.
    const death = new Hold(() => isLate && ++calls > 1);
    let isLate = false;
    const posting = await stage.holdBefore(
      ({ verb, writes }) => verb === 'write' && writes.some((one) => 'update' in one && one.update.pk.startsWith('B#')),
      (actor) => actor.submit([record('bridge', [], ['x1'])]),
      { next: death },
    );
    const second = stage.actor([], { lockTime: 0 });
    await second.submit([record('k2', ['a', 'b'])]);
    isLate = true;
    posting.letGo();
    await death.reached;
    await second.submit([record('late', [], ['x3'])]);
    await stage.expectEntities(['k1', 'k2'], ['bridge', 'friend', 'late']);
  },
  'a record that joins an entity while that is being rebuilt, after the rebuild has read it': async (stage) => {
    await stage.submit(record('owner', ['k']));
    const change = await stage.holdBefore(points('k'), (actor) => actor.submit([record('owner', ['other'])]));
    const { waiting, pause } = firstPause();
    const submit = stage.actor([], { pause }).submit([record('s', ['k'])]);
    await Promise.race([submit, waiting]);
    await Promise.all([change.goOn(), submit]);
    await stage.submit(record('late', ['k']));
    await stage.expectEntities(['owner'], ['s', 'late']);
  },
  'a rebuild that dies between the move of a part and its key owners': async (stage) => {
    await stage.submit(record('k1', ['c']), record('k2', ['c']), record('leaves', ['c', 'a']), record('friend', ['a']));
    await stage.killBefore(points('a'), (actor) => actor.submit([record('leaves', ['a'])]));
    await stage.actor([], { lockTime: 0 }).submit([record('late', ['a'])]);
    await stage.expectTogether('late', 'friend');
    await stage.sweep();
    await stage.expectEntities(['k1', 'k2'], ['leaves', 'friend', 'late']);
  },
  'a misplaced record that pulls along what it came for': async (stage) => {
    await stage.submit(record('stays', ['c']), record('leaves', ['c']));
    const { promise: going, resolve: goesOn } = Promise.withResolvers<void>();
    const { waiting, pause } = firstPause(() => going);
    const records = [record('s', ['c'], ['x6'])];
    const submit = await stage.holdBefore(stores('s'), (actor) => actor.submit(records), { pause });
    const change = await stage.holdBefore(moves('leaves'), (actor) => actor.submit([record('stays', ['d'])]));
    submit.letGo();
    await waiting;
    await change.goOn();
    // Is linked with the record that has not yet found out where it stands.
    await stage.submit(record('leaves', ['c'], ['x6']));
    goesOn();
    await submit.end;
    await stage.expectEntities(['stays'], ['s', 'leaves']);
  },
  'a first read that shows a record which is gone': async (stage) => {
    await stage.submit(record('r', ['a']));
    stage.remember();
    await stage.actor().disassemble({ recordIDs: ['r'] });
    await stage.submit(record('r', ['a']));
    await stage.expectEntities(['r']);
  },
  'two misplaced records, each of which came for the other': async (stage) => {
    await stage.submit(record('owner', ['c']));
    const claiming = new Hold(claims('c'));
    const submit = await stage.holdBefore(stores('first'), (actor) => actor.submit([record('first', ['c'], ['x4'])]), {
      next: claiming,
    });
    await stage.submit(record('owner', ['d']));
    submit.letGo();
    // Its key is gone with whom it had come for.
    await claiming.reached;
    await stage.submit(record('second', ['c'], ['x5']));
    claiming.letGo();
    await submit.end;
    await stage.expectEntities(['owner'], ['first', 'second']);
  },
  'a search while the entity of a record joins another one and a rebuild moves the record': async (stage) => {
    await stage.submit(
      record('older', ['z']),
      record('k1', ['c']),
      record('k2', ['c']),
      record('bridge', ['c', 'a']),
      record('moved', ['a']),
    );
    // The search has read the members of the entity, and not yet their records.
    const search = await stage.holdBefore(reads('R#k1 #'), (actor) => actor.search({ parameters: { exact: ['a'] } }));
    await stage.submit(record('joins', ['z', 'c']));
    // The record has moved, and its key still names the node that it was in.
    const change = await stage.holdBefore(points('a'), (actor) => actor.submit([record('bridge', ['c'])]));
    search.letGo();
    const { entities } = await search.end;
    await change.goOn();
    const found = entities.flatMap(({ records }) => records.map(({ id }) => id));
    if (!found.includes('moved')) throw new Error(`the search found ${found.join() || 'nothing'}, and not moved`);
    await stage.expectEntities(['older', 'joins', 'k1', 'k2', 'bridge'], ['moved']);
  },
  'a read of two nodes while a rebuild that dies moves a record from the one to below the other': async (stage) => {
    await stage.submit(record('k1', ['c']));
    for (const one of [record('z1', ['z']), record('tie', ['z', 'a']), record('moved', ['a'])]) {
      await stage.actor().submit([one]);
    }
    const [root, child] = await Promise.all(
      ['k1', 'z1'].map(async (id) => (await stage.actor().entityByRecord(id))!.id),
    );
    await stage.submit(record('bridge', ['c', 'z']));
    const read = await stage.holdBefore(queries(child!), (actor) => actor.entity(root!));
    await dyingRebuild(stage, record('tie', ['z']));
    read.letGo();
    expectMembers(await read.end, 'bridge', 'k1', 'moved', 'tie', 'z1');
    await stage.sweep();
    await stage.expectEntities(['k1', 'bridge', 'z1', 'tie'], ['moved']);
  },
  'a page of an entity while a rebuild that dies moves a record of it': async (stage) => {
    await stage.submit(record('k1', ['c']), record('k2', ['c']), record('bridge', ['c', 'a']), record('moved', ['a']));
    const { id } = (await stage.actor().entityByRecord('k1'))!;
    const read = await stage.holdBefore(queries(id, 'rest'), (actor) => actor.entity(id));
    await dyingRebuild(stage, record('bridge', ['c']));
    read.letGo();
    expectMembers(await read.end, 'bridge', 'k1', 'k2', 'moved');
    await stage.sweep();
    await stage.expectEntities(['k1', 'k2', 'bridge'], ['moved']);
  },
  'a part that becomes an entity between the read of its root and the lock': async (stage) => {
    await stage.submit(
      record('k1', ['c']),
      record('k2', ['c']),
      record('bridge', ['c', 'a']),
      record('erased', ['a', 'u']),
      record('friend', ['a']),
    );
    const change = await stage.holdBefore(
      (step) => step.writes.some((one) => 'update' in one && one.remove?.includes('p')),
      (actor) => actor.submit([record('bridge', ['c'])]),
    );
    let tries = 0;
    // The first try is on the part itself, which is not a root yet.
    const erasing = await stage.holdBefore(
      (step) => locks(step) && ++tries === 2,
      (actor) => actor.disassemble({ recordIDs: ['erased'] }),
    );
    await change.goOn();
    await erasing.goOn();
    await stage.submit(record('late', ['u']));
    await stage.expectEntities(['k1', 'k2', 'bridge'], ['friend'], ['late']);
  },
  'a record whose process dies when it has joined an entity that was emptied': async (stage) => {
    await stage.submit(record('owner', ['k']));
    let isStored = false;
    const death = new Hold((step) => {
      isStored ||= stores('s')(step);
      return isStored && !stores('s')(step);
    });
    const storing = await stage.holdBefore(stores('s'), (actor) => actor.submit([record('s', ['k', 'm'])]), {
      next: death,
    });
    await stage.actor().disassemble({ recordIDs: ['owner'] });
    storing.letGo();
    await death.reached;
    // Time goes on while the sweeper works, so that it gives up what it cannot finish.
    let calls = 0;
    await stage.actor([], { now: () => stage.later(600_000 + 1_000 * calls++), lockTime: 0 }).sweep();
    await stage.submit(record('late', ['m']));
    await stage.expectEntities(['s', 'late']);
  },
  'a pointer that is shortened past an entity that something left': async (stage) => {
    await stage.submit(
      record('oldest', ['z']),
      record('stays', ['c']),
      record('leaves', ['k', 'j']),
      record('bridge', ['c', 'j']),
    );
    const submit = await stage.holdBefore(stores('s'), (actor) => actor.submit([record('s', ['k'])]));
    await stage.actor().disassemble({ recordIDs: ['leaves'] });
    await stage.submit(record('union', ['z', 'c']));
    // Follows the pointers from the node of what left, which is below the other, which is below the oldest.
    await stage.submit(record('passing', ['j']));
    await submit.goOn();
    await stage.submit(record('late', ['k']));
    await stage.expectEntities(['oldest', 'stays', 'bridge', 'union', 'passing'], ['s', 'late']);
  },
  'a change that stops before it is made, is taken for dead, goes on and dies': async (stage) => {
    await stage.submit(record('r', ['a']));
    await stage.sleepAndDie(
      (step) => updates(step, 'R#r #', 'd'),
      (actor) => actor.submit([record('r', ['b'])]),
    );
    await stage.submit(record('former', ['a']), record('late', ['b']));
    await stage.expectEntities(['r', 'late'], ['former']);
  },
  'a removal of a link that stops before it is made and is taken for dead': async (stage) => {
    await submitBridge(stage);
    const cutting = await stage.holdBefore(removedLinks('bridge'), (actor) =>
      actor.disassemble({ edges: [{ a: 'bridge', b: 'k1' }] }),
    );
    await stage.sweep();
    await expectAgain(cutting.goOn());
    // It may be asked for again.
    await stage.actor().disassemble({ edges: [{ a: 'bridge', b: 'k1' }] });
    await stage.actor().disassemble({ edges: [{ a: 'bridge', b: 'k2' }] });
    await stage.expectEntities(['k1', 'k2'], ['bridge', 'friend']);
  },
  'a link that is removed while the sweeper finishes its entry': async (stage) => {
    await submitBridge(stage);
    const death = new Hold(locks);
    const cut = await stage.holdBefore(removedLinks('bridge'), (actor) => actor.disassemble(CUT), { next: death });
    const sweeping = await stage.holdBefore(
      (step) => step.writes.some((one) => 'delete' in one && one.delete.pk.startsWith('J#')),
      (actor) => actor.sweep(),
      stage.late,
    );
    cut.letGo();
    const made = death.reached.then(() => {
      throw new Error('a link is removed and the sweeper does not know of it');
    });
    await Promise.race([made, expectAgain(cut.end)]);
    await sweeping.goOn();
    await stage.sweep();
    await stage.expectEntities(['k1', 'k2', 'bridge', 'friend']);
  },
  'an erasure that stops before it is made, is taken for dead, goes on and dies': async (stage) => {
    await stage.submit(record('p', ['a', 'b'], ['x1']));
    await stage.sleepAndDie(erases('p'), (actor) => actor.disassemble({ recordIDs: ['p'] }));
    stage.expectNoKeys();
    await stage.expectCounts(0, 0);
  },
  'a ban that is lifted by a process that stops before, is taken for dead, goes on and dies': async (stage) => {
    await stage.submit(record('x', ['both']), record('y', ['both']), record('z', ['both']));
    const { reference } = await stage.actor().disassemble({
      edges: [
        { a: 'x', b: 'y' },
        { a: 'x', b: 'z' },
      ],
      createConnectionBan: true,
    });
    // Linked with x, but it came to the others, and the ban separates them.
    await stage.submit(record('later', ['both']));
    const [x, y] = await Promise.all(['x', 'y'].map((id) => stage.actor().entityByRecord(id)));
    await stage.sleepAndDie(
      ({ names, writes }) =>
        names.some((name) => name.startsWith('E#')) &&
        writes.some((one) => 'update' in one && one.set !== undefined && 'b' in one.set),
      (actor) =>
        actor.removeConnectionBan({
          reference: reference!,
          entityID: x!.id,
          others: [y!.id],
          meta: { user: 'model', reason: 'race' },
        }),
    );
    await stage.expectTogether('x', 'later');
  },
  'a record that links two parts of a large entity when they are found and not yet locked, one at a time': ofParts(-1),
  'a record that links two parts of a large entity when they are found and not yet locked': ofParts(60_000),
  'a part that leaves before its record is taken over for a group': async (stage) => {
    await submitGroup(stage);
    const submit = await stage.holdBefore(
      (step) => updates(step, 'R#s #', 'g'),
      (actor) => actor.submit(GROUP, { linkTogether: true }),
    );
    await stage.actor().disassemble({ recordIDs: ['bridge'] });
    await submit.goOn();
    await stage.expectEntities(['r'], ['s', 't']);
  },
  'a part that leaves after its record is taken over for a group': async (stage) => {
    await submitGroup(stage);
    const erasure = await stage.holdBefore(moves('s'), (actor) => actor.disassemble({ recordIDs: ['bridge'] }));
    const { waiting, pause } = firstPause();
    const submit = stage.actor([], { pause }).submit(GROUP, { linkTogether: true });
    await waiting;
    await Promise.all([erasure.goOn(), submit]);
    await stage.expectEntities(['r'], ['s', 't']);
  },
  'a part that leaves while a person links its record': async (stage) => {
    await submitGroup(stage);
    const node = stage.store.items.get('R#s\u0000#')?.['n'] as string;
    const erasure = await stage.holdBefore(moves('s'), (actor) => actor.disassemble({ recordIDs: ['bridge'] }));
    let isLinked = false;
    // It has read the record where it was, and not yet that the entity is locked.
    const link = await stage.holdBefore(
      (step) => {
        isLinked ||= updates(step, 'R#s #', 'g');
        return isLinked && reads(`E#${node} #`)(step);
      },
      (actor) => actor.link({ a: 's', b: 't', user: 'race', client: 'race', reason: 'the same' }),
    );
    await turn();
    await erasure.goOn();
    await link.goOn();
    await stage.expectEntities(['r'], ['s', 't']);
  },
  'a separation that a process takes back, and dies before anything of it returns': async (stage) => {
    await stage.actor().submit([record('r', ['a']), record('s', ['a'])]);
    const request = { user: 'race', client: 'race', reason: 'not the same' };
    const { decision } = await stage.actor().separate({ ...request, a: 'r', b: 's' });
    await stage.expectEntities(['r'], ['s']);
    await stage.killBefore(
      ({ verb, names }) => verb === 'write' && names.some((name) => name.startsWith('E#')),
      (actor) => actor.undoDecision({ ...request, id: decision.id }),
    );
    await stage.sweeper().sweep();
    await stage.expectEntities(['r', 's']);
  },
  'an erasure of a record while its history is written': async (stage) => {
    const withHistory = { historyRetentionInDays: 1 };
    await stage.actor([], withHistory).submit([record('r', ['a'])]);
    const writing = new Hold((step) => step.verb === 'write' && step.names.some((name) => name.startsWith('I#r |')));
    const sweep = stage.actor([writing], { ...withHistory, now: () => stage.later(600_000) }).sweep();
    await writing.reached;
    await stage.actor([], withHistory).disassemble({ recordIDs: ['r'] });
    writing.letGo();
    await sweep;
    const left = [...stage.store.items.values()].filter(({ pk, sk }) => pk === 'I#r' && sk.startsWith('|'));
    const named = [...stage.store.items.values()].filter(({ pk, r }) => pk.startsWith('O#') && r === 'r');
    if (left.length + named.length > 0) throw new Error('the history of an erased record is left over');
  },
};

/** Operations that stop between two steps until the sweeper has taken them for dead, and then go on. */
const onBoth: Scenes<Stage> = {
  'a sweep that finishes an operation which only slept': async (stage) => {
    let isPublished = false;
    const closes = (step: StepAhead) => {
      isPublished ||= claims('a')(step);
      return isPublished && step.names.some((name) => /^[JS]#/.test(name));
    };
    const submit = await stage.holdBefore(closes, (actor) => actor.submit([record('r', ['a'])]));
    await stage.sweep();
    await submit.goOn();
    await stage.expectCounts(1, 1);
  },
  "an erasure between the sweeper's reads of an entry and of its record": async (stage) => {
    await stage.killBefore(claims('a'), (actor) => actor.submit([record('r', ['a'])]));
    const sweeping = await stage.holdBefore(reads('R#r #'), (actor) => actor.sweep(), stage.late);
    await stage.actor().disassemble({ recordIDs: ['r'] });
    await sweeping.goOn();
    await stage.sweep();
    await stage.expectCounts(0, 0);
  },
  'a record that is stored when its journal entry is closed': async (stage) => {
    const clock = { time: 0 };
    const submit = await stage.holdBefore(stores('r'), (actor) => actor.submit([record('r', ['a'])]), {
      now: () => stage.later(clock.time),
    });
    await stage.sweep();
    clock.time = 100_000;
    await expectAgain(submit.goOn());
    await stage.expectCounts(0, 0);
    stage.expectNoKeys();
    await stage.submit(record('late', ['a']), record('r', ['a']));
    await stage.expectEntities(['r', 'late']);
    await stage.expectCounts(2, 1);
  },
  'the same, by a clock that does not show it': async (stage) => {
    const submit = await stage.holdBefore(stores('r'), (actor) =>
      actor.submit([record('r', ['a']), record('s', ['b'])]),
    );
    await stage.sweep();
    await submit.goOn();
    await stage.submit(record('late', ['a']));
    await stage.expectEntities(['r', 'late'], ['s']);
    await stage.expectCounts(3, 2);
  },
  'keys that are published when their record is erased and its journal entry closed': async (stage) => {
    const clock = { time: 0 };
    const submit = await stage.holdBefore(claims('a'), (actor) => actor.submit([record('r', ['a'], ['x1'])]), {
      now: () => stage.later(clock.time),
    });
    await stage.sweep();
    await stage.actor().disassemble({ recordIDs: ['r'] });
    clock.time = 100_000;
    await expectAgain(submit.goOn());
    await stage.sweep();
    stage.expectNoKeys();
    await stage.expectCounts(0, 0);
  },
  'an unfinished record that is taken over when everything about it is finished': async (stage) => {
    await stage.killBefore(claims('a'), (actor) => actor.submit([record('r', ['a'])]));
    const submit = await stage.holdBefore(
      (step) => updates(step, 'R#r #', 'o'),
      (actor) => actor.submit([record('r', ['a'])]),
    );
    await stage.sweep();
    await submit.goOn();
    await stage.submit(record('late', ['a']));
    await stage.expectEntities(['r', 'late']);
    await stage.expectCounts(2, 1);
  },
  'two submits that keep one record free': async (stage) => {
    const first = await stage.holdBefore(stores('r'), (actor) =>
      actor.submit([record('r', ['a']), record('s', ['a'])]),
    );
    await stage.submit(record('r', ['b']));
    await first.goOn();
    await stage.expectEntities(['r', 's']);
    await stage.expectCounts(2, 1);
  },
};

export const races: readonly Race[] = [
  ...racesOf((create) => new Stage(create), onEitherEngine),
  ...onBothEngines((create, engine) => new Stage(create, engine), onBoth),
];

/** Nothing may be acknowledged here: the process cannot know what has become of its operation. */
export async function expectAgain(work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'acknowledged',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
  if (outcome !== 'TRY_AGAIN') throw new Error(`the answer is ${outcome}, not TRY_AGAIN`);
}

/** Returns the reference of a ban between two records, which others can link. */
async function submitApart(stage: Stage): Promise<string> {
  await stage.submit(record('p', ['p']), record('x', ['both', 'one']), record('y', ['both', 'two']));
  const { reference } = await stage.actor().disassemble({ edges: [{ a: 'x', b: 'y' }], createConnectionBan: true });
  return reference!;
}

async function expectApart(stage: Stage, reference: string): Promise<void> {
  const resolution = stage.sweeper();
  const [x, y] = [await resolution.entityByRecord('x'), await resolution.entityByRecord('y')];
  if (x!.id === y!.id) throw new Error('both sides of a ban are in one entity');
  const bans = await x!.connectionBans();
  if (!bans.some((ban) => ban.reference === reference && ban.others.includes(y!.id))) throw new Error('a ban is lost');
}
