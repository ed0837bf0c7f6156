import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { ObjectMissingError, ObjectReplacedError } from '../../../../functions/ingest/errors.ts';
import { createIngest } from '../../../../functions/ingest/ingest.ts';
import { createRecordReader } from '../../../../functions/ingest/records.ts';
import type { ObjectStore } from '../../../../functions/ingest/s3-objects.ts';
import type { Resolution } from '../../../../src/entities/operations.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import { RetryableError } from '../../../../src/errors.ts';
import { createLoadLedger } from '../../../../src/loads/load-ledger.ts';
import { readLoads } from '../../../../src/loads/load-progress.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../../../src/rules/types.ts';
import { checkTransact } from '../../../../src/store/items.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

const schema = loadRecordSchema('type Record { id: ID! exact: [String!] near: [String!] name: String }');
const readRecord = createRecordReader(schema, 'svc');

/** A bucket in memory; the version of an object is how often it was written. */
class MemoryObjects implements ObjectStore {
  readonly contents = new Map<string, { content: Buffer; etag: string }>();
  writesBeforeCrash = Number.POSITIVE_INFINITY;

  put(key: string, content: string | Buffer): void {
    const etag = String(Number(this.contents.get(key)?.etag ?? 0) + 1);
    this.contents.set(key, { content: Buffer.from(content as string), etag });
  }
  async read({ key, etag }: { key: string; etag?: string }): Promise<Buffer> {
    const found = this.contents.get(key);
    if (found === undefined) throw new ObjectMissingError(undefined);
    if (etag !== undefined && found.etag !== etag) throw new ObjectReplacedError();
    return found.content;
  }
  async write(_bucket: string, key: string, text: string): Promise<void> {
    if (this.writesBeforeCrash-- <= 0) throw new Error('crashed');
    this.put(key, text);
  }
  text(key: string): string {
    return this.contents.get(key)!.content.toString();
  }
  get errors(): string[] {
    return [...this.contents.keys()].filter((key) => key.startsWith('errors/')).sort();
  }
}

let store: MemoryStore;
let objects: MemoryObjects;
let resolution: Resolution;
let submits: (readonly RecordPayload[])[];
let paused: number;
let log: unknown[];

beforeEach(() => {
  store = new MemoryStore();
  objects = new MemoryObjects();
  resolution = createResolution({ store, rules: toyRules, now: frozenClock });
  submits = [];
  paused = 0;
  log = [];
});

type Submit = Resolution['submit'];
const through = (before: (count: number, records: readonly RecordPayload[]) => void): Submit => {
  return async (records, options) => {
    submits.push(records);
    before(submits.length, records);
    return resolution.submit(records, options);
  };
};
const plain = through(() => {});
const failingWhen = (fails: (count: number, records: readonly RecordPayload[]) => boolean, failure: Error) =>
  through((count, records) => {
    if (fails(count, records)) throw failure;
  });

function ingestWith(submit: Submit = plain, reader = readRecord) {
  return createIngest({
    resolution: { submit },
    ledger: createLoadLedger(store, frozenClock),
    objects,
    readRecord: reader,
    maxObjectBytes: 1_000_000,
    maxReceiveCount: 3,
    pause: async () => {
      paused += 1;
    },
    now: () => 0,
    log: {
      info: (...entry) => log.push(entry),
      warn: (...entry) => log.push(entry),
      error: (...entry) => log.push(entry),
    },
    report: () => {},
  });
}

function message(key: string, { receiveCount = 1, bytes = 1, etag = objects.contents.get(key)?.etag ?? '1' } = {}) {
  const object = { key: encodeURIComponent(key), size: bytes, eTag: etag };
  return {
    messageId: `${key}#${receiveCount}`,
    body: JSON.stringify({ Records: [{ s3: { bucket: { name: 'bucket' }, object } }] }),
    attributes: { ApproximateReceiveCount: String(receiveCount) },
  } as unknown as SQSRecord;
}

const minutes = () => 120_000;
const line = (record: object) => `${JSON.stringify(record)}\n`;
const person = (index: number) => ({ id: `p-${index}`, exact: [`x-${index}`] });
const people = (count: number) => Array.from({ length: count }, (_, index) => line(person(index))).join('');
const loadNamed = async (id: string) => (await readLoads(store, frozenClock())).find((load) => load.id === id);
const isStored = async (id: string) => (await resolution.entityByRecord(id)) !== undefined;

describe('ingest', () => {
  it('submits the records of an object in batches, and counts them', async () => {
    objects.put('loads/m/a.jsonl', people(120));

    const answer = await ingestWith()([message('loads/m/a.jsonl')], minutes);

    expect(answer).toEqual({ batchItemFailures: [] });
    expect(submits.map(({ length }) => length).sort()).toEqual([20, 50, 50]);
    expect(await loadNamed('m')).toMatchObject({ state: 'FINISHED', storedRecords: 120, finishedParts: 1 });
    expect(objects.errors).toEqual([]);
  });

  it('writes every line that it refuses, and stores the others', async () => {
    objects.put(
      'loads/m/a.jsonl',
      `${line(person(1))}{broken\n\n${line({ id: 'a:b', name: 'x' })}${line({ id: 'z', age: 3 })}${line({ id: 'e' })}${line(person(2))}`,
    );

    await ingestWith()([message('loads/m/a.jsonl')], minutes);

    const refused = objects.text('errors/m/a.jsonl.0000001.errors.jsonl').trim().split('\n');
    expect(refused.map((text) => JSON.parse(text))).toEqual([
      { line: 2, code: 'LINE_UNREADABLE', message: expect.any(String), hint: expect.any(String) },
      { line: 4, id: 'a:b', code: 'RECORD_ID_INVALID', message: expect.any(String), hint: expect.any(String) },
      { line: 5, id: 'z', code: 'BAD_USER_INPUT', message: expect.any(String), hint: expect.any(String) },
      { line: 6, id: 'e', code: 'RECORD_EMPTY', message: expect.any(String), hint: expect.any(String) },
    ]);
    expect([await isStored('p-1'), await isStored('p-2')]).toEqual([true, true]);
    expect(await loadNamed('m')).toMatchObject({ storedRecords: 2, refusedRecords: 4, state: 'FINISHED' });
  });

  it('refuses the second of two contents under one id', async () => {
    objects.put('loads/m/a.jsonl', line({ id: 'one', name: 'Ann' }) + line({ id: 'one', name: 'Bob' }));

    await ingestWith()([message('loads/m/a.jsonl')], minutes);

    expect(objects.text(objects.errors[0]!)).toContain('"line":2,"id":"one","code":"RECORD_CONFLICT"');
    expect(await loadNamed('m')).toMatchObject({ storedRecords: 1, refusedRecords: 1 });
  });

  it('stores nothing twice and loses nothing after a crash between two submits', async () => {
    objects.put('loads/m/a.jsonl', `{broken\n${people(300)}`);
    const dying = ingestWith(failingWhen((count) => count > 3, new Error('died')));

    const first = await dying([message('loads/m/a.jsonl')], minutes);
    const between = await loadNamed('m');
    const second = await ingestWith()([message('loads/m/a.jsonl', { receiveCount: 2 })], minutes);

    expect(first.batchItemFailures).toEqual([{ itemIdentifier: 'loads/m/a.jsonl#1' }]);
    expect(between).toMatchObject({ state: 'IN_PROGRESS', storedRecords: 0 });
    expect(second.batchItemFailures).toEqual([]);
    expect(await loadNamed('m')).toMatchObject({ state: 'FINISHED', storedRecords: 300, refusedRecords: 1 });
    expect((await resolution.metrics()).recordCount).toBe(300);
    expect(objects.errors).toEqual(['errors/m/a.jsonl.0000001.errors.jsonl']);
  });

  it('continues after the last counted stretch', async () => {
    objects.put('loads/m/a.jsonl', people(1_500));
    const dying = ingestWith(failingWhen((_count, records) => records[0]!['id'] === 'p-1000', new Error('died')));
    await dying([message('loads/m/a.jsonl')], minutes);
    const between = await loadNamed('m');
    submits = [];

    await ingestWith()([message('loads/m/a.jsonl', { receiveCount: 2 })], minutes);

    expect(between).toMatchObject({ storedRecords: 1_000 });
    expect(submits.flat()).toHaveLength(500);
    expect(await loadNamed('m')).toMatchObject({ state: 'FINISHED', storedRecords: 1_500 });
  });

  it('counts lines as refused only after they are in the errors object', async () => {
    objects.put('loads/m/a.jsonl', `{broken\n${people(10)}`);
    objects.writesBeforeCrash = 0;

    const first = await ingestWith()([message('loads/m/a.jsonl')], minutes);
    const between = await loadNamed('m');
    objects.writesBeforeCrash = 10;
    await ingestWith()([message('loads/m/a.jsonl', { receiveCount: 2 })], minutes);

    expect(first.batchItemFailures).toHaveLength(1);
    expect(between).toMatchObject({ storedRecords: 0, refusedRecords: 0 });
    expect(await loadNamed('m')).toMatchObject({ storedRecords: 10, refusedRecords: 1 });
    expect(objects.errors).toHaveLength(1);
  });

  it('does nothing for a message that is delivered again', async () => {
    objects.put('loads/m/a.jsonl', people(10));
    await ingestWith()([message('loads/m/a.jsonl')], minutes);
    submits = [];

    await ingestWith()([message('loads/m/a.jsonl')], minutes);

    expect(submits).toEqual([]);
    expect(await loadNamed('m')).toMatchObject({ storedRecords: 10 });
  });

  it('fails the messages that failed, and no others', async () => {
    objects.put('loads/m/good.jsonl', people(2));
    objects.put('loads/m/bad.csv', 'id\n1\n');

    const { batchItemFailures } = await ingestWith()(
      [message('loads/m/bad.csv'), message('loads/m/good.jsonl'), message('loads/m/gone.jsonl')],
      minutes,
    );

    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      'loads/m/bad.csv#1',
      'loads/m/gone.jsonl#1',
    ]);
    expect(await isStored('p-1')).toBe(true);
  });

  it('reports an invalid object at once, and any other failed object at the last delivery', async () => {
    objects.put('loads/m/big.jsonl', 'x');
    const ingest = ingestWith();

    await ingest([message('loads/m/big.jsonl', { bytes: 1_000_001 })], minutes);
    await ingest([message('loads/m/gone.jsonl', { receiveCount: 2 })], minutes);
    const early = objects.errors;
    await ingest([message('loads/m/gone.jsonl', { receiveCount: 3 })], minutes);

    expect(early).toEqual(['errors/m/big.jsonl.report.json']);
    expect(JSON.parse(objects.text('errors/m/big.jsonl.report.json'))).toEqual({
      object: 'loads/m/big.jsonl',
      code: 'OBJECT_TOO_LARGE',
      message: 'the object has 1000001 bytes; the limit is 1000000',
      hint: expect.any(String),
      at: '1970-01-01T00:00:00.000Z',
    });
    expect(objects.text('errors/m/gone.jsonl.report.json')).toContain('OBJECT_MISSING');
    expect(await loadNamed('m')).toMatchObject({ failedParts: 2 });
  });

  it('logs why an object failed, even if it cannot write the report', async () => {
    objects.writesBeforeCrash = 0;

    const answer = await ingestWith()([message('loads/m/gone.jsonl', { receiveCount: 3 })], minutes);

    expect(answer.batchItemFailures).toHaveLength(1);
    expect(log).toEqual([
      ['report failed', { messageId: 'loads/m/gone.jsonl#3', cause: expect.objectContaining({ name: 'Error' }) }],
      ['message failed', expect.objectContaining({ code: 'OBJECT_MISSING' })],
    ]);
  });

  it('reports an unexpected failure without details', async () => {
    objects.put('loads/m/a.jsonl', people(1));
    const failing = ingestWith(async () => {
      throw new TypeError('secret of a record');
    });

    await failing([message('loads/m/a.jsonl', { receiveCount: 3 })], minutes);

    const report = objects.text('errors/m/a.jsonl.report.json');
    expect(report).toContain('INTERNAL_ERROR');
    expect(report).not.toContain('secret');
    expect(log).toHaveLength(1);
  });

  it('skips an object that was replaced', async () => {
    objects.put('loads/m/a.jsonl', people(1));
    const old = message('loads/m/a.jsonl');
    objects.put('loads/m/a.jsonl', people(2));

    const answer = await ingestWith()([old], minutes);

    expect(answer).toEqual({ batchItemFailures: [] });
    expect(submits).toEqual([]);
  });

  it('announces the totals of a manifest, and refuses one without totals', async () => {
    objects.put('loads/m/load.json', '{"format":1,"records":9,"parts":2,"final":true}');
    objects.put('loads/n/load.json', '{}');

    const answer = await ingestWith()([message('loads/m/load.json'), message('loads/n/load.json')], minutes);

    expect(await loadNamed('m')).toMatchObject({ expectedRecords: 9, expectedParts: 2, state: 'IN_PROGRESS' });
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'loads/n/load.json#1' }]);
    expect(objects.errors).toEqual(['errors/n/load.json.report.json']);
  });

  it('reads the newest manifest, not the one of the message', async () => {
    objects.put('loads/m/load.json', '{"format":1,"records":5,"parts":1,"final":false}');
    const estimate = message('loads/m/load.json');
    objects.put('loads/m/load.json', '{"format":1,"records":9,"parts":2,"final":true}');

    await ingestWith()([estimate], minutes);

    expect(await loadNamed('m')).toMatchObject({ expectedRecords: 9, expectedParts: 2 });
  });

  it('reports and counts an object whose key is as long as S3 allows', async () => {
    const key = `loads/m/${'é'.repeat(503)}.jsonl`;
    const { transact } = store;
    store.transact = async (writes) => {
      checkTransact(writes);
      return transact.call(store, writes);
    };
    objects.put(key, people(1));

    const answer = await ingestWith()([message(key)], minutes);

    expect(Buffer.byteLength(key)).toBe(1_020);
    expect(answer.batchItemFailures).toHaveLength(1);
    expect(objects.errors).toEqual([expect.stringMatching(/^errors\/m\/é+~[0-9a-f]{16}\.report\.json$/)]);
    expect(Buffer.byteLength(objects.errors[0]!)).toBeLessThan(1_024);
    expect(JSON.parse(objects.text(objects.errors[0]!))).toMatchObject({ object: key, code: 'OBJECT_UNSUPPORTED' });
    expect(await loadNamed('m')).toMatchObject({ failedParts: 1 });
  });

  it('does not count a failed manifest as a part', async () => {
    objects.put('loads/m/a.jsonl', people(1));
    objects.put('loads/m/load.json', '{"format":1,"records":2,"parts":2,"final":true}');
    const missing = message('loads/m/load.json', { receiveCount: 3 });
    const { content } = objects.contents.get('loads/m/load.json')!;
    objects.contents.delete('loads/m/load.json');
    await ingestWith()([missing], minutes);
    objects.put('loads/m/load.json', content);

    await ingestWith()([message('loads/m/load.json'), message('loads/m/a.jsonl')], minutes);

    expect(objects.errors).toEqual(['errors/m/load.json.report.json']);
    expect(await loadNamed('m')).toMatchObject({ state: 'IN_PROGRESS', finishedParts: 1, failedParts: 0 });
  });

  it('refuses only lines that nest deeper than the API allows', async () => {
    const schema = loadRecordSchema(
      'type Record { id: ID! exact: [String!] part: Part } type Part { name: String part: Part }',
    );
    const deep = `{"id":"deep","part":${'{"part":'.repeat(5_000)}{}${'}'.repeat(5_000)}}\n`;
    objects.put('loads/m/a.jsonl', `${line(person(1))}${deep}${line(person(2))}`);

    const { batchItemFailures } = await ingestWith(plain, createRecordReader(schema, 'svc'))(
      [message('loads/m/a.jsonl')],
      minutes,
    );

    expect(batchItemFailures).toEqual([]);
    expect(await loadNamed('m')).toMatchObject({ state: 'FINISHED', storedRecords: 2, refusedRecords: 1 });
    expect(objects.text(objects.errors[0]!)).toContain('"line":2');
  });

  it('does not replace the counts of newer content', async () => {
    objects.put('loads/m/a.jsonl', people(3));
    const old = message('loads/m/a.jsonl');
    const replaced = through((count) => {
      if (count > 1) return;
      objects.put('loads/m/a.jsonl', line({ id: 'new', exact: ['x-new'] }));
    });
    const loadsNewFirst: Submit = async (records, options) => {
      const submitted = await replaced(records, options);
      if (submits.length === 1) await ingestWith()([message('loads/m/a.jsonl')], minutes);
      return submitted;
    };

    const answer = await ingestWith(loadsNewFirst)([old], minutes);

    expect(answer).toEqual({ batchItemFailures: [] });
    expect(submits.map(({ length }) => length)).toEqual([3, 1]);
    expect(await loadNamed('m')).toMatchObject({ state: 'FINISHED', storedRecords: 1, finishedParts: 1 });
  });

  it('tries again while the table is busy', async () => {
    objects.put('loads/m/a.jsonl', people(10));
    const busy = failingWhen((count) => count < 3, new RetryableError('busy'));

    const answer = await ingestWith(busy)([message('loads/m/a.jsonl')], minutes);

    expect(answer).toEqual({ batchItemFailures: [] });
    expect(paused).toBe(2);
  });

  it('begins no submit without enough time', async () => {
    objects.put('loads/m/a.jsonl', people(10));

    const answer = await ingestWith()([message('loads/m/a.jsonl')], () => 10_000);

    expect(answer.batchItemFailures).toHaveLength(1);
    expect(submits).toEqual([]);
  });

  it('fails a message that names no object', async () => {
    const strange = { messageId: 's', body: 'x', attributes: { ApproximateReceiveCount: '1' } } as unknown as SQSRecord;

    expect(await ingestWith()([strange], minutes)).toEqual({ batchItemFailures: [{ itemIdentifier: 's' }] });
  });
});
