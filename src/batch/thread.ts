import { parentPort, workerData } from 'node:worker_threads';
import { EntityDataError } from '../errors.ts';
import type { MoreTasks, ThreadAnswer, ThreadData, ToldError } from './crew.ts';
import { BatchPart, type PartOptions } from './part.ts';

/** A message between threads keeps no class, and of an error no code and no hint. */
const toldError = ({ code, message, hint }: EntityDataError): ToldError => ({ code, message, hint });

/** What the script of a thread makes of what it is told. */
export interface Served<Content> {
  readonly options: Omit<PartOptions<Content>, 'part' | 'parts'>;
  readonly more?: (part: BatchPart<Content>) => MoreTasks;
}

/**
 * Serves one thread of a batch: each task that is sent gets one answer.
 *
 * @param make makes rules, reader and notes of what `startCrew` was given
 */
export async function serveBatch<Content, Setup>(
  make: (setup: Setup, part: number) => Served<Content> | Promise<Served<Content>>,
): Promise<void> {
  const { part: number, parts, setup } = workerData as ThreadData<Setup>;
  const { options, more } = await make(setup, number);
  const part = new BatchPart<Content>({ ...options, part: number, parts });
  const tasks: Record<string, (...given: never[]) => unknown> = {
    ...more?.(part),
    take: (content: Content, base: number) => part.take(content, base),
    close: () => part.close(),
    share: (...shared: Parameters<BatchPart<Content>['share']>) => part.share(...shared),
    judge: (bucket: number) => part.judge(bucket),
    beginGroups: (...shared: Parameters<BatchPart<Content>['beginGroups']>) => part.beginGroups(...shared),
    group: (bucket: number) => part.group(bucket),
  };
  parentPort!.on('message', ({ task, given }: { task: string; given: never[] }) => {
    let message: ThreadAnswer;
    try {
      message = { answer: tasks[task]!(...given) };
    } catch (error) {
      message = { error: error instanceof EntityDataError ? toldError(error) : error };
    }
    parentPort!.postMessage(message);
  });
  parentPort!.postMessage('ready');
}
