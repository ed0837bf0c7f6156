import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../src/entities/operations.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store } from '../../src/store/port.ts';
import type { Acknowledged, ChangeOrders } from '../setup/change-process.ts';
import { componentOf } from '../setup/component.ts';
import { requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { startFaultyDynamoDB } from '../setup/faulty-dynamodb.ts';
import { itWith } from '../setup/requirement.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';

const SCRIPT = fileURLToPath(new URL('../setup/change-process.ts', import.meta.url));
const ROUNDS = 4;
const PROCESSES = 3;
const ANSWERS = 15;

/** What is known of each record: the last content acknowledged, and whether something was begun after it. */
type Known = Map<string, { content: Acknowledged['content'] | undefined; open: boolean }>;

/** Runs processes until one of them has answered often enough, and kills all at once in the middle of their work. */
async function runAndKill(orders: readonly ChangeOrders[], known: Known): Promise<void> {
  const children: ChildProcess[] = orders.map((order) =>
    fork(SCRIPT, [JSON.stringify(order)], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  // Not before everything has come that they told.
  const ends = children.map((child) => once(child, 'close'));
  await new Promise<void>((enough, fail) => {
    for (const child of children) {
      let answers = 0;
      child.on('message', ({ id, content, begin }: Acknowledged & { begin?: true }) => {
        if (begin === true) known.set(id, { content: known.get(id)?.content, open: true });
        else {
          known.set(id, { content, open: false });
          answers += 1;
          if (answers === ANSWERS) enough();
        }
      });
      child.once('exit', (code) => code !== null && fail(new Error(`a process ended by itself with ${code}`)));
    }
  });
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(ends);
}

async function checkAfterwards(store: Store, known: Known): Promise<void> {
  const resolution = createResolution({ store, rules: toyRules, lockTime: 0, now: () => Date.now() + 3_600_000 });
  await resolution.sweep();
  const stored = new Map<string, Record<string, unknown>>();
  const members = new Map<string, string[]>();
  for (const [id, { content, open }] of known) {
    const view = await resolution.entityByRecord(id);
    const record = view?.records.find((one) => one['id'] === id);
    if (open) known.set(id, { content: record ?? null, open: false });
    else expect(record ?? null).toEqual(content ?? null);
    if (record === undefined) continue;
    stored.set(id, record);
    members.set(id, view!.records.map((one) => one['id'] as string).sort());
  }
  for (const [id, list] of members) {
    const component = componentOf(id, [...members.keys()], (a, b) => toyLinked(stored.get(a)!, stored.get(b)!));
    expect(list).toEqual([...component].sort());
  }
  const metrics = await resolution.metrics();
  expect(metrics.recordCount).toBe(stored.size);
  expect(metrics.entityCount).toBe(new Set([...members.values()].map((list) => list.join())).size);
  expect(metrics.oldestUnfinished).toBeNull();
}

/** @param settled resolves when what the dead processes had sent has arrived, which a real sweeper knows by its age */
async function killRepeatedly(
  where: Partial<ChangeOrders>,
  open: () => Promise<Store>,
  settled: () => Promise<void> = async () => {},
): Promise<void> {
  const known: Known = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    const orders = Array.from({ length: PROCESSES }, (_, index) => {
      return { ...where, prefix: `p${index}-`, seed: round * PROCESSES + index + 1 };
    });
    await runAndKill(orders, known);
    await settled();
    const store = await open();
    try {
      await checkAfterwards(store, known);
    } finally {
      await store.close();
    }
  }
}

const dynamoDB = await requireDynamoDB();

describe('processes killed while they change what is stored', () => {
  it('lose nothing acknowledged and leave whole entities in one directory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'entity-data-kill-'));
    try {
      await killRepeatedly({ directory }, () => openEmbeddedStore({ directory }));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  itWith('lose nothing acknowledged and leave whole entities in one DynamoDB table', dynamoDB, async (server) => {
    const between = await startFaultyDynamoDB(server.endpoint, (answer) => answer);
    const tableName = `kill-${process.pid}`;
    const dynamodb = server.connect();
    try {
      await server.createTable(tableName);
      await killRepeatedly(
        { endpoint: between.url, tableName },
        async () => createDynamoDBStore({ tableName, dynamodb }),
        between.settled,
      );
    } finally {
      dynamodb.close();
      await between.stop();
      await server.stop();
    }
  });
});
