import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { YourDataState } from '../../../../../apps/console/app/your-data/state.ts';
import { firstRequest } from '../../../../../apps/service/your-data/read-request.ts';
import { YourData, type YourDataHost } from '../../../../../apps/service/your-data/your-data.ts';
import { makeDirectory } from '../../../../../src/make-directory.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const content = Buffer.from('id,name\n1,Ann\n2,Bob\n');
const fileNamed = (name: string, size = content.length) => ({ name, size, modified: 1 });

const home = temporaryDirectory('beforeEach');
const inFolder = (...names: readonly string[]) => home.path('your-data', ...names);
let opened: YourData[];
let replaced: string[];
let replaceFails: boolean;

beforeEach(() => {
  opened = [];
  replaced = [];
  replaceFails = false;
});
afterEach(async () => {
  for (const yourData of opened) await yourData.close();
});

function open(options: Partial<YourDataHost> = {}): YourData {
  const yourData = new YourData({
    home: home.path(),
    workerScript: join(import.meta.dirname, 'fake-worker.ts'),
    commandScript: '',
    currentCommand: () => 'start first',
    dataDirectory: () => join(replaced.at(-1) ?? 'first', 'data'),
    commandOf: (instance) => `start ${instance}`,
    isRunning: (instance) => replaced.at(-1) === instance,
    async replace(instance) {
      if (replaceFails) throw new Error('the port is taken');
      replaced.push(instance);
    },
    onFailure: () => {},
    ...options,
  });
  opened.push(yourData);
  return yourData;
}

async function give(yourData: YourData, name = 'good.csv'): Promise<void> {
  const { upload } = await yourData.begin(fileNamed(name));
  await yourData.receive(upload, 0, content);
}

/** The files of a page to which the reader has given one. */
async function openWith(name?: string): Promise<YourData> {
  const yourData = open();
  await give(yourData, name);
  return yourData;
}

/** The state when the work is done. */
async function stateOf(yourData: YourData): Promise<YourDataState> {
  await yourData.settled();
  return yourData.state();
}

async function designOf(yourData: YourData): Promise<string> {
  const state = await stateOf(yourData);
  if (state.step !== 'designed') throw new Error(`the step is ${state.step}`);
  return state.design;
}

/** Resolves when the work shows progress. */
async function underWay(yourData: YourData): Promise<void> {
  for (;;) {
    const state = await yourData.state();
    if ('progress' in state && state.progress.step === 'Staying') return;
    await new Promise(setImmediate);
  }
}

/** A load that stays under way. */
async function loading(): Promise<YourData> {
  const yourData = await openWith('stays at load.csv');
  await yourData.start(await designOf(yourData));
  await underWay(yourData);
  return yourData;
}

describe('a file of the reader', () => {
  it('is received part by part, then designed', async () => {
    const yourData = open();
    expect(await yourData.state()).toEqual({ step: 'empty' });

    const { upload } = await yourData.begin(fileNamed('../../evil.csv'));
    expect(await yourData.receive(upload, 0, content.subarray(0, 5))).toEqual({ upload, received: 5 });
    expect(await yourData.state()).toMatchObject({ step: 'receiving', received: 5 });
    await yourData.receive(upload, 5, content.subarray(5));
    const design = await designOf(yourData);

    expect(JSON.parse(await yourData.design(design))).toMatchObject({ rows: 2, goal: 'balanced' });
    expect(await readFile(inFolder('records'))).toEqual(content);
    expect((await readdir(home.path())).sort()).toEqual(['your-data']);
    expect((await stat(inFolder('records'))).mode & 0o077).toBe(0);
  });

  it('is told where to go on by a part that is not the next one', async () => {
    const yourData = open();
    const { upload } = await yourData.begin(fileNamed('good.csv'));
    await yourData.receive(upload, 0, content.subarray(0, 5));

    expect(await yourData.receive(upload, 0, content.subarray(0, 5))).toEqual({ upload, received: 5 });
    expect(await yourData.receive(upload, 9, content.subarray(9))).toEqual({ upload, received: 5 });
  });

  it('goes on from another page when it is chosen again, and no other file takes its place', async () => {
    const yourData = open();
    const file = fileNamed('good.csv');
    const { upload } = await yourData.begin(file);
    await yourData.receive(upload, 0, content.subarray(0, 5));

    expect(await yourData.begin(file)).toMatchObject({ upload, received: 5 });
    await expect(yourData.begin({ ...file, modified: 2 })).rejects.toMatchObject({ code: 'YOUR_DATA_BUSY' });
    await yourData.cancel();
    expect(await yourData.state()).toEqual({ step: 'empty' });
    await expect(yourData.receive(upload, 5, content.subarray(5))).rejects.toMatchObject({ code: 'YOUR_DATA_BUSY' });
  });

  it('is refused when it is empty, or longer than announced', async () => {
    const yourData = open();

    await expect(yourData.begin(fileNamed('a.csv', 0))).rejects.toMatchObject({
      code: 'YOUR_DATA_REQUEST_INVALID',
      message: 'a.csv is empty.',
    });
    const { upload } = await yourData.begin(fileNamed('a.csv', 3));
    await expect(yourData.receive(upload, 0, content)).rejects.toMatchObject({ code: 'YOUR_DATA_REQUEST_INVALID' });
  });

  it('is refused where the disk has no room for it', async () => {
    await expect(open().begin(fileNamed('a.csv', 2 ** 52))).rejects.toMatchObject({
      code: 'YOUR_DATA_STORAGE_UNUSABLE',
      message: 'The disk with the data directory has less space than the file needs.',
    });
  });

  it('is refused where its directory cannot be made', async () => {
    await home.write('your-data', '');

    await expect(open().state()).rejects.toMatchObject({ code: 'YOUR_DATA_STORAGE_UNUSABLE' });
  });
});

describe('a design', () => {
  it('that fails says why, and which columns there are', async () => {
    expect(await stateOf(await openWith('bad.csv'))).toMatchObject({
      step: 'undesigned',
      problem: { code: 'COLUMNS_INVALID', message: 'No header.', hint: 'Write one.' },
      columns: ['id', 'name'],
    });
  });

  it('is made again as the reader says, and stays if that fails', async () => {
    const yourData = await openWith();
    const first = await designOf(yourData);
    await yourData.redesign({ ...firstRequest, goal: 'precision' });
    const second = await designOf(yourData);
    await yourData.redesign({ ...firstRequest, goal: 'recall' });

    expect(await stateOf(yourData)).toMatchObject({
      step: 'designed',
      design: second,
      problem: { message: 'No header.' },
    });
    expect(JSON.parse(await yourData.design(second))).toMatchObject({ goal: 'precision' });
    await expect(yourData.design(first)).rejects.toMatchObject({ code: 'YOUR_DATA_BUSY' });
    await expect(yourData.start(first)).rejects.toMatchObject({ code: 'YOUR_DATA_BUSY' });
  });

  it('can be cancelled', async () => {
    const yourData = await openWith('stays at design.csv');
    await underWay(yourData);
    await expect(yourData.begin(fileNamed('b.csv', 1))).rejects.toMatchObject({ code: 'YOUR_DATA_BUSY' });
    await yourData.cancel();

    expect(await yourData.state()).toMatchObject({ step: 'undesigned', problem: { message: 'You cancelled it.' } });
    await yourData.discard();
    expect(await readdir(inFolder())).toEqual(expect.not.arrayContaining(['records', 'temporary']));
  });

  it('whose process ends without a result says so', async () => {
    expect(await stateOf(await openWith('dies at design.csv'))).toMatchObject({
      step: 'undesigned',
      problem: { code: 'YOUR_DATA_WORKER_ENDED', message: expect.stringContaining('exit code 3') },
    });
  });
});

describe('judging pairs', () => {
  /** Resolves when the process takes requests. */
  async function ready(yourData: YourData): Promise<void> {
    for (;;) {
      const state = await yourData.state();
      if (state.step !== 'judging' || state.isReady) return;
      await new Promise(setImmediate);
    }
  }

  async function judging(name?: string): Promise<{ yourData: YourData; design: string }> {
    const yourData = await openWith(name);
    const design = await designOf(yourData);
    await yourData.judge(design);
    await ready(yourData);
    return { yourData, design };
  }

  it('passes on what the reader does, and goes back to the same design', async () => {
    const { yourData, design } = await judging();

    expect(await yourData.label({ kind: 'view' })).toEqual({ asked: { kind: 'view' } });
    await expect(yourData.label({ kind: 'answer', pair: 'gone', answer: 'same' })).rejects.toMatchObject({
      problem: { code: 'LABEL_ANSWER_INVALID' },
    });
    await yourData.cancel();
    expect(await yourData.state()).toMatchObject({ step: 'designed', design, problem: undefined });
    await expect(yourData.label({ kind: 'view' })).rejects.toMatchObject({ code: 'YOUR_DATA_BUSY' });
  });

  it('changes the design by the answers, and keeps them for a later design', async () => {
    const { yourData, design } = await judging();
    await yourData.label({ kind: 'apply' });

    const changed = await designOf(yourData);
    expect(changed).not.toBe(design);
    expect(JSON.parse(await yourData.design(changed))).toMatchObject({
      threshold: 12,
      evidence: [{ title: 'name', agreement: 9, disagreement: -4 }],
      pairs: [],
      judged: { estimate: { judged: 10 } },
    });
    await home.write('your-data/design/labels.json', '[]');
    await yourData.redesign(firstRequest);
    await designOf(yourData);
    expect(await readdir(inFolder('design'))).toContain('labels.json');
  });

  it('that ends by itself says why', async () => {
    const { yourData } = await judging('dies at judge.csv');

    expect(await stateOf(yourData)).toMatchObject({ step: 'designed', problem: { code: 'YOUR_DATA_WORKER_ENDED' } });
  });

  it('is a design again after a restart of the service', async () => {
    const { yourData, design } = await judging();
    await yourData.close();
    const path = inFolder('state.json');
    const state = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...state, step: 'judging' }));

    expect(await open().state()).toMatchObject({ step: 'designed', design });
  });
});

describe('a start', () => {
  it('gives the file an instance of its own, each a new one', async () => {
    const yourData = open();
    for (const number of [1, 2]) {
      await give(yourData);
      await yourData.start(await designOf(yourData));
      const state = await stateOf(yourData);

      const directory = replaced.at(-1)!;
      expect(resolve(directory)).toBe(home.path('instances', String(number)));
      expect(state).toMatchObject({
        step: 'loaded',
        records: 2,
        instance: { directory, command: `start ${directory}`, formerCommand: 'start first' },
      });
      await yourData.discard();
      expect((await readdir(directory)).sort()).toEqual(['page.json', 'records', 'rule-config.json']);
    }
  });

  it('loads into the data of the instance that runs then, whatever other services run here', async () => {
    const yourData = await openWith('tells where.csv');
    await yourData.start(await designOf(yourData));

    expect(await stateOf(yourData)).toMatchObject({
      step: 'loaded',
      refusals: [{ reason: `into ${join(replaced.at(-1)!, 'data')}` }],
    });
  });

  it('that fails can be repeated', async () => {
    const yourData = await openWith();
    replaceFails = true;
    await yourData.start(await designOf(yourData));
    expect(await stateOf(yourData)).toMatchObject({ step: 'stopped', problem: { message: 'the port is taken' } });

    replaceFails = false;
    await yourData.resume();
    expect(await stateOf(yourData)).toMatchObject({ step: 'loaded' });
    expect(replaced).toHaveLength(1);
  });

  it('whose load is cancelled goes on without another start', async () => {
    const yourData = await loading();
    await yourData.cancel();

    expect(await yourData.state()).toMatchObject({ step: 'stopped', problem: { message: 'You cancelled it.' } });
    await yourData.resume();
    await underWay(yourData);
    expect(replaced).toHaveLength(1);
  });
});

describe('a service that is stopped in the middle', () => {
  const stopped = 'The service was stopped in the middle.';

  async function again(yourData: YourData): Promise<YourData> {
    await yourData.close();
    return open();
  }

  it('of an upload asks for the file again', async () => {
    const yourData = open();
    await yourData.begin(fileNamed('good.csv'));

    expect(await (await again(yourData)).state()).toMatchObject({
      step: 'empty',
      problem: { message: 'The service was stopped while it received good.csv.' },
    });
  });

  it('of a design has the file', async () => {
    const yourData = await openWith('stays at design.csv');
    await underWay(yourData);

    const next = await again(yourData);
    expect(await next.state()).toMatchObject({ step: 'undesigned', problem: { message: stopped } });
    await next.redesign(firstRequest);
    await underWay(next);
  });

  it('after a design has it', async () => {
    const yourData = await openWith();
    const design = await designOf(yourData);

    const next = await again(yourData);
    expect(await next.state()).toMatchObject({ step: 'designed', design });
    expect(JSON.parse(await next.design(design))).toMatchObject({ rows: 2 });
  });

  it('of a load goes on with it', async () => {
    const next = await again(await loading());

    expect(await next.state()).toMatchObject({ step: 'stopped', problem: { message: stopped } });
  });

  it('between the moves of a start finishes them', async () => {
    const yourData = await openWith();
    await designOf(yourData);
    await yourData.close();
    const instance = home.path('instances', '1');
    makeDirectory(instance);
    const state = {
      step: 'starting',
      file: fileNamed('good.csv'),
      instance: { directory: instance, command: '', formerCommand: '' },
      progress: { step: '' },
    };
    await home.write('your-data/state.json', JSON.stringify(state));

    expect(await open().state()).toMatchObject({ step: 'stopped' });
    expect((await readdir(instance)).sort()).toEqual(['page.json', 'records', 'rule-config.json']);
  });
});

describe('the files of the page', () => {
  it('belong to one service at a time, until its process ends', async () => {
    makeDirectory(inFolder());
    const owner = inFolder('owner.json');
    await writeFile(owner, JSON.stringify({ pid: process.ppid }));
    await expect(open().state()).rejects.toMatchObject({
      code: 'YOUR_DATA_BUSY',
      hint: expect.stringContaining(owner),
    });

    // No process has this id.
    await writeFile(owner, JSON.stringify({ pid: 2 ** 30 }));
    const yourData = open();
    expect(await yourData.state()).toEqual({ step: 'empty' });
    await yourData.close();
    expect(await readdir(inFolder())).not.toContain('owner.json');
  });
});
