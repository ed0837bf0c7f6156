import { type RuleChangePhase, readRegister } from '../../src/entities/items/rules-register.ts';
import type { createResolution, Resolution } from '../../src/entities/operations.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { type ToyGeneration, toyGenerations } from '../setup/toy-generations.ts';
import { beginBy, changesTo, serve } from './changing-rules.ts';
import { claims, Hold, onBothEngines, type Race, reads, record, type Scenes, Stage, turn, updates } from './races.ts';

const named = (name: string): ToyGeneration => toyGenerations.find((one) => one.name === name)!;
const FIRST = named('first');
/** Its exact keys have other hashes than those of the first. */
const OTHER_EXACT = named('other exact keys, looser');
/** The same, and an exact value links only records that have a letter in common. */
const TIGHTER = named('tighter');
/** The same keys as the first, and numbers that are linked must be equal. */
const THRESHOLD = named('threshold');

const ENDLESS = 3_600_000;

/** A table whose rules change as an owner would have them changed, phase by phase, while operations are held. */
class ChangeStage extends Stage {
  private readonly to: ToyGeneration;
  private moment = 0;

  private constructor(create: typeof createResolution, to: ToyGeneration, billsTransactions: boolean) {
    super(create, { billsTransactions });
    this.to = to;
  }

  static by({ from, to }: { readonly from: ToyGeneration; readonly to: ToyGeneration }) {
    return async (create: typeof createResolution, { billsTransactions }: { readonly billsTransactions: boolean }) => {
      const stage = new ChangeStage(create, to, billsTransactions);
      await beginBy(stage.store, from, stage.later(0));
      return stage;
    };
  }

  /** A process that begins now, by the rules that the register says. */
  override async process(holds: readonly Hold[] = []): Promise<Resolution> {
    const began = this.moment;
    const { resolution } = await serve(this.create, {
      store: this.storeOf(holds),
      updateRecords: true,
      now: () => this.later(began),
      pause: turn,
      lockTime: 0,
    });
    return resolution;
  }

  /** Finishes every operation that was begun before. */
  override async sweep(): Promise<void> {
    this.moment += 600_000;
    await (await this.process()).sweep();
  }

  /** Works on the change until it waits, or until the phase is about to read the table. */
  async work({ until, holds = [] }: { until?: RuleChangePhase; holds?: readonly Hold[] } = {}): Promise<void> {
    const changes = this.changes(holds, until);
    await changes.work(5_000);
    const { state, phase, to } = await changes.status();
    if (until === 'READY' || state !== 'HELD' || phase !== 'READY') return;
    await changes.continue(to!);
    await changes.work(5_000);
  }

  async takeBack(): Promise<void> {
    await this.changes([]).rollBack();
  }

  /** Sweeps and works until nothing is left to do. */
  async finish(): Promise<void> {
    for (let round = 0; (await this.phase()) !== undefined || round < 3; round++) {
      if (round > 20) throw new Error(`the change does not end, in ${await this.phase()}`);
      await this.sweep();
      await this.work();
    }
  }

  /** No exact key of the first generation is left. */
  expectNoFormerKeys(): void {
    const left = [...this.store.items.values()].filter(({ pk }) => pk.startsWith('K#exact-'));
    if (left.length > 0) throw new Error(`${left.map(({ pk }) => pk).join(', ')} is left over`);
  }

  /** A search by an exact value finds the records, whatever their entities are. */
  async expectFound(exact: string, ...ids: readonly string[]): Promise<void> {
    const { entities } = await (await this.process()).search({ parameters: { exact: [exact] } });
    const found = entities.flatMap(({ records }) => records.map(({ id }) => String(id))).sort();
    if (found.join() !== ids.join()) throw new Error(`a search by ${exact} found ${found.join() || 'nothing'}`);
  }

  async entityOf(id: string): Promise<string> {
    return (await (await this.process()).entityByRecord(id))!.id;
  }

  nodeOf(id: string): string {
    return this.store.items.get(`R#${id}\u0000#`)?.['n'] as string;
  }

  private async phase(): Promise<RuleChangePhase | undefined> {
    return (await readRegister(this.store))!.changes.change?.phase;
  }

  /** The clock of the worker stands still but where it rests, and ends its turn when the phase is reached. */
  private changes(holds: readonly Hold[], until?: RuleChangePhase): RuleChanges {
    let rested = this.moment;
    const isReached = () => {
      const item = this.store.items.get('Q#\u0000#')!;
      const { change } = JSON.parse((item['c'] as string | undefined) ?? '{}');
      return until !== undefined && change?.phase === until && change.isDrained;
    };
    return changesTo(this.to, {
      store: this.storeOf(holds),
      table: this.store,
      now: () => this.later(rested + (isReached() ? ENDLESS : 0)),
      pause: async (milliseconds) => {
        rested += milliseconds;
        await turn();
      },
      segments: 1,
      leaseTime: 0,
    });
  }
}

const toOtherExact: Scenes<ChangeStage> = {
  'an update that is answered while the operation that stored the record is open, before INDEX': async (stage) => {
    await stage.killBefore(claims('a'), (process) => process.submit([record('r', ['a'])]));
    await stage.submit(record('r', ['c']));
    // The sweeper has not come yet.
    await stage.work();
    await stage.expectFound('c', 'r');
    await stage.finish();
    await stage.expectFound('c', 'r');
  },
  'an erasure of a changed record that gets keys of the next rules': async (stage) => {
    await stage.submit(record('r', ['c']));
    await stage.killBefore(claims('a'), (process) => process.submit([record('r', ['a'])]));
    await stage.work();
    const erasure = await stage.holdBefore(
      ({ verb, names }) => verb === 'transact' && names.includes('R#r #'),
      (process) => process.disassemble({ recordIDs: ['r'] }),
    );
    await stage.sweep();
    await erasure.goOn();
    await stage.sweep();
    stage.expectNoKeys();
  },
  'a part that leaves while its record gets keys of the next rules': async (stage) => {
    await stage.submit(record('r', ['a']), record('bridge', ['a', 'c']), record('s', ['c']));
    const node = stage.nodeOf('s');
    await stage.work({ until: 'INDEX' });
    const erasure = await stage.holdBefore(
      (step) => step.verb === 'transact' && updates(step, 'R#s #', 'n'),
      (process) => process.disassemble({ recordIDs: ['bridge'] }),
    );
    // The pass has noted the keys and read the record where it was, and not yet that the entity is locked.
    let hasTaken = false;
    const reading = new Hold((step) => {
      hasTaken ||= updates(step, 'R#s #', 'k');
      return hasTaken && reads(`E#${node} #`)(step);
    });
    const work = stage.work({ holds: [reading] });
    await reading.reached;
    await turn();
    await erasure.goOn();
    reading.letGo();
    await work;
    await stage.finish();
    await stage.expectEntities(['r'], ['s']);
  },
  'a part that leaves before a submit takes its record over, for keys of both rules': async (stage) => {
    await stage.submit(record('r', ['a']), record('bridge', ['a', 'c']));
    await stage.killBefore(
      () => stage.nodeOf('s') !== undefined,
      (process) => process.submit([record('s', ['c'])]),
    );
    // INDEX has begun, and waits for the operation that died.
    await stage.work();
    const submit = await stage.holdBefore(
      (step) => updates(step, 'R#s #', 'k'),
      (process) => process.submit([record('s', ['c'])]),
    );
    await (await stage.process()).disassemble({ recordIDs: ['bridge'] });
    await submit.goOn();
    await stage.finish();
    await stage.expectEntities(['r'], ['s']);
  },
  'a link of a record whose former keys are being deleted': async (stage) => {
    await stage.submit(record('r', ['a']), record('s', ['c']));
    await stage.work({ until: 'CLEAN' });
    const cleaning = new Hold((step) => step.verb === 'transact' && updates(step, 'R#r #', 'k'));
    const work = stage.work({ holds: [cleaning] });
    await cleaning.reached;
    await (await stage.process()).link({ a: 'r', b: 's', user: 'race', client: 'race', reason: 'the same' });
    cleaning.letGo();
    await work;
    await stage.finish();
    stage.expectNoFormerKeys();
    await stage.expectEntities(['r', 's']);
  },
  'a part that leaves while its former keys are deleted': async (stage) => {
    await stage.submit(record('r', ['a']), record('bridge', ['a', 'c']), record('s', ['c']));
    const node = stage.nodeOf('s');
    await stage.work({ until: 'CLEAN' });
    const erasure = await stage.holdBefore(
      (step) => stage.nodeOf('s') !== node && reads('K#exact-c #')(step),
      (process) => process.disassemble({ recordIDs: ['bridge'] }),
    );
    await stage.work();
    await erasure.goOn();
    await stage.finish();
    stage.expectNoFormerKeys();
    await stage.expectEntities(['r'], ['s']);
  },
  'a record that comes while entities are split, when the change is taken back': async (stage) => {
    await stage.work({ until: 'SPLIT' });
    await stage.submit(record('r', ['a']));
    await stage.takeBack();
    await stage.finish();
    await stage.submit(record('s', ['a']));
    await stage.expectEntities(['r', 's']);
  },
};

const toFirst: Scenes<ChangeStage> = {
  'a search while entities are split, by a key that two entities got before': async (stage) => {
    await stage.work({ until: 'READY' });
    await stage.submit(record('r', ['a']), record('s', ['a']));
    await stage.work({ until: 'SPLIT' });
    await stage.expectFound('a', 'r', 's');
    await stage.finish();
    await stage.expectEntities(['r', 's']);
  },
};

const toThreshold: Scenes<ChangeStage> = {
  'a record that connects two entities before they are split': async (stage) => {
    await stage.submit(record('p', [], ['x1']), record('q', ['a'], ['x2']), record('t', ['c']));
    const id = await stage.entityOf('p');
    await stage.work({ until: 'SPLIT' });
    await stage.submit(record('r', ['a', 'c']));
    await stage.expectEntities(['p'], ['q', 'r', 't']);
    await stage.finish();
    await stage.expectEntities(['p'], ['q', 'r', 't']);
    // Of two parts alike, the older one keeps it: what comes meanwhile does not count.
    if ((await stage.entityOf('p')) !== id) throw new Error('the id of the entity went to what came meanwhile');
  },
};

/** Operations that are held between two steps of a change of rules, or of its passes. */
export const ruleChangeRaces: readonly Race[] = [
  ...onBothEngines(ChangeStage.by({ from: FIRST, to: OTHER_EXACT }), toOtherExact),
  ...onBothEngines(ChangeStage.by({ from: TIGHTER, to: FIRST }), toFirst),
  ...onBothEngines(ChangeStage.by({ from: FIRST, to: THRESHOLD }), toThreshold),
];
