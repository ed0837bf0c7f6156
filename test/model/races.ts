import type { createResolution, ResolutionDependencies } from '../../src/entities/create.ts';
import type { EntityView, Resolution } from '../../src/entities/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { keyOf } from '../../src/store/limits.ts';
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
    for (let turn = 0; turn < TURNS && !isOver; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (!isOver) throw new StandsStill('stands still');
  })();
  await Promise.race([running, waiting.then(() => running)]);
}

/** What an actor is about to do. */
interface StepAhead {
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
  private signal!: () => void;
  private readonly released: Promise<void>;
  private open!: () => void;
  private used = false;

  constructor(isAimed: (step: StepAhead) => boolean) {
    this.isAimed = isAimed;
    this.reached = new Promise((resolve) => {
      this.signal = resolve;
    });
    this.released = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async before(step: StepAhead): Promise<void> {
    if (this.used || !this.isAimed(step)) return;
    this.used = true;
    this.signal();
    await this.released;
  }

  letGo(): void {
    this.open();
  }
}

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
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      ...options,
    });
  }

  /** An actor, and when it first waits for others. */
  waitingActor(holds: readonly Hold[] = []): { readonly actor: Resolution; readonly waits: Promise<void> } {
    let signal!: () => void;
    const waits = new Promise<void>((resolve) => {
      signal = resolve;
    });
    const pause = () => {
      signal();
      return new Promise<void>((resolve) => setImmediate(resolve));
    };
    return { actor: this.actor(holds, { pause }), waits };
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
  sweeper(holds: readonly Hold[] = []): Resolution {
    return this.actor(holds, { now: () => this.start + 600_000, lockTime: 0 });
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
export const stores = (id: string) => (step: StepAhead) =>
  step.writes.some((one) => 'put' in one && one.put.pk === `R#${id}` && 'd' in one.put);
/** Publishes a exact key. */
export const claims = (value: string) => (step: StepAhead) =>
  step.verb === 'write' && step.names.includes(`K#exact-${value} #`);
const queries =
  (node: string, verb: StepAhead['verb'] = 'query') =>
  (step: StepAhead) =>
    step.verb === verb && step.names.includes(`E#${node} `);
/** A change of a record whose process dies when the record `moved` is below the root, and still in its entity. */
async function dyingRebuild(stage: Stage, changed: RecordPayload): Promise<void> {
  const death = new Hold((step) => step.verb === 'transact' && step.names.includes('K#exact-a #'));
  void stage.actor([death]).submit([changed]);
  await death.reached;
}
/** Nothing has left the entity. */
function expectMembers(view: EntityView | undefined, ...expected: readonly string[]): void {
  const found = (view?.records ?? []).map(({ id }) => String(id)).sort();
  if (found.join() !== expected.join()) throw new Error(`the read found ${found.join()}, not ${expected.join()}`);
}
export const reads = (name: string) => (step: StepAhead) => step.verb === 'get' && step.names.includes(name);

/** Two records that stay, and two that leave as one part when the bridge changes. */
async function withBridge(create: typeof createResolution): Promise<Stage> {
  const stage = new Stage(create);
  const setUp = stage.actor();
  await setUp.submit([record('k1', ['a'])]);
  await setUp.submit([record('k2', ['a'])]);
  await setUp.submit([record('bridge', ['a'], ['x1'])]);
  await setUp.submit([record('friend', [], ['x2'])]);
  return stage;
}
const CHANGED = [record('bridge', [], ['x1'])];
const CUT = { edges: [{ a: 'bridge', b: 'friend' }] };

/** A record `s` that leaves its entity when the bridge is erased, and one of another entity that is to be linked with it. */
async function withGroup(create: typeof createResolution): Promise<Stage> {
  const stage = new Stage(create);
  const setUp = stage.actor();
  for (const one of [record('r', ['a']), record('bridge', ['a', 'c']), record('s', ['c']), record('t', ['d'])]) {
    await setUp.submit([one]);
  }
  return stage;
}
const GROUP = [record('s', ['c']), record('t', ['d'])];

export const races: readonly Race[] = [
  {
    name: 'a link that is removed between the judgement and the move of a part',
    async run(create) {
      const stage = await withBridge(create);
      const hold = new Hold(moves('bridge'));
      const change = stage.actor([hold]).submit(CHANGED);
      await hold.reached;
      const cutting = stage.actor([], {
        pause: async () => {
          hold.letGo();
          await new Promise((resolve) => setImmediate(resolve));
        },
      });
      await cutting.disassemble(CUT);
      await change;
      await stage.expectEntities(['k1', 'k2'], ['bridge'], ['friend']);
    },
  },
  {
    name: 'a part that moves between the read of two records and the removal of their link',
    async run(create) {
      const stage = await withBridge(create);
      const hold = new Hold(removedLinks('bridge'));
      const cutting = stage.actor([hold]).disassemble(CUT);
      await hold.reached;
      await stage.actor().submit(CHANGED);
      hold.letGo();
      await cutting;
      await stage.expectEntities(['k1', 'k2'], ['bridge'], ['friend']);
    },
  },
  {
    name: 'the same, and the process dies before the rebuild',
    async run(create) {
      const stage = await withBridge(create);
      const hold = new Hold(removedLinks('bridge'));
      const death = new Hold(locks);
      void stage.actor([hold, death]).disassemble(CUT);
      await hold.reached;
      await stage.actor().submit(CHANGED);
      hold.letGo();
      await death.reached;
      await stage.sweeper().sweep();
      await stage.expectEntities(['k1', 'k2'], ['bridge'], ['friend']);
    },
  },
  {
    name: 'a rebuild that sees one record of a batch and not the one that followed it',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('owner', ['d'])]);
      const storing = new Hold(stores('q'));
      const { actor, waits } = stage.waitingActor([storing]);
      const batch = actor.submit([record('q', [], ['x7']), record('z', ['d'], ['x7'])]);
      await storing.reached;
      const reading = new Hold(reads('R#z #'));
      const change = stage.actor([reading]).submit([record('owner', ['b'])]);
      await reading.reached;
      storing.letGo();
      await waits;
      reading.letGo();
      await Promise.all([batch, change]);
      await stage.expectEntities(['owner'], ['q', 'z']);
    },
  },
  {
    name: 'the erasures of two neighbours, each of which leaves a record that the other held',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('a', ['a'])]);
      await setUp.submit([record('first', ['a'], ['x1'])]);
      await setUp.submit([record('second', ['b'], ['x2'])]);
      await setUp.submit([record('b', ['b'])]);
      const hold = new Hold(locks);
      const erasure = stage.actor([hold], { readWhole: 0 }).disassemble({ recordIDs: ['first'] });
      await hold.reached;
      await stage.actor([], { readWhole: 0 }).disassemble({ recordIDs: ['second'] });
      hold.letGo();
      await erasure;
      await stage.expectEntities(['a'], ['b']);
      await stage.expectCounts(2, 2);
    },
  },
  {
    name: 'a removed link and an erasure by one request',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('k1', ['a'])]);
      await setUp.submit([record('k2', ['a'])]);
      await setUp.submit([record('host', ['a'], ['x1'])]);
      await setUp.submit([record('guest', [], ['x2'])]);
      const actor = stage.actor([], { readWhole: 0 });
      await actor.disassemble({ edges: [{ a: 'host', b: 'guest' }], recordIDs: ['k1'] });
      await stage.expectEntities(['k2', 'host'], ['guest']);
    },
  },
  {
    name: 'an erasure of what still connects the two records of a removed link',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      for (const id of ['k1', 'k2', 'between']) await setUp.submit([record(id, ['a'])]);
      await setUp.disassemble({ edges: [{ a: 'k1', b: 'k2' }] });
      await stage.expectEntities(['k1', 'k2', 'between']);
      await stage.actor([], { readWhole: 0 }).disassemble({ recordIDs: ['between'] });
      await stage.expectEntities(['k1'], ['k2']);
    },
  },
  {
    name: 'an erasure that another one does the work of, before it locks the entity',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      for (const id of ['k1', 'k2', 'k3']) await setUp.submit([record(id, ['a'])]);
      await setUp.submit([record('first', ['a', 'b'])]);
      await setUp.submit([record('second', ['b', 'c'])]);
      await setUp.submit([record('guest', ['c'])]);
      const hold = new Hold(locks);
      let reads = 0;
      const counting = new Hold(({ verb, names }) => {
        if (verb === 'get' && names[0]!.startsWith('R#k')) reads += 1;
        return false;
      });
      const erasure = stage.actor([hold, counting], { readWhole: 0 }).disassemble({ recordIDs: ['second'] });
      await hold.reached;
      await stage.actor([], { readWhole: 0 }).disassemble({ recordIDs: ['first'] });
      await stage.expectEntities(['k1', 'k2', 'k3'], ['guest']);
      hold.letGo();
      await erasure;
      if (reads > 0) throw new Error('the entity was read once more');
      await stage.expectEntities(['k1', 'k2', 'k3'], ['guest']);
      await stage.expectCounts(4, 2);
    },
  },
  {
    name: 'a node that is split and then united, while another process reads a key owner',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('t', ['t'])]);
      await setUp.submit([record('s', ['t'])]);
      await setUp.submit([record('stays', ['c'])]);
      await setUp.submit([record('leaves', ['c', 'a'])]);
      let count = 0;
      // The second read of the roots: the first after the key owner was read, which the submit has read before.
      const hold = new Hold((step) => {
        if (reads('K#exact-a #')(step)) count += 1;
        return count === 2 && step.verb === 'get' && step.names[0]!.startsWith('E#');
      });
      const change = stage.actor([hold]).submit([record('s', ['t', 'a'])]);
      await hold.reached;
      await stage.actor().submit([record('stays', ['t'])]);
      hold.letGo();
      await change;
      await stage.expectEntities(['t', 's', 'stays', 'leaves']);
    },
  },
  {
    name: 'a record that leaves between the read of it and the read of its root',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('q', ['z'])]);
      await setUp.submit([record('k1', [], ['x1'])]);
      await setUp.submit([record('k2', [], ['x1'])]);
      await setUp.submit([record('r', [], ['x1'])]);
      let isReleased = false;
      // Twice in the first round, which finds the key of q; then once in the second.
      let count = 0;
      const hold = new Hold((step) => {
        isReleased ||= step.writes.some((one) => 'update' in one && one.remove?.includes('x'));
        const holdsNow = count === 3 && step.verb === 'get' && step.names[0]!.startsWith('E#');
        if (isReleased && step.verb === 'get' && step.names[0] === 'R#r #') count += 1;
        return holdsNow;
      });
      const change = stage.actor([hold]).submit([record('r', ['z'], ['x1'])]);
      await hold.reached;
      await stage.actor().disassemble({
        edges: [
          { a: 'r', b: 'k1' },
          { a: 'r', b: 'k2' },
        ],
      });
      hold.letGo();
      await change;
      await stage.expectEntities(['k1', 'k2'], ['r', 'q']);
    },
  },
  {
    name: 'a link that is removed between the read of a record and its erasure, and the next record of that id',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('p', ['a'])]);
      await stage.actor().submit([record('r', ['a'])]);
      const hold = new Hold((step) => step.writes.some((one) => 'delete' in one && one.delete.pk === 'R#r'));
      const erasing = stage.actor([hold]).disassemble({ recordIDs: ['r'] });
      await hold.reached;
      const locking = new Hold((step) => step.writes.some((one) => 'update' in one && one.set?.['x'] !== undefined));
      const cutting = stage.actor([locking]).disassemble({ edges: [{ a: 'r', b: 'p' }] });
      await locking.reached;
      hold.letGo();
      await erasing;
      locking.letGo();
      await cutting;
      await stage.actor().submit([record('r', ['a'])]);
      await stage.actor().submit([record('passing', ['a'])]);
      // Has the entity judged anew.
      await stage.actor().disassemble({ recordIDs: ['passing'] });
      await stage.expectEntities(['p', 'r']);
    },
  },
  {
    name: 'a rebuild that dies when it has removed a key owner that a record has just relied on',
    async run(create) {
      const stage = new Stage(create);
      for (const id of ['k1', 'k2']) await stage.actor().submit([record(id, ['c'])]);
      await stage.actor().submit([record('owner', ['b', 'c'])]);
      const storing = new Hold(stores('s'));
      let isStored = false;
      const readingNow = new Hold((step) => {
        isStored ||= stores('s')(step);
        return isStored && step.verb === 'get' && step.names[0]!.startsWith('E#');
      });
      const submit = stage.actor([storing, readingNow]).submit([record('s', ['b'])]);
      await storing.reached;
      const death = new Hold((step) => step.writes.some((one) => 'update' in one && one.remove?.includes('x')));
      void stage.actor([death]).submit([record('owner', ['n'])]);
      await death.reached;
      storing.letGo();
      await readingNow.reached;
      // Waits for the dead one's lock, breaks it, and rebuilds nothing.
      await stage.actor([], { lockTime: 0 }).submit([record('other', ['c'])]);
      readingNow.letGo();
      await submit;
      await stage.actor().submit([record('late', ['b'])]);
      await stage.sweeper().sweep();
      await stage.expectEntities(['k1', 'k2', 'other'], ['s', 'late'], ['owner']);
    },
  },
  {
    name: 'a union with an entity that is being parted',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('older', ['z'])]);
      await setUp.submit([record('stays', ['c'])]);
      await setUp.submit([record('leaves', ['c', 'a'])]);
      const uniting = new Hold(unites);
      const bridge = stage.actor([uniting]).submit([record('new', ['a', 'z'])]);
      await uniting.reached;
      const moving = new Hold(moves('leaves'));
      const change = stage.actor([moving]).submit([record('stays', ['d'])]);
      await moving.reached;
      uniting.letGo();
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      moving.letGo();
      await Promise.all([bridge, change]);
      await stage.expectEntities(['stays'], ['older', 'new', 'leaves']);
    },
  },
  {
    name: 'two unions that bring both sides of a ban into one entity',
    async run(create) {
      const { stage, reference } = await withConstraint(create);
      const uniting = new Hold(unites);
      const first = stage.actor([uniting]).submit([record('s', ['p', 'one'])]);
      await uniting.reached;
      await stage.actor().submit([record('u', ['p', 'two'])]);
      uniting.letGo();
      await first;
      await expectApart(stage, reference);
    },
  },
  {
    name: 'a record that is linked with both sides of a ban',
    async run(create) {
      const { stage, reference } = await withConstraint(create);
      await stage.actor().submit([record('s', ['one', 'two'])]);
      await expectApart(stage, reference);
    },
  },
  {
    name: 'a posting that says where a record stood for one who lost the lock',
    async run(create) {
      const stage = await withBridge(create);
      const posting = new Hold(
        ({ verb, writes }) =>
          verb === 'write' && writes.some((one) => 'update' in one && one.update.pk.startsWith('B#')),
      );
      let calls = 0;
      // One more step is made, and then the process dies.
      const death = new Hold(() => isLate && ++calls > 1);
      let isLate = false;
      void stage.actor([posting, death]).submit([record('bridge', [], ['x1'])]);
      await posting.reached;
      const second = stage.actor([], { lockTime: 0 });
      await second.submit([record('k2', ['a', 'b'])]);
      isLate = true;
      posting.letGo();
      await death.reached;
      await second.submit([record('late', [], ['x3'])]);
      await stage.expectEntities(['k1', 'k2'], ['bridge', 'friend', 'late']);
    },
  },
  {
    name: 'a record that joins an entity while that is being rebuilt, after the rebuild has read it',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('owner', ['k'])]);
      const pointing = new Hold((step) => step.verb === 'transact' && step.names.includes('K#exact-k #'));
      const change = stage.actor([pointing]).submit([record('owner', ['other'])]);
      await pointing.reached;
      const { actor, waits } = stage.waitingActor();
      const submit = actor.submit([record('s', ['k'])]);
      await Promise.race([submit, waits]);
      pointing.letGo();
      await Promise.all([change, submit]);
      await stage.actor().submit([record('late', ['k'])]);
      await stage.expectEntities(['owner'], ['s', 'late']);
    },
  },
  {
    name: 'a rebuild that dies between the move of a part and its key owners',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('k1', ['c'])]);
      await setUp.submit([record('k2', ['c'])]);
      await setUp.submit([record('leaves', ['c', 'a'])]);
      await setUp.submit([record('friend', ['a'])]);
      const death = new Hold((step) => step.verb === 'transact' && step.names.includes('K#exact-a #'));
      void stage.actor([death]).submit([record('leaves', ['a'])]);
      await death.reached;
      await stage.actor([], { lockTime: 0 }).submit([record('late', ['a'])]);
      await stage.expectTogether('late', 'friend');
      await stage.sweeper().sweep();
      await stage.expectEntities(['k1', 'k2'], ['leaves', 'friend', 'late']);
    },
  },
  {
    name: 'a misplaced record that pulls along its own evidence',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('stays', ['c'])]);
      await stage.actor().submit([record('leaves', ['c'])]);
      const storing = new Hold(stores('s'));
      let waits!: () => void;
      const waiting = new Promise<void>((resolve) => {
        waits = resolve;
      });
      let goesOn!: () => void;
      const going = new Promise<void>((resolve) => {
        goesOn = resolve;
      });
      const joining = stage.actor([storing], {
        pause: () => {
          waits();
          return going;
        },
      });
      const submit = joining.submit([record('s', ['c'], ['x6'])]);
      await storing.reached;
      const moving = new Hold(moves('leaves'));
      const change = stage.actor([moving]).submit([record('stays', ['d'])]);
      await moving.reached;
      storing.letGo();
      await waiting;
      moving.letGo();
      await change;
      // Is linked with the record that has not yet found out where it stands.
      await stage.actor().submit([record('leaves', ['c'], ['x6'])]);
      goesOn();
      await submit;
      await stage.expectEntities(['stays'], ['s', 'leaves']);
    },
  },
  {
    name: 'a first read that shows a record which is gone',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('r', ['a'])]);
      stage.remember();
      await stage.actor().disassemble({ recordIDs: ['r'] });
      await stage.actor().submit([record('r', ['a'])]);
      await stage.expectEntities(['r']);
    },
  },
  {
    name: 'two misplaced records, each of which came for the other',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('owner', ['c'])]);
      const storing = new Hold(stores('first'));
      const claiming = new Hold(claims('c'));
      const submit = stage.actor([storing, claiming]).submit([record('first', ['c'], ['x4'])]);
      await storing.reached;
      await stage.actor().submit([record('owner', ['d'])]);
      storing.letGo();
      // Its key is gone with whom it had come for.
      await claiming.reached;
      await stage.actor().submit([record('second', ['c'], ['x5'])]);
      claiming.letGo();
      await submit;
      await stage.expectEntities(['owner'], ['first', 'second']);
    },
  },
  {
    name: 'a search while the entity of a record joins another one and a rebuild moves the record',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('older', ['z'])]);
      for (const id of ['k1', 'k2']) await setUp.submit([record(id, ['c'])]);
      await setUp.submit([record('bridge', ['c', 'a'])]);
      await setUp.submit([record('moved', ['a'])]);
      // The search has read the members of the entity, and not yet their records.
      const searching = new Hold(reads('R#k1 #'));
      const search = stage.actor([searching]).search({ parameters: { exact: ['a'] } });
      await searching.reached;
      await stage.actor().submit([record('joins', ['z', 'c'])]);
      // The record has moved, and its key still names the node that it was in.
      const pointing = new Hold((step) => step.verb === 'transact' && step.names.includes('K#exact-a #'));
      const change = stage.actor([pointing]).submit([record('bridge', ['c'])]);
      await pointing.reached;
      searching.letGo();
      const { entities } = await search;
      pointing.letGo();
      await change;
      const found = entities.flatMap(({ records }) => records.map(({ id }) => id));
      if (!found.includes('moved')) throw new Error(`the search found ${found.join() || 'nothing'}, and not moved`);
      await stage.expectEntities(['older', 'joins', 'k1', 'k2', 'bridge'], ['moved']);
    },
  },
  {
    name: 'a read of two nodes while a rebuild that dies moves a record from the one to below the other',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('k1', ['c'])]);
      for (const one of [record('z1', ['z']), record('tie', ['z', 'a']), record('moved', ['a'])]) {
        await setUp.submit([one]);
      }
      const [root, child] = await Promise.all(['k1', 'z1'].map(async (id) => (await setUp.entityByRecord(id))!.id));
      await setUp.submit([record('bridge', ['c', 'z'])]);
      const reading = new Hold(queries(child!));
      const read = stage.actor([reading]).entity(root!);
      await reading.reached;
      await dyingRebuild(stage, record('tie', ['z']));
      reading.letGo();
      expectMembers(await read, 'bridge', 'k1', 'moved', 'tie', 'z1');
      await stage.sweeper().sweep();
      await stage.expectEntities(['k1', 'bridge', 'z1', 'tie'], ['moved']);
    },
  },
  {
    name: 'a page of an entity while a rebuild that dies moves a record of it',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      for (const id of ['k1', 'k2']) await setUp.submit([record(id, ['c'])]);
      await setUp.submit([record('bridge', ['c', 'a'])]);
      await setUp.submit([record('moved', ['a'])]);
      const { id } = (await setUp.entityByRecord('k1'))!;
      const reading = new Hold(queries(id, 'rest'));
      const read = stage.actor([reading]).entity(id);
      await reading.reached;
      await dyingRebuild(stage, record('bridge', ['c']));
      reading.letGo();
      expectMembers(await read, 'bridge', 'k1', 'k2', 'moved');
      await stage.sweeper().sweep();
      await stage.expectEntities(['k1', 'k2', 'bridge'], ['moved']);
    },
  },
  {
    name: 'a part that becomes an entity between the read of its root and the lock',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      for (const id of ['k1', 'k2']) await setUp.submit([record(id, ['c'])]);
      await setUp.submit([record('bridge', ['c', 'a'])]);
      await setUp.submit([record('erased', ['a', 'u'])]);
      await setUp.submit([record('friend', ['a'])]);
      const cutting = new Hold((step) => step.writes.some((one) => 'update' in one && one.remove?.includes('p')));
      const change = stage.actor([cutting]).submit([record('bridge', ['c'])]);
      await cutting.reached;
      let tries = 0;
      // The first try is on the part itself, which is not a root yet.
      const locking = new Hold(
        ({ verb, writes }) =>
          verb === 'write' && writes.some((one) => 'update' in one && one.set?.['x'] !== undefined) && ++tries === 2,
      );
      const erasing = stage.actor([locking]).disassemble({ recordIDs: ['erased'] });
      await locking.reached;
      cutting.letGo();
      await change;
      locking.letGo();
      await erasing;
      await stage.actor().submit([record('late', ['u'])]);
      await stage.expectEntities(['k1', 'k2', 'bridge'], ['friend'], ['late']);
    },
  },
  {
    name: 'a record whose process dies when it has joined an entity that was emptied',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('owner', ['k'])]);
      const storing = new Hold(stores('s'));
      let isStored = false;
      const death = new Hold((step) => {
        isStored ||= stores('s')(step);
        return isStored && !stores('s')(step);
      });
      void stage.actor([storing, death]).submit([record('s', ['k', 'm'])]);
      await storing.reached;
      await stage.actor().disassemble({ recordIDs: ['owner'] });
      storing.letGo();
      await death.reached;
      // Time goes on while the sweeper works, so that it gives up what it cannot finish.
      let calls = 0;
      await stage.actor([], { now: () => stage.later(600_000 + 1_000 * calls++), lockTime: 0 }).sweep();
      await stage.actor().submit([record('late', ['m'])]);
      await stage.expectEntities(['s', 'late']);
    },
  },
  {
    name: 'a pointer that is shortened past an entity that something left',
    async run(create) {
      const stage = new Stage(create);
      const setUp = stage.actor();
      await setUp.submit([record('oldest', ['z'])]);
      await setUp.submit([record('stays', ['c'])]);
      await setUp.submit([record('leaves', ['k', 'j'])]);
      await setUp.submit([record('bridge', ['c', 'j'])]);
      const storing = new Hold(stores('s'));
      const submit = stage.actor([storing]).submit([record('s', ['k'])]);
      await storing.reached;
      await stage.actor().disassemble({ recordIDs: ['leaves'] });
      await stage.actor().submit([record('union', ['z', 'c'])]);
      // Follows the pointers from the node of what left, which is below the other, which is below the oldest.
      await stage.actor().submit([record('passing', ['j'])]);
      storing.letGo();
      await submit;
      await stage.actor().submit([record('late', ['k'])]);
      await stage.expectEntities(['oldest', 'stays', 'bridge', 'union', 'passing'], ['s', 'late']);
    },
  },
  ...[false, true].map(
    (billsTransactions): Race => ({
      name: `a sweep that finishes an operation which only slept${billsTransactions ? ', in a pending-operations shard' : ''}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        let isPublished = false;
        const closing = new Hold((step) => {
          isPublished ||= claims('a')(step);
          return isPublished && step.names.some((name) => /^[JS]#/.test(name));
        });
        const submit = stage.actor([closing]).submit([record('r', ['a'])]);
        await closing.reached;
        await stage.sweeper().sweep();
        closing.letGo();
        await submit;
        await stage.expectCounts(1, 1);
      },
    }),
  ),
  ...[false, true].map(
    (billsTransactions): Race => ({
      name: `an erasure between the sweeper's reads of an entry and of its record${billsTransactions ? ', in a pending-operations shard' : ''}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        const death = new Hold(claims('a'));
        void stage.actor([death]).submit([record('r', ['a'])]);
        await death.reached;
        const readingNow = new Hold(reads('R#r #'));
        const sweeping = stage.sweeper([readingNow]).sweep();
        await readingNow.reached;
        await stage.actor().disassemble({ recordIDs: ['r'] });
        readingNow.letGo();
        await sweeping;
        await stage.sweeper().sweep();
        await stage.expectCounts(0, 0);
      },
    }),
  ),
  ...[false, true].flatMap((billsTransactions) => stopped(billsTransactions)),
  {
    name: 'a change that stops before it is made, is taken for dead, goes on and dies',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('r', ['a'])]);
      const swapping = new Hold((step) => updates(step, 'R#r #', 'd'));
      let isSwapped = false;
      const death = new Hold((step) => {
        const dies = isSwapped;
        isSwapped ||= updates(step, 'R#r #', 'd');
        return dies;
      });
      void stage.actor([swapping, death]).submit([record('r', ['b'])]);
      await swapping.reached;
      await stage.sweeper().sweep();
      swapping.letGo();
      await death.reached;
      await stage.sweeper().sweep();
      await stage.actor().submit([record('former', ['a'])]);
      await stage.actor().submit([record('late', ['b'])]);
      await stage.expectEntities(['r', 'late'], ['former']);
    },
  },
  {
    name: 'a removal of a link that stops before it is made and is taken for dead',
    async run(create) {
      const stage = await withBridge(create);
      const hold = new Hold(removedLinks('bridge'));
      const cutting = stage.actor([hold]).disassemble({ edges: [{ a: 'bridge', b: 'k1' }] });
      await hold.reached;
      await stage.sweeper().sweep();
      hold.letGo();
      await expectAgain(cutting);
      // It may be asked for again.
      await stage.actor().disassemble({ edges: [{ a: 'bridge', b: 'k1' }] });
      await stage.actor().disassemble({ edges: [{ a: 'bridge', b: 'k2' }] });
      await stage.expectEntities(['k1', 'k2'], ['bridge', 'friend']);
    },
  },
  {
    name: 'a link that is removed while the sweeper finishes its entry',
    async run(create) {
      const stage = await withBridge(create);
      const cutting = new Hold(removedLinks('bridge'));
      const death = new Hold(
        (step) => step.verb === 'write' && step.writes.some((one) => 'update' in one && one.set?.['x'] !== undefined),
      );
      const cut = stage.actor([cutting, death]).disassemble({ edges: [{ a: 'bridge', b: 'friend' }] });
      await cutting.reached;
      const closing = new Hold((step) => step.writes.some((one) => 'delete' in one && one.delete.pk.startsWith('J#')));
      const sweeping = stage.sweeper([closing]).sweep();
      await closing.reached;
      cutting.letGo();
      const made = death.reached.then(() => {
        throw new Error('a link is removed and the sweeper does not know of it');
      });
      await Promise.race([made, expectAgain(cut)]);
      closing.letGo();
      await sweeping;
      await stage.sweeper().sweep();
      await stage.expectEntities(['k1', 'k2', 'bridge', 'friend']);
    },
  },
  {
    name: 'an erasure that stops before it is made, is taken for dead, goes on and dies',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('p', ['a', 'b'], ['x1'])]);
      let isErased = false;
      const erases = (step: StepAhead) => step.writes.some((one) => 'delete' in one && one.delete.pk === 'R#p');
      const erasing = new Hold(erases);
      const death = new Hold((step) => {
        const dies = isErased;
        isErased ||= erases(step);
        return dies;
      });
      void stage.actor([erasing, death]).disassemble({ recordIDs: ['p'] });
      await erasing.reached;
      await stage.sweeper().sweep();
      erasing.letGo();
      await death.reached;
      await stage.sweeper().sweep();
      stage.expectNoKeys();
      await stage.expectCounts(0, 0);
    },
  },
  {
    name: 'a ban that is lifted by a process that stops before, is taken for dead, goes on and dies',
    async run(create) {
      const stage = new Stage(create);
      for (const id of ['x', 'y', 'z']) await stage.actor().submit([record(id, ['both'])]);
      const { reference } = await stage.actor().disassemble({
        edges: [
          { a: 'x', b: 'y' },
          { a: 'x', b: 'z' },
        ],
        createConnectionBan: true,
      });
      // Linked with x, but it came to the others, and the ban separates them.
      await stage.actor().submit([record('later', ['both'])]);
      const [x, y] = await Promise.all(['x', 'y'].map((id) => stage.actor().entityByRecord(id)));
      let isLifted = false;
      const lifts = (step: StepAhead) =>
        step.names.some((name) => name.startsWith('E#')) &&
        step.writes.some((one) => 'update' in one && one.set !== undefined && 'b' in one.set);
      const lifting = new Hold(lifts);
      const death = new Hold((step) => {
        const dies = isLifted;
        isLifted ||= lifts(step);
        return dies;
      });
      void stage.actor([lifting, death]).removeConnectionBan({
        reference: reference!,
        entityID: x!.id,
        others: [y!.id],
        meta: { user: 'model', reason: 'race' },
      });
      await lifting.reached;
      await stage.sweeper().sweep();
      lifting.letGo();
      await death.reached;
      await stage.sweeper().sweep();
      await stage.expectTogether('x', 'later');
    },
  },
  ...[-1, 60_000].map(
    (judgedFor): Race => ({
      name: `a record that links two parts of a large entity when they are found and not yet locked${judgedFor < 0 ? ', one at a time' : ''}`,
      async run(create) {
        const stage = new Stage(create);
        await stage.actor().submit([record('hub', ['a', 'b', 'c', 'd'])]);
        for (const id of ['a', 'b', 'c', 'd']) await stage.actor().submit([record(id, [id])]);
        const death = new Hold(locks);
        void stage.actor([death]).disassemble({ recordIDs: ['hub'] });
        await death.reached;
        const locking = new Hold(locks);
        const largeEntities = { above: 0, judgedFor };
        const now = () => stage.later(600_000);
        const sweeping = stage.actor([locking], { now, lockTime: 0, largeEntities }).sweep();
        await locking.reached;
        await stage.actor().submit([record('bridge', ['a', 'b'])]);
        locking.letGo();
        await sweeping;
        await stage.expectEntities(['a', 'b', 'bridge'], ['c'], ['d']);
        await stage.expectCounts(5, 3);
      },
    }),
  ),
  {
    name: 'a part that leaves before its record is taken over for a group',
    async run(create) {
      const stage = await withGroup(create);
      const taking = new Hold((step) => updates(step, 'R#s #', 'g'));
      const submit = stage.actor([taking]).submit(GROUP, { linkTogether: true });
      await taking.reached;
      await stage.actor().disassemble({ recordIDs: ['bridge'] });
      taking.letGo();
      await submit;
      await stage.expectEntities(['r'], ['s', 't']);
    },
  },
  {
    name: 'a part that leaves after its record is taken over for a group',
    async run(create) {
      const stage = await withGroup(create);
      const moving = new Hold(moves('s'));
      const erasure = stage.actor([moving]).disassemble({ recordIDs: ['bridge'] });
      await moving.reached;
      const { actor, waits } = stage.waitingActor();
      const submit = actor.submit(GROUP, { linkTogether: true });
      await waits;
      moving.letGo();
      await Promise.all([erasure, submit]);
      await stage.expectEntities(['r'], ['s', 't']);
    },
  },
  {
    name: 'a part that leaves while a person links its record',
    async run(create) {
      const stage = await withGroup(create);
      const node = stage.store.items.get('R#s\u0000#')?.['n'] as string;
      const moving = new Hold(moves('s'));
      const erasure = stage.actor([moving]).disassemble({ recordIDs: ['bridge'] });
      await moving.reached;
      let isLinked = false;
      // It has read the record where it was, and not yet that the entity is locked.
      const reading = new Hold((step) => {
        isLinked ||= updates(step, 'R#s #', 'g');
        return isLinked && reads(`E#${node} #`)(step);
      });
      const link = stage.actor([reading]).link({ a: 's', b: 't', user: 'race', client: 'race', reason: 'the same' });
      await reading.reached;
      await new Promise((resolve) => setImmediate(resolve));
      moving.letGo();
      await erasure;
      reading.letGo();
      await link;
      await stage.expectEntities(['r'], ['s', 't']);
    },
  },
  {
    name: 'a separation that a process takes back, and dies before anything of it returns',
    async run(create) {
      const stage = new Stage(create);
      await stage.actor().submit([record('r', ['a']), record('s', ['a'])]);
      const request = { user: 'race', client: 'race', reason: 'not the same' };
      const { decision } = await stage.actor().separate({ ...request, a: 'r', b: 's' });
      await stage.expectEntities(['r'], ['s']);
      const death = new Hold(({ verb, names }) => verb === 'write' && names.some((name) => name.startsWith('E#')));
      void stage.actor([death]).undoDecision({ ...request, id: decision.id });
      await death.reached;
      await stage.sweeper().sweep();
      await stage.expectEntities(['r', 's']);
    },
  },
  {
    name: 'an erasure of a record while its history is written',
    async run(create) {
      const stage = new Stage(create);
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
  },
];

/** Submits whose process stops between two steps until the sweeper has taken it for dead, and then goes on. */
function stopped(billsTransactions: boolean): Race[] {
  const where = billsTransactions ? ', in a pending-operations shard' : '';
  return [
    {
      name: `a record that is stored when its journal entry is closed${where}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        const clock = { time: 0 };
        const storing = new Hold(stores('r'));
        const submit = stage.actor([storing], { now: () => stage.later(clock.time) }).submit([record('r', ['a'])]);
        await storing.reached;
        await stage.sweeper().sweep();
        clock.time = 100_000;
        storing.letGo();
        await expectAgain(submit);
        await stage.expectCounts(0, 0);
        stage.expectNoKeys();
        await stage.actor().submit([record('late', ['a'])]);
        await stage.actor().submit([record('r', ['a'])]);
        await stage.expectEntities(['r', 'late']);
        await stage.expectCounts(2, 1);
      },
    },
    {
      name: `the same, by a clock that does not show it${where}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        const storing = new Hold(stores('r'));
        const submit = stage.actor([storing]).submit([record('r', ['a']), record('s', ['b'])]);
        await storing.reached;
        await stage.sweeper().sweep();
        storing.letGo();
        await submit;
        await stage.actor().submit([record('late', ['a'])]);
        await stage.expectEntities(['r', 'late'], ['s']);
        await stage.expectCounts(3, 2);
      },
    },
    {
      name: `keys that are published when their record is erased and its journal entry closed${where}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        const clock = { time: 0 };
        const claiming = new Hold(claims('a'));
        const submit = stage
          .actor([claiming], { now: () => stage.later(clock.time) })
          .submit([record('r', ['a'], ['x1'])]);
        await claiming.reached;
        await stage.sweeper().sweep();
        await stage.actor().disassemble({ recordIDs: ['r'] });
        clock.time = 100_000;
        claiming.letGo();
        await expectAgain(submit);
        await stage.sweeper().sweep();
        stage.expectNoKeys();
        await stage.expectCounts(0, 0);
      },
    },
    {
      name: `an unfinished record that is taken over when everything about it is finished${where}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        const dying = new Hold(claims('a'));
        void stage.actor([dying]).submit([record('r', ['a'])]);
        await dying.reached;
        const taking = new Hold((step) => updates(step, 'R#r #', 'o'));
        const submit = stage.actor([taking]).submit([record('r', ['a'])]);
        await taking.reached;
        await stage.sweeper().sweep();
        taking.letGo();
        await submit;
        await stage.actor().submit([record('late', ['a'])]);
        await stage.expectEntities(['r', 'late']);
        await stage.expectCounts(2, 1);
      },
    },
    {
      name: `two submits that keep one record free${where}`,
      async run(create) {
        const stage = new Stage(create, { billsTransactions });
        const storing = new Hold(stores('r'));
        const first = stage.actor([storing]).submit([record('r', ['a']), record('s', ['a'])]);
        await storing.reached;
        await stage.actor().submit([record('r', ['b'])]);
        storing.letGo();
        await first;
        await stage.expectEntities(['r', 's']);
        await stage.expectCounts(2, 1);
      },
    },
  ];
}

/** Nothing may be acknowledged here: the process cannot know what has become of its operation. */
export async function expectAgain(work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'acknowledged',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  );
  if (outcome !== 'TRY_AGAIN') throw new Error(`the answer is ${outcome}, not TRY_AGAIN`);
}

async function withConstraint(create: typeof createResolution): Promise<{ stage: Stage; reference: string }> {
  const stage = new Stage(create);
  const setUp = stage.actor();
  await setUp.submit([record('p', ['p'])]);
  await setUp.submit([record('x', ['both', 'one'])]);
  await setUp.submit([record('y', ['both', 'two'])]);
  const { reference } = await setUp.disassemble({ edges: [{ a: 'x', b: 'y' }], createConnectionBan: true });
  return { stage, reference: reference! };
}

async function expectApart(stage: Stage, reference: string): Promise<void> {
  const resolution = stage.sweeper();
  const [x, y] = [await resolution.entityByRecord('x'), await resolution.entityByRecord('y')];
  if (x!.id === y!.id) throw new Error('both sides of a ban are in one entity');
  const bans = await x!.connectionBans();
  if (!bans.some((ban) => ban.reference === reference && ban.others.includes(y!.id))) throw new Error('a ban is lost');
}
