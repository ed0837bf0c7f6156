import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cutParts } from '../../../../../apps/cli/bulk/cut-parts.ts';
import { type Bucket, openS3Bucket } from '../../../../../apps/cli/bulk/s3-bucket.ts';
import { findServiceErrors, locateRefused } from '../../../../../apps/cli/bulk/service-errors.ts';
import {
  type BulkState,
  bulkStatePath,
  loadNames,
  newLoadName,
  readBulkState,
  readTarget,
  writeBulkState,
} from '../../../../../apps/cli/bulk/target.ts';
import { awaitLoad, upload } from '../../../../../apps/cli/bulk/upload.ts';
import type { GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { objectReaderOf, readJsonLines } from '../../../../../apps/cli/files/jsonl-records.ts';
import { fileStart } from '../../../../../apps/cli/files/source-record.ts';
import type { RefusedRecord } from '../../../../../apps/cli/load/errors-file.ts';
import { removeStateFile } from '../../../../../apps/cli/load/state-file.ts';
import type { ServiceProgress } from '../../../../../src/graphql/queries/metrics.generated.ts';
import { allOf } from '../../../../setup/all-of.ts';
import { listenLocally } from '../../../../setup/local-server.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

/** Resolves when unreachable objects have been collected. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // A WeakRef holds what it was made for until the turn ends.
  await nextTurn();
  collect();
}

class MemoryBucket implements Bucket {
  readonly objects = new Map<string, string>();
  readonly puts: string[] = [];
  failAt: string | undefined;

  async put(key: string, content: string | Buffer): Promise<void> {
    if (key === this.failAt) throw new Error('no network');
    this.puts.push(key);
    this.objects.set(key, content.toString());
  }
  async list(prefix: string): Promise<string[]> {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
  async get(key: string): Promise<string> {
    return this.objects.get(key)!;
  }
}

const directory = temporaryDirectory('beforeEach');
const file = () => directory.path('people.jsonl');

const names = loadNames({ bucket: 'b', folder: 'crm/' }, 'monday');
const beginning: BulkState = { ...fileStart, parts: 0, records: 0, refused: 0, isUploaded: false, load: 'monday' };

async function writeLines(lines: readonly string[]): Promise<string> {
  const text = lines.map((line) => `${line}\n`).join('');
  await writeFile(file(), text);
  return text;
}
const cut = (from: BulkState, maxBytes: number) =>
  cutParts(readJsonLines(file(), from, objectReaderOf({})), from, maxBytes);
const person = (index: number) => JSON.stringify({ id: `p-${String(index).padStart(3, '0')}` });
const people = (count: number) => Array.from({ length: count }, (_, index) => person(index));
/** Nine people, and a line that is no record behind the first. */
const withBroken = people(10).slice(1).toSpliced(1, 0, '{broken');

describe('readTarget', () => {
  it.each([
    ['s3://my-bucket', { bucket: 'my-bucket', folder: '' }],
    ['s3://my-bucket/loads', { bucket: 'my-bucket', folder: '' }],
    ['s3://my-bucket/loads/', { bucket: 'my-bucket', folder: '' }],
    ['s3://my-bucket/loads/crm/day=1', { bucket: 'my-bucket', folder: 'crm/day=1/' }],
  ])('reads %s', (text, target) => {
    expect(readTarget(text)).toEqual(target);
  });

  it.each([
    'my-bucket',
    'https://x',
    's3://',
    's3://B',
    's3://my-bucket/errors',
    's3://my-bucket/loads//a',
    's3://my-bucket/loads/a b',
  ])('refuses %s', (text) => {
    expect(() => readTarget(text)).toThrow(expect.objectContaining({ code: 'BULK_TARGET_INVALID' }));
  });
});

describe('the names of a load', () => {
  it('says when and what, and reads its own errors', () => {
    expect(newLoadName('/data/my people.csv', new Date('2026-01-31T12:30:00.5Z'), 'abc')).toBe(
      '20260131T123000Z-my_people.csv-abc',
    );
    expect(names.part(7)).toBe('loads/crm/monday/part-000007.jsonl');
    expect(names.readErrorsKey('errors/crm/monday/part-000007.jsonl.0001001.errors.jsonl')).toEqual({
      part: 7,
      isReport: false,
    });
    expect(names.readErrorsKey('errors/crm/monday/part-000007.jsonl.report.json')).toEqual({ part: 7, isReport: true });
    expect(names.readErrorsKey('errors/crm/tuesday/part-000007.jsonl.report.json')).toBeUndefined();
  });
});

describe('cutParts', () => {
  it('cuts records into parts that are no larger than asked for', async () => {
    const text = await writeLines(people(10));

    const parts = await allOf(cut(beginning, 48));

    expect(parts.map(({ number, lines }) => [number, lines])).toEqual([
      [1, [1, 2, 3]],
      [2, [4, 5, 6]],
      [3, [7, 8, 9]],
      [4, [10]],
    ]);
    expect(parts.every(({ text }) => text.length <= 48)).toBe(true);
    expect(parts.map((part) => part.text.toString()).join('')).toBe(text);
  });

  it('cuts no part of more records than one call of the function stores', async () => {
    await writeLines(people(20_000));

    const parts = await allOf(cut(beginning, 4 * 1024 * 1024));

    expect(parts.map(({ lines }) => lines.length)).toEqual([15_000, 5_000]);
  });

  it('cuts the same parts wherever it begins', async () => {
    await writeLines(people(200).map((line, index) => (index % 7 === 3 ? '{broken' : line)));
    const whole = await allOf(cut(beginning, 100));

    for (const [index, part] of whole.entries()) {
      const parts = part.lines.length > 0 ? part.number : part.number - 1;
      expect(await allOf(cut({ ...beginning, ...part.end, parts }, 100))).toEqual(whole.slice(index + 1));
    }
  });

  it('keeps what is no record apart, with its line, also what nests deeper than the service reads', async () => {
    await writeLines([
      person(1),
      '{broken',
      '',
      '{"name": "without id"}',
      `{"id":"deep","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      person(2),
      JSON.stringify({ id: 'x', a: 'y'.repeat(99) }),
    ]);

    const [part, ...others] = await allOf(cut(beginning, 64));

    expect(others).toEqual([]);
    expect(part!.lines).toEqual([1, 6]);
    expect(part!.refused.map(({ line, code }) => [line, code])).toEqual([
      [2, 'UNREADABLE'],
      [4, 'RECORD_ID_MISSING'],
      [5, 'UNREADABLE'],
      [7, 'RECORD_TOO_LARGE'],
    ]);
  });

  it('does not hold a file of nothing but broken lines in memory', async () => {
    await writeLines(Array(2_500).fill('{broken'));

    const parts = await allOf(cut(beginning, 64));

    expect(parts.map(({ number, refused }) => [number, refused.length])).toEqual([
      [1, 1_000],
      [1, 1_000],
      [1, 500],
    ]);
  });
});

describe('upload', () => {
  async function run(bucket: MemoryBucket, from = beginning) {
    const refused: RefusedRecord[] = [];
    const states: BulkState[] = [];
    const text = await writeLines(withBroken);
    const options = { names, size: text.length, concurrency: 3, from, parts: cut(from, 48), bucket };
    const end = await upload({
      ...options,
      refuse: async (more) => void refused.push(...more),
      onProgress: (state) => states.push(state),
    }).catch((error: Error) => error);
    return { end, refused, states };
  }

  it('uploads every part, announces an estimate first and the truth last', async () => {
    const bucket = new MemoryBucket();

    const { end, refused } = await run(bucket);

    expect(end).toMatchObject({ parts: 3, records: 9, refused: 1, isUploaded: true });
    expect(refused.map(({ line }) => line)).toEqual([2]);
    expect(bucket.puts[0]).toBe(names.manifest);
    expect(bucket.puts.at(-1)).toBe(names.manifest);
    expect(JSON.parse(bucket.objects.get(names.manifest)!)).toEqual({ format: 1, records: 9, parts: 3, final: true });
    expect([...bucket.objects.keys()].sort()).toEqual([names.manifest, names.part(1), names.part(2), names.part(3)]);
  });

  it('lets go of a part that is uploaded, also when one before it is still under way', async () => {
    const text = await writeLines(people(40));
    const texts: WeakRef<Buffer>[] = [];
    const first = Promise.withResolvers<void>();
    const kept = Promise.withResolvers<number>();
    async function* parts() {
      for await (const part of cut(beginning, 48)) {
        texts.push(new WeakRef(part.text));
        yield part;
      }
      // Everything but the first part is uploaded by now.
      await collectGarbage();
      kept.resolve(texts.filter((one) => one.deref() !== undefined).length);
      first.resolve();
    }
    const slow = Object.assign(new MemoryBucket(), {
      put: async (key: string) => {
        if (key === names.part(1)) await first.promise;
      },
    });

    await upload({
      ...{ bucket: slow, names, parts: parts(), from: beginning, size: text.length, concurrency: 2 },
      refuse: async () => {},
    });

    expect(texts.length).toBe(14);
    expect(await kept.promise).toBeLessThan(4);
  });

  it('stops at what fails, and a resume uploads the rest', async () => {
    const bucket = new MemoryBucket();
    bucket.failAt = names.part(2);

    const broken = await run(bucket);
    const reached = broken.states.at(-1) ?? beginning;
    bucket.failAt = undefined;
    const resumed = await run(bucket, reached);

    expect(broken.end).toBeInstanceOf(Error);
    expect(reached.parts).toBeLessThan(2);
    expect(resumed.end).toMatchObject({ parts: 3, records: 9, isUploaded: true });
    const uploaded = [1, 2, 3].map((part) => bucket.objects.get(names.part(part))).join('');
    expect(uploaded.trim().split('\n')).toHaveLength(9);
  });
});

describe('the state of a bulk load', () => {
  const subject = { bucket: 'b', folder: '', size: 10, modified: 5, partBytes: 100, mapping: '["id"]' };

  it('is read as it was written, and goes', async () => {
    const path = bulkStatePath(file());
    await writeBulkState(path, subject, beginning);
    const read = await readBulkState(path, subject);
    await removeStateFile(path);

    expect(read).toEqual(beginning);
    expect(await readBulkState(path, subject)).toBeUndefined();
  });

  it('is refused for anything else', async () => {
    const path = bulkStatePath(file());
    const unusable = { code: 'LOAD_STATE_UNUSABLE' };
    await writeBulkState(path, subject, beginning);

    for (const other of [{ partBytes: 101 }, { modified: 6 }, { mapping: '["number"]' }]) {
      await expect(readBulkState(path, { ...subject, ...other })).rejects.toMatchObject(unusable);
    }
    await writeFile(path, '{}');
    await expect(readBulkState(path, subject)).rejects.toMatchObject(unusable);
  });
});

describe('awaitLoad', () => {
  const progress: ServiceProgress = {
    id: 'crm/monday',
    state: 'IN_PROGRESS',
    expectedRecords: 10,
    storedRecords: 1,
    refusedRecords: 0,
    expectedParts: 2,
    finishedParts: 0,
    failedParts: 0,
    recordsPerSecond: null,
    estimatedTimeRemaining: 1,
  };
  function waiting(answers: readonly (readonly ServiceProgress[] | string)[]) {
    let looks = 0;
    const client: GraphqlClient = {
      execute: async <Data>() => {
        const answer = answers[Math.min(looks++, answers.length - 1)]!;
        if (typeof answer === 'string') return { data: null, errors: [{ message: answer }] };
        return { data: { metrics: { loads: answer } } as Data };
      },
    };
    const seen: ServiceProgress[] = [];
    const onSilence = jest.fn();
    const end = awaitLoad({
      client,
      id: 'crm/monday',
      parts: 2,
      onProgress: (one) => seen.push(one),
      onSilence,
      pause: async () => {},
    });
    return { end, seen, looks: () => looks, onSilence };
  }

  it('waits until every part that was uploaded is settled', async () => {
    const finished: ServiceProgress = { ...progress, state: 'FINISHED' };
    const { end, seen, onSilence } = waiting([[], [], [progress], [{ ...finished, expectedParts: 1 }], [finished]]);

    expect(await end).toBe(finished);
    expect(seen).toHaveLength(3);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it('says so when nothing comes any more, or nothing ever came', async () => {
    const stalled = waiting([[{ ...progress, state: 'STALLED' }]]);
    const elsewhere = waiting([[{ ...progress, id: 'other' }]]);

    await expect(stalled.end).rejects.toMatchObject({ code: 'BULK_LOAD_INCOMPLETE' });
    await expect(elsewhere.end).rejects.toMatchObject({ code: 'BULK_LOAD_UNKNOWN' });
    expect(elsewhere.looks()).toBe(180);
  });

  it('tells what the service refuses to tell', async () => {
    await expect(waiting(['access denied']).end).rejects.toMatchObject({ code: 'CALLER_REFUSED' });
  });
});

describe('what the service refused', () => {
  it('is read part by part, so that any number of lines can be told', async () => {
    await writeLines(people(9));
    const bucket = new MemoryBucket();
    const get = jest.spyOn(bucket, 'get');
    for (const part of [1, 2, 3]) {
      await bucket.put(`errors/crm/monday/part-00000${part}.jsonl.0000001.errors.jsonl`, '{"line":1,"code":"X"}\n');
    }
    const { linesOf } = await findServiceErrors(bucket, names);
    const readBefore: number[] = [];
    for await (const _ of locateRefused(cut(beginning, 48), linesOf)) readBefore.push(get.mock.calls.length);

    expect(readBefore).toEqual([1, 2, 3]);
  });

  it('is found in the bucket, and located in the file', async () => {
    await writeLines(withBroken);
    const bucket = new MemoryBucket();
    const line = (number: number) => `${JSON.stringify({ line: number, code: 'X', message: 'wrong' })}\n`;
    await bucket.put('errors/crm/monday/part-000002.jsonl.0000001.errors.jsonl', line(1) + line(3));
    await bucket.put(
      'errors/crm/monday/part-000003.jsonl.report.json',
      '{"object":"o","code":"Y","message":"m","hint":"h"}',
    );
    await bucket.put('errors/crm/monday/notes.txt', 'x');

    const { linesOf, reports } = await findServiceErrors(bucket, names);
    const located = (await allOf(locateRefused(cut(beginning, 48), linesOf))).flat();

    expect(reports).toEqual([{ object: 'o', code: 'Y', message: 'm', hint: 'h' }]);
    expect(located).toEqual([
      { line: 2, code: 'UNREADABLE', reason: expect.any(String), record: '{broken' },
      { line: 5, code: 'X', reason: 'wrong', record: { id: 'p-004' } },
      { line: 7, code: 'X', reason: 'wrong', record: { id: 'p-006' } },
    ]);
  });
});

describe('openS3Bucket', () => {
  const before = { ...process.env };
  beforeEach(() => {
    process.env['AWS_ACCESS_KEY_ID'] = 'test';
    process.env['AWS_SECRET_ACCESS_KEY'] = 'test';
  });
  afterEach(() => {
    process.env = { ...before };
  });

  it('tells an address that nothing answers at from a role that may not', async () => {
    const { url, stop } = await listenLocally(createServer());
    await stop();
    const bucket = openS3Bucket({ bucket: 'loads', endpointUrl: url, region: 'eu-central-1' });

    await expect(bucket.get('errors/a')).rejects.toMatchObject({
      code: 'BUCKET_REFUSED',
      hint: expect.stringContaining('Nothing answers there'),
    });
  });

  it('gives a connection up that falls silent, and tries another one', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      const isSilent = connections === 1;
      socket.on('error', () => {});
      socket.on('data', () => {
        if (!isSilent) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\ntext');
      });
    });
    const { url: endpointUrl, stop } = await listenLocally(server);

    const bucket = openS3Bucket({ bucket: 'loads', endpointUrl, region: 'eu-central-1', longestSilence: 100 });

    expect(await bucket.get('errors/a')).toBe('text');
    expect(connections).toBe(2);
    await stop();
  });

  it('asks for the region when none is configured', async () => {
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE']) delete process.env[name];
    process.env['AWS_CONFIG_FILE'] = process.env['AWS_SHARED_CREDENTIALS_FILE'] = join(tmpdir(), 'no-such-file');
    const bucket = openS3Bucket({ bucket: 'loads', endpointUrl: 'http://127.0.0.1:9', region: undefined });

    await expect(bucket.get('errors/a')).rejects.toMatchObject({
      code: 'BUCKET_REFUSED',
      hint: expect.stringContaining('--region'),
    });
  });
});
