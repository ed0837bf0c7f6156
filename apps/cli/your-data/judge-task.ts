import type {
  AppliedAnswers,
  LabelAsk,
  LabelRequest,
  WorkerMessage,
  WorkerTask,
} from '../../service/your-data/worker-protocol.ts';
import { InterruptedError } from '../interrupted.ts';
import { type LabelEstimate, LabelSession } from '../label/label-session.ts';
import type { ShownPair } from '../label/pair-view.ts';
import { problemOf } from './problem-of.ts';

type JudgeTask = Extract<WorkerTask, { readonly kind: 'judge' }>;

/** What the page shows: the pair to judge, and what the answers say so far. */
interface LabelView {
  /** Null if no other pair teaches anything. */
  readonly pair: (Omit<ShownPair, 'a' | 'b'> & { readonly ids: readonly unknown[] }) | null;
  readonly estimate: LabelEstimate;
}

/**
 * Shows pairs of a design and takes answers, until the service stops it. Each answer is saved at once.
 *
 * @throws what LabelSession.open throws; an interruption when it is stopped
 */
export async function runJudging(
  task: JudgeTask,
  signal: AbortSignal,
  send: (message: WorkerMessage) => Promise<void>,
): Promise<never> {
  const session = await LabelSession.open({
    directory: task.directory,
    file: task.file,
    signal,
    onProgress: (progress) => void send({ kind: 'progress', progress }),
  });
  // The session takes one call at a time.
  let turn: Promise<void> = Promise.resolve();
  process.on('message', (message) => {
    const { id, ask } = message as LabelRequest;
    turn = turn.then(async () => {
      try {
        await send({ kind: 'reply', id, result: await answerTo(session, ask) });
      } catch (error) {
        await send({ kind: 'reply', id, problem: problemOf(error, task) });
      }
    });
  });
  await send({ kind: 'ready' });
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await turn;
  throw new InterruptedError('interrupted');
}

async function answerTo(session: LabelSession, ask: LabelAsk): Promise<object> {
  if (ask.kind === 'apply') return applied(session);
  if (ask.kind === 'answer') await session.answer(ask.pair, ask.answer);
  if (ask.kind === 'undo') await session.undo();
  return viewOf(session);
}

function viewOf(session: LabelSession): LabelView {
  const next = session.nextPair();
  const estimate = session.estimate();
  if (next === undefined) return { pair: null, estimate };
  const { a, b, ...pair } = next;
  return { pair: { ...pair, ids: [a['id'], b['id']] }, estimate };
}

async function applied(session: LabelSession): Promise<AppliedAnswers> {
  const { changes } = await session.apply();
  const { threshold, weights, estimate, entities } = changes;
  return { threshold: threshold.to, weights, estimate, entities };
}
