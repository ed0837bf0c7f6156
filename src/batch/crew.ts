import { once } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { Pace } from '../entities/pace.ts';
import { EntityDataError } from '../errors.ts';
import type { Grouped } from './groups.ts';
import type { Judged } from './judge.ts';
import type { BatchPart, JoinedPairs, TakenPiece } from './part.ts';
import type { RecordBuffers } from './record-table.ts';

/** A thread of a batch ended before its work did. */
class BatchThreadError extends EntityDataError {
  readonly code = 'BATCH_THREAD_FAILED';
}

/** What each thread of a batch can be told to do, and what it answers. */
interface Tasks<Content> {
  take(content: Content, base: number): TakenPiece;
  close(): { readonly keys: number; readonly bytes: number; readonly isGrouped: boolean };
  share(table: RecordBuffers, sets: SharedArrayBuffer): void;
  judge(bucket: number): Judged & { readonly joined: JoinedPairs };
  beginGroups(entities: SharedArrayBuffer, several: SharedArrayBuffer): void;
  group(bucket: number): Grouped;
}

type Task = (...given: never[]) => unknown;
/** Tasks that a writer adds to those of every batch, by name. */
export type MoreTasks = Readonly<Record<string, Task>>;

/** One of those who do the work. It does one task at a time. */
export interface Member<Content> {
  ask<Name extends keyof Tasks<Content>>(
    task: Name,
    given: Parameters<Tasks<Content>[Name]>,
    moved?: readonly TransferListItem[],
  ): Promise<ReturnType<Tasks<Content>[Name]>>;
  /** Asks for a task that a writer added. */
  askMore(task: string, given: readonly unknown[]): Promise<unknown>;
}

export interface Crew<Content> {
  readonly members: readonly Member<Content>[];
  close(): Promise<void>;
}

/** Gives work to the members as each becomes free. Ends when there is no more, or at the first failure. */
export async function inTurns<Content, Work>(
  { members }: Crew<Content>,
  work: AsyncIterator<Work> | Iterator<Work>,
  run: (member: Member<Content>, work: Work) => Promise<void>,
): Promise<void> {
  // An async iterator gives one after the other to all members.
  let last: Promise<unknown> = Promise.resolve();
  const next = (): Promise<IteratorResult<Work>> => {
    const taken = last.then(() => work.next());
    last = taken;
    return taken;
  };
  let isFailed = false;
  const done = await Promise.allSettled(
    members.map(async (member) => {
      for (let todo = await next(); todo.done !== true && !isFailed; todo = await next()) {
        await run(member, todo.value).catch((error: unknown) => {
          isFailed = true;
          throw error;
        });
      }
    }),
  );
  const failure = done.find((one) => one.status === 'rejected');
  if (failure === undefined) return;
  await work.return?.();
  throw failure.reason;
}

/** Does all work in this thread, with rests. */
export function crewOfOne<Content>(
  part: BatchPart<Content>,
  pace: Pace = new Pace(),
  more: MoreTasks = {},
): Crew<Content> {
  const tasks = {
    take: (content: Content, base: number) => part.take(content, base),
    close: () => part.close(),
    share: (table: RecordBuffers, sets: SharedArrayBuffer) => part.share(table, sets),
    judge: (bucket: number) => pace.through(part.judgeInPieces(bucket)),
    beginGroups: (entities: SharedArrayBuffer, several: SharedArrayBuffer) => part.beginGroups(entities, several),
    group: (bucket: number) => pace.through(part.groupInPieces(bucket)),
  };
  const member: Member<Content> = {
    async ask(task, given) {
      await pace.rest();
      const run = tasks[task] as (...all: typeof given) => never;
      return run(...given);
    },
    async askMore(task, given) {
      await pace.rest();
      return (more[task] as (...all: readonly unknown[]) => unknown)(...given);
    },
  };
  return { members: [member], close: async () => {} };
}

/** Memory of a thread: its heap, and buffers beside it. */
const THREAD_BYTES = 400 * 1_024 * 1_024;
const MOST_THREADS = 32;

/** As many threads as processors, as far as a third of the memory suffices. */
export const usualThreads = (): number =>
  Math.max(1, Math.min(availableParallelism(), MOST_THREADS, Math.floor(totalmem() / 3 / THREAD_BYTES)));

/** What a thread is told at its start: the part that it is, and what it makes the others of. */
export interface ThreadData<Setup> {
  readonly part: number;
  readonly parts: number;
  readonly setup: Setup;
}

/**
 * Starts threads, each with a script that calls `serveBatch`.
 *
 * @throws BatchThreadError, and what a thread throws at its start
 */
export async function startCrew<Content, Setup>(script: URL, threads: number, setup: Setup): Promise<Crew<Content>> {
  const started = Array.from({ length: threads }, (_, part) => new Thread(script, { part, parts: threads, setup }));
  const close = async () => {
    await Promise.all(started.map((thread) => thread.end()));
  };
  try {
    await Promise.all(started.map((thread) => thread.ready));
  } catch (error) {
    await close();
    throw error;
  }
  return { members: started as unknown as Member<Content>[], close };
}

/** What a thread says of an error that is for users. */
export type ToldError = Pick<EntityDataError, 'code' | 'message'> & { readonly hint: string | undefined };

export type ThreadAnswer = { readonly answer: unknown } | { readonly error: ToldError | unknown };

/** An error of a thread, with the code that it has there. */
class ToldByThreadError extends EntityDataError {
  readonly code: string;

  constructor({ code, message, hint }: ToldError) {
    super(message, { hint });
    this.code = code;
  }
}

class Thread {
  readonly ready: Promise<unknown>;
  private readonly worker: Worker;
  private waiting: PromiseWithResolvers<unknown> | undefined;
  private hasEnded = false;

  constructor(script: URL, workerData: ThreadData<unknown>) {
    this.worker = new Worker(script, { workerData, resourceLimits: { maxYoungGenerationSizeMb: 64 } });
    this.ready = once(this.worker, 'message').then(() => {
      this.worker.on('message', (message: ThreadAnswer) => this.settle(message));
    });
    this.ready.catch(() => {});
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', (code) => this.fail(new BatchThreadError(`a thread of the batch ended with code ${code}`)));
  }

  ask(task: string, given: readonly unknown[], moved: readonly TransferListItem[] = []): Promise<unknown> {
    if (this.hasEnded) return Promise.reject(new BatchThreadError('a thread of the batch has ended'));
    this.waiting = Promise.withResolvers();
    this.worker.postMessage({ task, given }, moved);
    return this.waiting.promise;
  }

  askMore(task: string, given: readonly unknown[]): Promise<unknown> {
    return this.ask(task, given);
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    await this.worker.terminate();
  }

  private settle(message: ThreadAnswer): void {
    const { waiting } = this;
    this.waiting = undefined;
    if ('error' in message)
      waiting?.reject(
        message.error instanceof Error ? message.error : new ToldByThreadError(message.error as ToldError),
      );
    else waiting?.resolve(message.answer);
  }

  private fail(error: unknown): void {
    this.hasEnded = true;
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}
