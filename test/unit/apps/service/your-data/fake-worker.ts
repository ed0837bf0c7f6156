// Stands for the process that designs and loads. The name of the file says what becomes of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LabelRequest, WorkerMessage, WorkerTask } from '../../../../../apps/service/your-data/worker-protocol.ts';

const send = (message: WorkerMessage) => process.send?.(message);

function design(task: Extract<WorkerTask, { kind: 'design' }>): void {
  send({ kind: 'columns', columns: ['id', 'name'] });
  if (task.name === 'bad.csv' || task.request.goal === 'recall') {
    send({ kind: 'failed', problem: { code: 'COLUMNS_INVALID', message: 'No header.', hint: 'Write one.' } });
    return;
  }
  mkdirSync(task.directory);
  writeFileSync(join(task.directory, 'rule-config.json'), '{}');
  const evidence = [{ title: 'name', agreement: 7, disagreement: -3 }];
  send({ kind: 'done', result: { rows: 2, goal: task.request.goal, evidence } });
}

const applied = {
  threshold: 12,
  weights: [{ title: 'name', to: { agrees: 9, differs: -4 } }],
  estimate: { judged: 10 },
  entities: { count: 1, largest: 2, sampled: 2 },
};

function judge(): void {
  process.on('message', (message) => {
    const { id, ask } = message as LabelRequest;
    if (ask.kind === 'answer') {
      send({ kind: 'reply', id, problem: { code: 'LABEL_ANSWER_INVALID', message: 'There is no such pair.' } });
    } else send({ kind: 'reply', id, result: ask.kind === 'apply' ? applied : { asked: ask } });
  });
  process.once('SIGTERM', () => {
    send({ kind: 'failed', problem: { message: 'interrupted' } });
    process.disconnect();
  });
  send({ kind: 'ready' });
}

function work(task: WorkerTask): void {
  if (task.name === `dies at ${task.kind}.csv`) process.exit(3);
  if (task.name === `stays at ${task.kind}.csv`) {
    const timer = setInterval(() => {}, 1_000);
    process.once('SIGTERM', () => {
      clearInterval(timer);
      const result = { isComplete: false, records: 1, refused: 0, refusals: [] };
      send(task.kind === 'load' ? { kind: 'done', result } : { kind: 'failed', problem: { message: 'interrupted' } });
      process.disconnect();
    });
    send({ kind: 'progress', progress: { step: 'Staying', share: 0.5 } });
    return;
  }
  if (task.kind === 'judge') {
    judge();
    return;
  }
  if (task.kind === 'design') design(task);
  else {
    const refusals =
      task.name === 'tells where.csv' ? [{ line: 2, code: 'WHERE', reason: `into ${task.dataDirectory}` }] : [];
    send({ kind: 'done', result: { isComplete: true, records: 2, refused: refusals.length, refusals } });
  }
  process.disconnect();
}

process.once('message', (task) => work(task as WorkerTask));
