import { RulesReplacedError } from '../../src/entities/items/counters.ts';
import { type RuleChangePhase, readRegister } from '../../src/entities/items/rules-register.ts';
import type {
  createResolution,
  OperationName,
  Resolution,
  ResolutionDependencies,
} from '../../src/entities/operations.ts';
import { callOf, resolutionOf } from '../../src/entities/operations.ts';
import type { RuleChangeStatus, RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { EntityDataError, RetryableError } from '../../src/errors.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { type Interleaving, seededRandom } from '../setup/interleaving.ts';
import { coherentGenerations, type ToyGeneration, toyGenerations } from '../setup/toy-generations.ts';
import { beginBy, byDocument, changesTo, type Serving, serve } from './changing-rules.ts';
import { Publishers } from './event-history.ts';
import {
  type Beside,
  type FinalRules,
  type HistoryOptions,
  largeEntitiesOf,
  type Reached,
  runHistory,
} from './history.ts';

/** What a history of changing rules reached. */
export interface RulesReached extends Reached {
  /** Changes that came to their end. */
  changed: number;
  takenBack: number;
  /** Times that a process found other rules in force. */
  replaced: number;
}

/**
 * A history of changes while the rules of the table change: owners deploy, let go on and take back; workers run the passes,
 * several at a time, and die at any step. When everything rests, the entities are those of the rules that are in force then,
 * and no key of other rules is left.
 */
export async function runRuleHistory(
  seed: number,
  { create, redoAge, decisions = false, recording, rules }: HistoryOptions,
): Promise<RulesReached> {
  // Every third history has entity events on, and a consumer that must hold the entities in the end.
  const publishers = seed % 3 === 0 ? new Publishers(seed) : undefined;
  const generations = rules?.entityRules === undefined ? toyGenerations : coherentGenerations;
  const owners = new Owners(seed, create, publishers, generations);
  const reached = await runHistory(seed, {
    create: (dependencies) => owners.processOf(dependencies),
    redoAge,
    decisions,
    ...(recording === undefined ? {} : { recording }),
    ...(isLively(seed) ? { letters: 'xy' } : {}),
    beside: owners,
    atEnd: (interleaving, now) => owners.finish(interleaving, now),
  });
  return { ...reached, ...owners.reached };
}

const areEntitiesChanging = (phase: RuleChangePhase | undefined): boolean => phase === 'SPLIT' || phase === 'UNITE';

/** As many as a change takes that has few other processes beside it. */
const LOOKS = 60;

/**
 * In two of five histories, an owner takes a change back as soon as the next rules are in force, and numbers link what letters
 * do not. The seeds of the others are older, and some of them are kept.
 */
const isLively = (seed: number): boolean => seed % 5 === 1 || seed % 5 === 4;

class Owners implements Beside {
  readonly reached = { changed: 0, takenBack: 0, replaced: 0 };
  private readonly create: typeof createResolution;
  private readonly publishers: Beside | undefined;
  private readonly generations: readonly ToyGeneration[];
  private readonly random: () => number;
  private readonly leaseTime: number;
  private readonly segments: number;
  private readonly isLively: boolean;
  private readonly chunk: number;
  private readonly largeEntities: ReturnType<typeof largeEntitiesOf>;
  private interleaving: Interleaving | undefined;
  private late = 0;

  constructor(
    seed: number,
    create: typeof createResolution,
    publishers: Beside | undefined,
    generations: readonly ToyGeneration[],
  ) {
    this.generations = generations;
    this.create = (dependencies) =>
      create({ ...dependencies, ...this.largeEntities, entityEvents: publishers !== undefined });
    this.publishers = publishers;
    this.isLively = isLively(seed);
    this.largeEntities = largeEntitiesOf(seed);
    this.random = seededRandom(seed * 15_485_863 + 11);
    this.leaseTime = this.random() < 0.5 ? 0 : 60_000;
    this.segments = 1 + Math.floor(this.random() * 3);
    this.chunk = [3, 10, 1_000][Math.floor(this.random() * 3)]!;
  }

  /** A process that reads the rules again when it learns that others are in force, and repeats what it was doing. */
  processOf(dependencies: ResolutionDependencies): Resolution {
    let current: Serving | undefined;
    return resolutionOf((name, given) =>
      this.repeating(name, async () => {
        if (current === undefined || current.access.isReplaced) current = await serve(this.create, dependencies);
        return callOf(current.resolution, name, given);
      }),
    );
  }

  private async repeating(name: OperationName, call: () => Promise<unknown>): Promise<unknown> {
    const isReading = name === 'search' || name === 'entityByRecord' || name === 'entity';
    for (let attempt = 0; ; attempt++) {
      const before = this.step();
      try {
        const answer = await call();
        // What reads by former rules has a minute before their keys go; here it has none.
        if (!isReading || this.step() === before) return answer;
      } catch (error) {
        // The first attempt may have stored or erased what the repeated one refuses.
        if (attempt > 0 && !isReading && isRefusal(error)) throw new RulesReplacedError();
        if (!(error instanceof RulesReplacedError)) throw error;
        this.reached.replaced += 1;
        if (name === 'sweep' && attempt > 0) throw error;
      }
    }
  }

  start(interleaving: Interleaving, newActor: () => number, now: () => number): void {
    this.publishers?.start(interleaving, newActor, now);
    if (this.interleaving === undefined) {
      this.interleaving = interleaving;
      void beginBy(interleaving.store, this.generations[0]!, now());
    }
    if (this.isLively) {
      void this.takeBackAs(newActor(), interleaving, now()).catch((error: unknown) => {
        if (!(error instanceof RetryableError)) this.failures.push(error);
      });
    }
    for (let count = Math.floor(this.random() * 3); count > 0; count--) {
      const actor = newActor();
      const isMortal = this.random() < 0.3;
      if (isMortal) this.mortals.add(actor);
      void this.workAs(actor, interleaving, now()).catch((error: unknown) => {
        if (!(error instanceof RetryableError)) this.failures.push(error);
      });
    }
  }

  /** Looks at the change again and again, and takes it back when the next rules have come into force. */
  private async takeBackAs(actor: number, interleaving: Interleaving, now: number): Promise<void> {
    const owner = this.changesOf(
      interleaving.storeOf(actor),
      interleaving.store,
      this.generations[0]!,
      () => now,
      async () => undefined,
    );
    for (let look = 0; look < LOOKS; look++) {
      const { phase } = await owner.status();
      if (!areEntitiesChanging(phase)) continue;
      await owner.rollBack().then(() => {
        this.reached.takenBack += 1;
      }, ignoreGone);
      return;
    }
  }

  private readonly mortals = new Set<number>();
  private readonly failures: unknown[] = [];

  async check(store: Store, now: number, fail: (what: string) => void): Promise<void> {
    await this.publishers?.check(store, now, fail);
  }

  /** Ends all changes, now and then after it has taken one back. */
  async finish(interleaving: Interleaving, now: number): Promise<FinalRules> {
    if (this.failures.length > 0) throw this.failures[0];
    let moment = now;
    const { store } = interleaving;
    const clock = () => moment;
    const dependencies = {
      store,
      rules: this.generations[0]!.rules,
      now: clock,
      lockTime: 0,
      pause: async () => undefined,
    };
    let deployed = this.draw(this.generations);
    // Where it ticks, the turns of a worker end between any two steps.
    const tick = () => {
      moment += this.isLively ? 7 : 0;
      return moment;
    };
    const changes = (): RuleChanges =>
      this.changesOf(store, store, deployed, tick, async (milliseconds) => {
        moment += milliseconds;
      });
    const taking = { left: this.isLively || this.random() < 0.3 ? 1 : 0 };
    for (let round = 0; ; round++) {
      if (round > (this.isLively ? 150 : 45))
        throw new Error(`the change does not end: ${JSON.stringify((await readRegister(store))!.changes)}`);
      moment += 70_000;
      await this.processOf(dependencies).sweep();
      const owner = changes();
      // So that it goes on or is taken back at any phase.
      await owner.work([1, 1_000, 20_000][Math.floor(this.random() * 3)]!);
      if (this.isLively) await this.submitLate(this.processOf(dependencies), await owner.status());
      const status = await this.decide(owner, taking);
      if (status.phase === undefined && round > 3) break;
      if (round === 2) deployed = this.draw(this.generations);
      if (round > 3) deployed = byDocument.get(status.waiting ?? status.to ?? status.inForce)!;
    }
    moment += 70_000;
    await this.processOf(dependencies).sweep();
    const register = (await readRegister(store))!;
    this.reached.changed += register.changes.history.length;
    return byDocument.get(register.document)!;
  }

  /** Stores a record while entities change: if the change is taken back, it needs the keys of the former rules. */
  private async submitLate(process: Resolution, { phase }: RuleChangeStatus): Promise<void> {
    if (!areEntitiesChanging(phase)) return;
    const draw = (values: string) => values[Math.floor(this.random() * values.length)]!;
    const near = this.random() < 0.5 ? [`${draw('xy')}${draw('012345678')}`] : [];
    this.late += 1;
    await process.submit([{ id: `late${this.late}`, exact: [draw('abcdef')], near }]);
  }

  /** Lets the change go on, or takes it back while there is one to take back. */
  private async decide(owner: RuleChanges, taking: { left: number }): Promise<RuleChangeStatus> {
    const status = await owner.status();
    const mayTakeBack = this.isLively ? areEntitiesChanging(status.phase) : status.phase !== undefined;
    if (taking.left > 0 && mayTakeBack && this.random() < 0.4) {
      taking.left -= 1;
      this.reached.takenBack += 1;
      await owner.rollBack();
    } else if (status.state === 'HELD' && status.phase === 'READY') await owner.continue(status.to!);
    return status;
  }

  private async workAs(actor: number, interleaving: Interleaving, now: number): Promise<void> {
    const store = interleaving.storeOf(actor);
    let moment = now;
    const table: TableScan = {
      identity: 'interleaved',
      scan: async (options) => await interleaving.step(actor, () => interleaving.store.scan(options)),
    };
    const changes = this.changesOf(
      store,
      table,
      this.draw(this.generations.slice(0, 4)),
      () => moment,
      (milliseconds) =>
        interleaving.step(actor, () => {
          moment += Math.max(1, milliseconds);
          if (this.mortals.has(actor) && this.random() < 0.05) interleaving.kill(actor);
        }),
    );
    await changes.work(3_000);
    const status = await changes.status();
    if (status.state === 'HELD' && status.phase === 'READY') {
      await changes.continue(status.to!).catch(ignoreGone);
      await changes.work(5_000);
    }
    if (this.random() < 0.25) {
      await changes.rollBack().then(() => {
        this.reached.takenBack += 1;
      }, ignoreGone);
    }
    await changes.work(5_000);
  }

  private changesOf(
    store: Store,
    table: TableScan,
    deployed: ToyGeneration,
    now: () => number,
    pause: (milliseconds: number) => Promise<void>,
  ): RuleChanges {
    return changesTo(deployed, {
      store,
      table,
      now,
      pause,
      segments: this.segments,
      chunk: this.chunk,
      leaseTime: this.leaseTime,
      ...this.largeEntities,
      entityEvents: this.publishers !== undefined,
    });
  }

  private draw<Choice>(choices: readonly Choice[]): Choice {
    return choices[Math.floor(this.random() * choices.length)]!;
  }

  /** The step of the rules, as no process sees it. */
  private step(): number {
    const item = this.interleaving?.store.items.get('Q#\u0000#');
    return item?.['c'] === undefined ? 0 : (JSON.parse(item['c'] as string) as { step: number }).step;
  }
}

function ignoreGone(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'NO_SUCH_RULE_CHANGE') throw error;
}

const isRefusal = (error: unknown): boolean => error instanceof EntityDataError && !error.retryable;
