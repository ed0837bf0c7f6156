import type { createResolution, Resolution } from '../../src/entities/operations.ts';
import { RetryableError } from '../../src/errors.ts';
import { type Interleaving, seededRandom } from '../setup/interleaving.ts';
import { toyRules } from '../setup/toy-rules.ts';

/** A process as the model knows it: its place in the interleaving, and how far its clock is from where it began. */
interface Process {
  readonly actor: number;
  readonly clock: { offset: number };
}

export interface DisturbanceOptions {
  readonly create: typeof createResolution;
  readonly interleaving: Interleaving;
  readonly newActor: () => number;
  /** Milliseconds since 1970 at which the history begins. */
  readonly start: number;
  readonly redoAge: number;
  readonly lockTime: number;
  readonly fail: (what: string) => void;
}

/** Milliseconds by which the clock of a process has moved when it goes on: not at all, over a request's time, over the redo age. */
const SLEEPS = [0, 30_000, 100_000];

const MOST_SWEEPERS = 6;

/**
 * What goes on beside the actors of a history: sweepers, among them some whose clock is so far ahead that they take
 * everything under way for dead; and processes, sweepers too, that stop before any step and go on when the others have
 * done all that they had to, or later.
 */
export class Disturbance {
  /** How many operations sweepers finished. */
  swept = 0;
  stopped = 0;
  private readonly options: DisturbanceOptions;
  private readonly random: () => number;
  private readonly sweepers: number;
  private readonly stops: number;
  private readonly processes = new Map<number, Process>();
  private readonly isSweeper = new Set<number>();
  /** Processes that slept, or worked beside a sweeper that is ahead. */
  private readonly overtaken = new Set<number>();
  private aheadAtWork = 0;
  private ahead = 0;

  constructor(seed: number, options: DisturbanceOptions) {
    this.options = options;
    this.random = seededRandom(seed * 6_700_417 + 3);
    this.sweepers = this.random() < 0.4 ? 0 : 2;
    this.stops = this.random() < 0.4 ? 0 : 0.02;
  }

  /** Makes the process one that may stop: `clock` moves when it goes on. */
  admit(process: Process): void {
    this.processes.set(process.actor, process);
    if (this.aheadAtWork > 0) this.overtaken.add(process.actor);
  }

  /** Some that stopped go on, and sweepers start, whose clock agrees with that of the actors unless it is ahead. */
  beginBatch(now: number): void {
    for (const sleeper of this.options.interleaving.sleepers) if (this.random() < 0.5) this.goOn(sleeper);
    for (let count = Math.floor(this.random() * (this.sweepers + 1)); count > 0; count--) {
      this.startSweeper(this.random() < 0.5 ? undefined : now);
    }
  }

  /** Now and then stops the process that is about to make a step; then mostly a sweeper finds what it left. */
  beforeStep(actor: number): void {
    // A sweep is far more steps than an operation, nearly all of which find nothing.
    const likely = this.isSweeper.has(actor) ? this.stops / 5 : this.stops;
    if (this.random() >= likely || !this.processes.has(actor)) return;
    this.options.interleaving.stop(actor);
    this.stopped += 1;
    if (this.sweepers > 0 && this.random() < 0.8) this.startSweeper(undefined);
  }

  /**
   * Whether a process may die now. One that was overtaken may not: what it published late, it alone can have removed
   * (docs/decisions/0049-how-records-are-written.md).
   */
  mayDie(actor: number): boolean {
    return !this.overtaken.has(actor);
  }

  /** Lets one go on that is still stopped; false when there is none. */
  wakeOne(): boolean {
    const { sleepers } = this.options.interleaving;
    if (sleepers.length === 0) return false;
    this.goOn(sleepers[Math.floor(this.random() * sleepers.length)]!);
    return true;
  }

  private goOn(actor: number): void {
    this.processes.get(actor)!.clock.offset += SLEEPS[Math.floor(this.random() * SLEEPS.length)]!;
    this.overtaken.add(actor);
    this.options.interleaving.goOn(actor);
  }

  /** @param agreed the time of its clock; of a clock that is ahead when undefined */
  private startSweeper(agreed: number | undefined): void {
    const { create, interleaving, newActor, start, redoAge, lockTime } = this.options;
    if (this.isSweeper.size === MOST_SWEEPERS) return;
    const actor = newActor();
    const clock = { offset: 0 };
    if (agreed === undefined) {
      // Each later than the one before, whose ids are from its future.
      this.ahead += 1;
      this.aheadAtWork += 1;
      for (const other of this.processes.keys()) this.overtaken.add(other);
    }
    const began = agreed ?? start + 3 * redoAge * this.ahead;
    const sweeper = create({
      store: interleaving.storeOf(actor),
      rules: toyRules,
      now: () => began + clock.offset,
      pause: (milliseconds) =>
        interleaving.step(actor, () => {
          clock.offset += Math.max(milliseconds, 500);
        }),
      lockTime,
    });
    this.admit({ actor, clock });
    this.isSweeper.add(actor);
    void this.sweep(sweeper, agreed !== undefined, () => clock.offset >= redoAge / 2);
  }

  /** @param hasSlept a sweeper that slept before it began may take for dead what is under way */
  private async sweep(sweeper: Resolution, agrees: boolean, hasSlept: () => boolean): Promise<void> {
    const { fail } = this.options;
    try {
      const finished = await sweeper.sweep();
      this.swept += finished;
      if (agrees && finished > 0 && !hasSlept())
        fail(`a sweeper took ${finished} operations for dead at their beginning`);
    } catch (error) {
      if (error instanceof RetryableError) return;
      fail(`a sweeper failed: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      if (!agrees) this.aheadAtWork -= 1;
    }
  }
}
