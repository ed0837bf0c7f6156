import { setEnvironmentData } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import {
  createToolWorkers,
  type ToolCalls,
  type ToolWorkersOptions,
} from '../../../../../functions/guidance/workers/tool-workers.ts';
import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../../../../src/guidance/tools/toolbox.ts';
import { PATIENCE } from '../guidance.ts';
import type { Gate } from './odd-worker.ts';

const opened: ToolCalls[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((calls) => calls.close()));
});

function workers(options: Partial<ToolWorkersOptions> = {}): ToolCalls {
  const calls = createToolWorkers({
    serviceIdentifier: 'svc',
    script: new URL('./odd-worker.ts', import.meta.url),
    timeLimit: PATIENCE,
    ...options,
  });
  opened.push(calls);
  return calls;
}

const inTime = () => performance.now() + PATIENCE;

/** A gate that threads see which start from now on. */
function gate(): Gate {
  const made = { begun: new Int32Array(new SharedArrayBuffer(4)), open: new Int32Array(new SharedArrayBuffer(4)) };
  setEnvironmentData('gate', made as never);
  return made;
}

/** Resolves when so many calls stand at the gate. */
async function begun({ begun: count }: Gate, calls: number): Promise<void> {
  for (let now = Atomics.load(count, 0); now < calls; now = Atomics.load(count, 0)) {
    await Atomics.waitAsync(count, 0, now).value;
  }
}

function open({ open: bar }: Gate): void {
  Atomics.store(bar, 0, 1);
  Atomics.notify(bar, 0);
}

describe('a call in a worker', () => {
  it.each(['endless', 'stubborn'])(
    'is cut off when the time of its request is over while it is %s, and the next one is made',
    async (name) => {
      const calls = workers();

      const { outcome, result } = await calls.call(name, {}, performance.now() + 50);
      const next = await calls.call('quick', {}, inTime());

      expect(outcome).toBe('out-of-time');
      expect(result).toMatchObject({ isError: true });
      expect(result.content[0]!.text).toMatch(
        /longer than \d+ ms and was cut off.* Try again with less: a smaller document/,
      );
      expect(next.outcome).toBe('ok');
    },
  );

  it('is cut off at the limit of a call, also when its request has more time', async () => {
    const { outcome, result } = await workers({ timeLimit: 50 }).call('endless', {}, inTime());

    expect(outcome).toBe('out-of-time');
    expect(result.content[0]!.text).toContain('longer than 50 ms');
  });

  it('that takes too much memory ends alone, and the next one is made', async () => {
    const calls = workers({ memory: 64 });

    const { outcome, result } = await calls.call('greedy', {}, inTime());
    const next = await calls.call('quick', {}, inTime());

    expect(outcome).toBe('out-of-memory');
    expect(result.content[0]!.text).toMatch(/64 MB.* Try again with less/);
    expect(next.outcome).toBe('ok');
  });

  it.each([
    ['that ends its thread', 'leaving'],
    ['that throws beyond the toolbox', 'throwing'],
  ])('%s is a failure of the server, and the next one is made', async (_what, name) => {
    const calls = workers();

    const failed = await calls.call(name, {}, inTime());
    const next = await calls.call('quick', {}, inTime());

    expect(failed).toMatchObject({ outcome: 'failed', result: { isError: true }, place: expect.any(String) });
    expect(JSON.stringify(failed)).not.toContain('secret');
    expect(next.outcome).toBe('ok');
  });

  it('is a failure of the server when no thread can be started', async () => {
    const calls = workers({ script: new URL('./broken-worker.ts', import.meta.url) });

    expect(await calls.call('quick', {}, inTime())).toMatchObject({ outcome: 'failed' });
  });

  it('sees nothing of the environment', async () => {
    const { result } = await workers().call('environment', {}, inTime());

    expect(result.content[0]!.text).toBe('[]');
  });
});

describe('the workers of the server', () => {
  const calls = createToolWorkers({ serviceIdentifier: 'svc', timeLimit: PATIENCE });

  afterAll(() => calls.close());

  it.each(tools.map(({ name, examples: [example] }) => [name, example!.arguments] as const))(
    'answer a call of %s as the toolbox does',
    async (name, args) => {
      const called = await calls.call(name, args, inTime());

      expect(called).toEqual(createToolbox(tools, { serviceIdentifier: 'svc' }).call(name, args));
    },
  );
});

describe('a call that the memory of its worker is too small for', () => {
  const calls = createToolWorkers({ serviceIdentifier: 'svc', timeLimit: PATIENCE, memory: 48 });

  afterAll(() => calls.close());

  it.each([
    ['numbers', `[${'1,'.repeat(1_900_000)}1]`],
    ['lists', `[${'[],'.repeat(1_300_000)}[]]`],
    ['names', `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ])('ends alone with 4 MB of %s', async (_what, recordA) => {
    const example = tools.find(({ name }) => name === 'svc_simulate_match')!.examples[0]!.arguments;

    const { outcome } = await calls.call('svc_simulate_match', { ...example, recordA }, inTime());
    const next = await calls.call('svc_simulate_match', example, inTime());

    expect(['out-of-memory', 'refused']).toContain(outcome);
    expect(next.outcome).toBe('ok');
  });
});

describe('calls beyond the workers', () => {
  it('wait: no more of them run than there are threads', async () => {
    const calls = workers({ threads: 2 });
    const held = gate();

    const all = Array.from({ length: 5 }, () => calls.call('gate', {}, inTime()));
    await begun(held, 2);
    const running = Atomics.load(held.begun, 0);
    open(held);
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome);

    expect(running).toBe(2);
    expect(outcomes).toEqual(Array(5).fill('ok'));
  });

  it('are refused when as many wait as may, with the word to try again', async () => {
    const calls = workers({ threads: 1, mostWaiting: 2 });
    const held = gate();

    const taken = Array.from({ length: 3 }, () => calls.call('gate', {}, inTime()));
    const refused = await calls.call('gate', {}, inTime());
    open(held);

    expect(refused).toMatchObject({ outcome: 'busy', result: { isError: true } });
    expect(refused.result.content[0]!.text).toMatch(/busy: 1 calls are running and 2 wait.* Try again/);
    expect((await Promise.all(taken)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
  });

  it('are not made when the time of their request is over before a thread is free', async () => {
    const calls = workers();
    const held = gate();

    const first = calls.call('gate', {}, inTime());
    await begun(held, 1);
    const late = await calls.call('gate', {}, performance.now() + 20);
    open(held);
    await first;

    expect(late.outcome).toBe('busy');
    expect(Atomics.load(held.begun, 0)).toBe(1);
  });

  it('and those that run end when the server is stopped', async () => {
    const calls = workers();
    const held = gate();

    const taken = [calls.call('gate', {}, inTime()), calls.call('gate', {}, inTime())];
    await begun(held, 1);
    await calls.close();
    const all = await Promise.all([...taken, calls.call('quick', {}, inTime())]);

    expect(all.map(({ outcome }) => outcome)).toEqual(['busy', 'busy', 'busy']);
  });
});
