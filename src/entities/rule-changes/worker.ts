import { assert } from '../../assert.ts';
import { queryAll, type Store, type TableScan } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { operationsIn, pendingShardKeys, RulesReplacedError } from '../items/counters.ts';
import { newID } from '../items/ids.ts';
import { journalPartitions } from '../items/journal.ts';
import { causedBy } from '../items/outbox.ts';
import { type ChangeItems, deleteItems, readWaiting, reportWrite, waitingWrite } from '../items/rule-change-items.ts';
import { type Register, type RuleChange, readRegister, writeChanges } from '../items/rules-register.ts';
import { cleanPass } from './passes/clean-pass.ts';
import { indexPass } from './passes/index-pass.ts';
import { addCounts, type EvaluationPass, type PassContext, type PhasePass } from './passes/pass.ts';
import { splitPass } from './passes/split-pass.ts';
import { unitePass } from './passes/unite-pass.ts';
import { Segments, sumOf } from './segments.ts';
import { heldBecause, optionsOf } from './status.ts';
import { applyStep, endPhase } from './steps.ts';
import { checkRelease, type Generations, rulesOfPhase } from './versions/generations.ts';
import { raiseEpoch } from './versions/register-access.ts';

export interface WorkerDependencies {
  readonly store: Store;
  readonly table: TableScan;
  readonly generations: Generations;
  readonly evaluation: EvaluationPass;
  /** The dependencies of operations, without rules. */
  readonly base: Omit<Context, 'rules' | 'epoch' | 'isSplitting' | 'cause'>;
  /** Parts that the table is worked on in. */
  readonly segments: number;
  /** Milliseconds without a heartbeat after which a segment is taken over. */
  readonly leaseTime: number;
  /** Items of the table that a chunk scans. */
  readonly chunk: number;
  /** Milliseconds that processes which only read need to learn of a step. */
  readonly readersTime: number;
  readonly pace: WritePace;
}

/** Milliseconds between two looks at operations that are to end. */
const REST = 1_000;
/** Milliseconds for which the number of workers is believed. */
const COUNTED_FOR = 1_000;

/** One step of the work: it went on, or there is nothing to do for now. */
type Worked = 'on' | 'rest' | 'nothing';

/** Works on the change that the register says. Everything is repeated harmlessly, by any number of workers. */
export class RuleChangeWorker {
  private readonly dependencies: WorkerDependencies;
  /** Milliseconds since 1970 before which the pace allows no other chunk. */
  private idleUntil = Number.NEGATIVE_INFINITY;
  /** How many workers share the pace, and when they were counted. */
  private sharing = { workers: 1, counted: Number.NEGATIVE_INFINITY };

  constructor(dependencies: WorkerDependencies) {
    this.dependencies = dependencies;
  }

  /** @param until milliseconds since 1970 */
  async work(until: number): Promise<void> {
    const { now, pause } = this.dependencies.base;
    while (now() < until) {
      const worked = await this.step(until).catch((error: unknown): Worked => {
        // Another worker has begun the next phase, or the owner has taken the change back.
        if (error instanceof RulesReplacedError) return 'rest';
        throw error;
      });
      if (worked === 'nothing') return;
      if (worked === 'rest') {
        if (now() + REST >= until) return;
        await pause(REST);
      }
    }
  }

  private async step(until: number): Promise<Worked> {
    const { store } = this.dependencies;
    const register = await readRegister(store);
    const change = register?.changes.change;
    if (register === undefined) return 'nothing';
    if (change === undefined) return this.tidy(register);
    checkRelease(change);
    if (!change.isSigned) {
      await raiseEpoch(store, register);
      return 'on';
    }
    if (!change.isDrained) return this.drain(register, change);
    if (register.changes.isPaused) return 'nothing';
    if (change.phase === 'READY' && change.isCounted) {
      if (!change.isContinued) return 'nothing';
      await this.end(register, change);
      return 'on';
    }
    return this.pass(register, change, until);
  }

  /** Deletes the items of changes that have ended. */
  private async tidy(register: Register): Promise<Worked> {
    const { store } = this.dependencies;
    const { leftItems = [], ...changes } = register.changes;
    if (leftItems.length === 0) return 'nothing';
    for (const change of leftItems) await deleteItems(store, { change });
    await writeChanges(store, register, changes);
    return 'on';
  }

  /** Waits until what was begun by the rules of the phase before has ended, and until readers go by those of this phase. */
  private async drain(register: Register, change: RuleChange): Promise<Worked> {
    const { store, base, readersTime } = this.dependencies;
    if (change.phase === 'CLEAN' && base.now() - change.phaseBegun < readersTime) return 'rest';
    if (!(await isDrained(store, { change: change.number }, change.phase))) return 'rest';
    await writeChanges(store, register, {
      ...register.changes,
      change: { ...change, isDrained: true, phaseBegun: base.now() },
    });
    return 'on';
  }

  private async pass(register: Register, change: RuleChange, until: number): Promise<Worked> {
    const { store, base } = this.dependencies;
    if (!(await this.keepPace(until))) return 'nothing';
    const segments = this.segmentsOf(change);
    const taken = await segments.take();
    if (taken === undefined) {
      if (!(await segments.areDone())) return 'rest';
      await (change.phase === 'READY' ? this.count(register, change) : this.end(register, change));
      return 'on';
    }
    const context = await this.contextOf(register, change);
    const pass = this.passOf(change);
    let state = taken;
    try {
      while (!state.isDone) {
        const begun = base.now();
        const { segments: count, chunk: limit } = this.dependencies;
        const segment = { segment: state.segment, segments: count };
        const step = await pass.chunk(context, segment, { cursor: state.cursor, limit, before: state.counts });
        const cursor = 'cursor' in step ? step.cursor : undefined;
        state = { ...state, cursor, counts: addCounts(state.counts, step.counts), isDone: 'done' in step };
        if (!(await segments.note(state))) return 'on';
        await this.spend(segments, register, step.counts.writeUnits, begun);
        if ('again' in step || !(await this.keepPace(until)) || !(await this.isCurrent(register))) break;
      }
    } finally {
      await segments.release(state);
    }
    await store.durable();
    // What was in use is tried again after a moment.
    return state.isDone ? 'on' : 'rest';
  }

  /** Notes when the pace allows another chunk: all workers share the write units a second. */
  private async spend(segments: Segments, { changes }: Register, writeUnits: number, begun: number): Promise<void> {
    if (writeUnits === 0) return;
    const units = this.dependencies.pace.unitsPerSecond(optionsOf(changes).writeUnitsPerSecond);
    if (begun - this.sharing.counted >= COUNTED_FOR) {
      this.sharing = { workers: Math.max(1, await segments.workers()), counted: begun };
    }
    this.idleUntil = Math.max(this.idleUntil, begun) + Math.ceil((writeUnits / units) * 1_000 * this.sharing.workers);
  }

  /** Waits until the pace allows another chunk. Returns false if that is after the end of the turn, or the turn is over. */
  private async keepPace(until: number): Promise<boolean> {
    const { now, pause } = this.dependencies.base;
    if (this.idleUntil >= until) return false;
    const rest = this.idleUntil - now();
    if (rest > 0) await pause(rest);
    return now() < until;
  }

  /** Whether the worker may begin another chunk: the register is as it was. */
  private async isCurrent({ version }: Register): Promise<boolean> {
    return (await readRegister(this.dependencies.store))?.version === version;
  }

  /** All segments of `READY` are done. */
  private async count(register: Register, change: RuleChange): Promise<void> {
    const { store, evaluation } = this.dependencies;
    const context = await this.contextOf(register, change);
    const report = await evaluation.report(context);
    if (report !== undefined) await store.write([reportWrite({ change: change.number }, report)]);
    const mayGoOn = report !== undefined && heldBecause(report, optionsOf(register.changes)) === undefined;
    await writeChanges(store, register, {
      ...register.changes,
      change: { ...change, isCounted: true, isContinued: change.isContinued || mayGoOn },
    });
  }

  private async end(register: Register, change: RuleChange): Promise<void> {
    const { base } = this.dependencies;
    assert(change.isSigned && change.isDrained, 'a phase ends after all that was begun before it');
    const pass = this.passOf(change);
    if (pass.finish !== undefined) await pass.finish(await this.contextOf(register, change));
    const counts = sumOf(await this.segmentsOf(change).begun());
    await applyStep(this.dependencies.store, register, endPhase(register, counts, base.now()), base.now());
  }

  private segmentsOf({ number, phase }: RuleChange): Segments {
    const { store, segments, leaseTime, base } = this.dependencies;
    return new Segments(store, { change: number }, phase, { segments, leaseTime, now: base.now });
  }

  private passOf({ phase }: RuleChange): PhasePass {
    const passes = { INDEX: indexPass, SPLIT: splitPass, UNITE: unitePass, CLEAN: cleanPass };
    return phase === 'READY' ? this.dependencies.evaluation : passes[phase];
  }

  private async contextOf(register: Register, change: RuleChange): Promise<PassContext> {
    const { base, table, generations } = this.dependencies;
    const [from, to] = await Promise.all([
      generations.compile(change.from, register),
      generations.compile(change.to, register),
    ]);
    const { changes } = register;
    const context = {
      ...base,
      rules: rulesOfPhase(change.phase, from, to),
      epoch: changes.step,
      isSplitting: change.phase === 'SPLIT',
      table,
      from,
      to,
      items: { change: change.number },
      options: optionsOf(changes),
    };
    return causedBy(context, 'rules', newID(base.now()));
  }
}

/** More are not noted: the sweeper has too much to do for a change to go on. */
const MOST_NOTED = 5_000;

/**
 * Whether all operations have ended that were under way when the epoch of the phase was raised. They are noted first, so
 * that no clock has to say which began before. Operations that begin by former rules later end with an open journal entry,
 * and the sweeper redoes them by the rules of the phase.
 */
async function isDrained(store: Store, items: ChangeItems, phase: string): Promise<boolean> {
  const open = await operationsUnderWay(store);
  const waiting = await readWaiting(store, items, phase);
  if (waiting === undefined) {
    if (open.size === 0) return true;
    if (open.size <= MOST_NOTED) await store.write([waitingWrite(items, phase, [...open])]);
    return false;
  }
  return !waiting.some((operation) => open.has(operation));
}

async function operationsUnderWay(store: Store): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  for (const shard of await store.getMany(pendingShardKeys)) {
    if (shard !== undefined) for (const { operation } of operationsIn(shard)) open.add(operation);
  }
  for (const partition of journalPartitions) {
    for await (const { sk } of queryAll(store, partition)) open.add(sk);
  }
  return open;
}

/** Milliseconds in which all refusals count as one: calls that run at once are refused at once. */
const MOMENT = 1_000;
/** The least share of the write units that the owner allows. */
const LEAST = 1 / 64;
/** What comes back of the owner's write units in a minute without a refusal. */
const RECOVERY = 0.1;
const MINUTE = 60_000;

/**
 * The write units a second that the passes of a change may use: what the owner allows, halved whenever the store refuses a
 * call for going too fast, and growing again by a tenth of the owner's a minute. Requests have no such limit, so that they get
 * what the passes leave.
 */
export class WritePace {
  private readonly now: () => number;
  private share = 1;
  private since: number;
  private refused = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.now = now;
    this.since = now();
  }

  /** Called when the store refuses a call for going too fast. */
  noteThrottled(): void {
    const now = this.now();
    if (now - this.refused < MOMENT) return;
    this.share = Math.max(LEAST, this.shareAt(now) / 2);
    this.since = now;
    this.refused = now;
  }

  /** @param allowed write units a second that the owner allows */
  unitsPerSecond(allowed: number): number {
    return allowed * this.shareAt(this.now());
  }

  private shareAt(now: number): number {
    return Math.min(1, this.share + (RECOVERY * Math.max(0, now - this.since)) / MINUTE);
  }
}
