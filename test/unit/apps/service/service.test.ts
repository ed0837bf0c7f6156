import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  DataDirectoryError,
  forgetFormerRules,
  RulesChangedError,
  refuseOtherRules,
} from '../../../../apps/service/data-directory.ts';
import { withoutGuesses } from '../../../../apps/service/designed-rules.ts';
import {
  enterService,
  findRunningServices,
  type ServiceDescription,
} from '../../../../apps/service/running-services.ts';
import {
  type MetricsSummary,
  type RuleChangeWorkerOptions,
  startMetricsLog,
  startRuleChangeWorker,
  startStatisticsWorker,
  startSweeper,
  summaryOf,
} from '../../../../apps/service/workers.ts';
import type { RuleChangeState, RuleChangeStatus } from '../../../../src/entities/rule-changes/types.ts';
import { documentName } from '../../../../src/entities/rule-changes/versions/documents.ts';
import { compileRuleConfig } from '../../../../src/rules/compile/compile.ts';
import type { Finding } from '../../../../src/rules/document/types.ts';
import { createMeter } from '../../../../src/runtime/metrics/meter.ts';
import { digest } from '../../../../src/text/digest.ts';
import { deployedPeople, edits } from '../../../setup/edited-people.ts';
import { type LocalServer, listenLocally } from '../../../setup/local-server.ts';
import { temporaryDirectory } from '../../../setup/temporary-directory.ts';
import { FakeRuleChanges, steady } from '../../functions/api/fake-rule-changes.ts';

const directory = temporaryDirectory('beforeEach');

describe('data of a release that kept the fingerprint of its rules in a file', () => {
  const partsOf = (edit?: Parameters<typeof deployedPeople>[0]) => compileRuleConfig(deployedPeople(edit).config).parts;
  /** As that release computed it. */
  function fingerprintOf({ plans, pipeline }: ReturnType<typeof partsOf>): string {
    const meanings = plans.map(({ signature, exact, carried }) => [
      signature,
      exact,
      carried.map((position) => pipeline.outputs[position]!.meaning),
    ]);
    return digest(meanings.sort(([a], [b]) => (a! < b! ? -1 : 1)));
  }

  it('go on with these rules only, and then without the file', async () => {
    await writeFile(directory.path('rules.json'), JSON.stringify({ fingerprint: fingerprintOf(partsOf()) }));

    await refuseOtherRules(directory.path(), partsOf(), 'rules.json');
    await expect(refuseOtherRules(directory.path(), partsOf(edits.relaxed), 'rules.json')).rejects.toThrow(
      RulesChangedError,
    );

    await forgetFormerRules(directory.path());
    expect(await readdir(directory.path())).toEqual([]);
    await refuseOtherRules(directory.path(), partsOf(edits.relaxed), 'rules.json');
  });

  it('say what to do when the file cannot be read', async () => {
    await writeFile(directory.path('rules.json'), '{');

    const refusing = refuseOtherRules(directory.path(), partsOf(), 'rules.json');

    await expect(refusing).rejects.toThrow(DataDirectoryError);
    await expect(refusing).rejects.toMatchObject({ hint: expect.stringContaining('Take it away if the rule-config') });
  });
});

const servers: LocalServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const at = (port: number): ServiceDescription => ({
  apiUrl: `http://127.0.0.1:${port}/`,
  tokenUrl: `http://127.0.0.1:${port}/oauth2/token`,
  mcpUrl: `http://127.0.0.1:${port}/mcp`,
  consoleUrl: `http://127.0.0.1:${port}/?token=c`,
  clientId: 'a',
  clientSecret: 'b',
  dataDirectory: '/data',
});

const newestIn = async (place: string): Promise<ServiceDescription | undefined> =>
  (await findRunningServices(place))[0];

async function listening(): Promise<ServiceDescription> {
  const server = await listenLocally(createServer((socket) => socket.end()));
  servers.push(server);
  return at(server.port);
}

/** An entry as a process that was killed leaves it. */
async function leaveEntry(pid: number, service: ServiceDescription): Promise<void> {
  const entry = { pid, started: Date.now() + 60_000, ...service };
  await mkdir(directory.path('services'), { recursive: true });
  await directory.write(`services/${pid}-1.json`, JSON.stringify(entry));
}

const endedProcess = () => spawnSync(process.execPath, ['-e', '0']).pid;

describe('findRunningServices', () => {
  it('finds none where none was started', async () => {
    expect(await newestIn(directory.path('none'))).toBeUndefined();
  });

  it('finds all services, the one that started last first', async () => {
    const [former, latter] = [await listening(), await listening()];
    await enterService(directory.path(), latter, 2);
    await enterService(directory.path(), former, 1);

    expect(await findRunningServices(directory.path())).toEqual([latter, former]);
  });

  it('tells which instance a service runs', async () => {
    await enterService(directory.path(), { ...(await listening()), instanceDirectory: '/shop' });

    expect((await newestIn(directory.path()))?.instanceDirectory).toBe('/shop');
  });

  it('finds the other one when the service that started last has ended', async () => {
    const [former, latter] = [await listening(), await listening()];
    await enterService(directory.path(), former, 1);
    const entry = await enterService(directory.path(), latter, 2);

    await entry.remove();

    expect(await newestIn(directory.path())).toEqual(former);
  });

  /** Looks for a service where another entry is, before and after the service begins. */
  async function expectCleared(service: ServiceDescription): Promise<void> {
    expect(await newestIn(directory.path())).toBeUndefined();

    await enterService(directory.path(), service);
    expect(await readdir(directory.path('services'))).toHaveLength(1);
    expect(await newestIn(directory.path())).toEqual(service);
  }

  it('heeds no entry of a process that was killed, and clears it away at the next start', async () => {
    const service = await listening();
    await leaveEntry(endedProcess(), service);

    await expectCleared(service);
  });

  it('heeds no entry whose number the system gave to another process', async () => {
    const service = await listening();
    await servers.pop()!.stop();
    await leaveEntry(process.pid, service);

    expect(await newestIn(directory.path())).toBeUndefined();
  });

  it.each(['{"pid":', 'null', '[]'])('heeds no damaged entry such as %s, and clears it away', async (text) => {
    await mkdir(directory.path('services'));
    await directory.write('services/damaged.json', text);

    await expectCleared(await listening());
  });
});

/** A clock that only turns move on. */
class TurnClock {
  time = 0;
  readonly now = () => this.time;
}

/** Changes that have these states after their turns, each of which takes so many milliseconds. */
function changesOf(clock: TurnClock, turn: number, ...states: RuleChangeState[]): FakeRuleChanges {
  const changes = new FakeRuleChanges();
  changes.work = async (milliseconds) => {
    changes.asked.push(`work ${milliseconds}`);
    clock.time += turn;
    changes.current = { ...steady, state: states.shift() ?? 'STEADY' };
  };
  return changes;
}

/** A worker whose turns a test awaits. */
const startWorker = (ruleChanges: FakeRuleChanges, options: Partial<RuleChangeWorkerOptions>) =>
  startRuleChangeWorker({ ruleChanges, interval: 3_600_000, onStatus: () => {}, onFailure: () => {}, ...options });

/** Runs a worker until a turn leaves nothing to do. */
async function untilIdle(clock: TurnClock, changes: FakeRuleChanges) {
  const statuses: RuleChangeStatus[] = [];
  const pauses: number[] = [];
  const idle = Promise.withResolvers<void>();
  const worker = startWorker(changes, {
    onStatus: (status) => {
      statuses.push(status);
      if (status.state !== 'RUNNING') idle.resolve();
    },
    onFailure: idle.reject,
    now: clock.now,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  await idle.promise;
  await worker.stop();
  return { statuses, pauses };
}

describe('the worker of changes of the rules', () => {
  it('works in turns, between which it only lets the event loop go on', async () => {
    const clock = new TurnClock();
    const changes = changesOf(clock, 500, 'RUNNING', 'RUNNING', 'HELD');

    const { statuses, pauses } = await untilIdle(clock, changes);

    expect(changes.asked.filter((question) => question.startsWith('work'))).toEqual(Array(3).fill('work 500'));
    expect(statuses.map(({ state }) => state)).toEqual(['RUNNING', 'RUNNING', 'HELD']);
    expect(pauses).toEqual([0, 0]);
  });

  it('rests after a turn that ended early, because the change waits', async () => {
    const clock = new TurnClock();

    expect((await untilIdle(clock, changesOf(clock, 3, 'RUNNING', 'HELD'))).pauses).toEqual([100]);
  });

  it.each([500, 0])('lets timers have their turn while turns of %d ms await nothing', async (turn) => {
    const clock = new TurnClock();
    const changes = new FakeRuleChanges();
    changes.current = { ...steady, state: 'RUNNING' };
    let turns = 0;
    changes.work = async () => {
      clock.time += turn;
      turns += 1;
      // A worker that never yields would otherwise hold the process for ever.
      if (turns > 10_000) changes.current = steady;
    };
    const worker = startWorker(changes, { now: clock.now });

    await new Promise((resolve) => setTimeout(resolve, 0));
    const turnsBefore = turns;
    changes.current = steady;
    await worker.stop();

    expect(turnsBefore).toBeLessThan(100);
  });

  it.each(['STEADY', 'PAUSED', 'FAILED'] as const)(
    'waits for the next interval while a change is %s',
    async (state) => {
      const clock = new TurnClock();

      expect((await untilIdle(clock, changesOf(clock, 500, state))).pauses).toEqual([]);
    },
  );

  it('begins no turn after it is stopped', async () => {
    const changes = changesOf(new TurnClock(), 500, 'RUNNING', 'RUNNING');
    const resting = Promise.withResolvers<void>();
    const rested = Promise.withResolvers<void>();
    const worker = startWorker(changes, {
      pause: () => {
        resting.resolve();
        return rested.promise;
      },
    });
    await resting.promise;

    const stopped = worker.stop();
    rested.resolve();
    await stopped;

    expect(changes.asked).toEqual(['work 500', 'status']);
  });

  it('tells of a failure', async () => {
    const failed = Promise.withResolvers<unknown>();
    const changes = new FakeRuleChanges();
    changes.failure = new Error('busy');
    const worker = startWorker(changes, { onFailure: failed.resolve });

    expect(await failed.promise).toEqual(new Error('busy'));
    await worker.stop();
  });
});

/** Runs a worker over a scan of three turns, in each of which so many requests come. */
async function pausesOf(requestsOfTurn: number): Promise<number[]> {
  const pauses: number[] = [];
  const idle = Promise.withResolvers<void>();
  let [turns, requests] = [0, 0];
  const worker = startStatisticsWorker({
    resolution: {
      workOnStatistics: async (milliseconds) => {
        expect(milliseconds).toBe(1_000);
        requests += requestsOfTurn;
        turns += 1;
        if (turns === 3) idle.resolve();
        return turns < 3;
      },
    },
    requests: () => requests,
    interval: 3_600_000,
    onFailure: idle.reject,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  await idle.promise;
  await worker.stop();
  return pauses;
}

describe('the worker of statistics', () => {
  it('rests between turns while requests come', async () => {
    expect(await pausesOf(1)).toEqual([1_000, 1_000]);
  });

  it('only lets others have their turn while none come', async () => {
    expect(await pausesOf(0)).toEqual([0, 0]);
  });
});

describe('startSweeper', () => {
  it('sweeps at once and then again, also after a failure', async () => {
    let count = 0;
    const failures: unknown[] = [];
    const sweptAgain = Promise.withResolvers<void>();
    const sweep = async () => {
      if (++count === 1) throw new Error('busy');
      sweptAgain.resolve();
      return 0;
    };

    startSweeper({ resolution: { sweep }, interval: 1, onFailure: (cause) => failures.push(cause) });
    await sweptAgain.promise;

    expect(failures).toEqual([new Error('busy')]);
  });

  it('waits for the sweep under way when it is stopped', async () => {
    const underWay = Promise.withResolvers<number>();
    const resolution = { sweep: () => underWay.promise };
    const sweeper = startSweeper({ resolution, interval: 1, onFailure: () => {} });

    const stopped = sweeper.stop().then(() => 'stopped');
    const first = await Promise.race([stopped, nextTurn('under way')]);
    underWay.resolve(0);

    expect([first, await stopped]).toEqual(['under way', 'stopped']);
  });
});

describe('the log of metrics', () => {
  it('shows the numbers that a deployment sends, under the same names', () => {
    const meter = createMeter();
    meter.record('Records', 2, 'CREATED');
    meter.record('Records', 1, 'DUPLICATE');
    meter.record('Merges', 1);
    for (const milliseconds of [1, 2, 6]) meter.record('RequestDuration', milliseconds, 'submit');

    expect(summaryOf(meter.take())).toEqual({
      Records: { CREATED: 2, DUPLICATE: 1 },
      Merges: 1,
      RequestDuration: { submit: { count: 3, mean: 3, max: 6 } },
    });
  });

  it('tells at the end what was not yet told, and nothing when nothing happened', () => {
    const told: MetricsSummary[] = [];
    const meter = createMeter();
    const log = startMetricsLog({ meter, interval: 3_600_000, tell: (summary) => told.push(summary) });
    meter.record('Splits', 2);

    log.stop();
    log.stop();

    expect(told).toEqual([{ Splits: 2 }]);
  });
});

describe('withoutGuesses', () => {
  const finding = (code: string): Finding => ({ severity: 'warning', code, message: '', pointer: '', hint: '' });
  const warnings = [finding('HUB_KEY'), finding('UNUSED_PART')];

  it('leaves out what the linter guesses of exactly the rules that a design wrote', async () => {
    const file = directory.path('rule-config.json');
    await directory.write('design.json', JSON.stringify({ version: 1, rules: documentName('{}') }));

    expect(withoutGuesses(warnings, '{}', file)).toEqual([finding('UNUSED_PART')]);
    expect(withoutGuesses(warnings, '{ }', file)).toEqual(warnings);
  });

  it.each(['{"version":1}', 'no JSON'])('keeps every warning beside a design.json of %s', async (text) => {
    await directory.write('design.json', text);

    expect(withoutGuesses(warnings, '{}', directory.path('rule-config.json'))).toEqual(warnings);
    expect(withoutGuesses(warnings, '{}', directory.path('elsewhere', 'rule-config.json'))).toEqual(warnings);
  });
});
