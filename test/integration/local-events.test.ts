import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { storeDirectory } from '../../apps/service/data-directory.ts';
import { type Service, startService } from '../../apps/service/service.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { EntityEvent } from '../../src/events/entity-event.ts';
import { publishEvents } from '../../src/events/outbox-relay.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { listenLocally } from '../setup/local-server.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { toyRules } from '../setup/toy-rules.ts';
import { createCaller } from './api-caller.ts';
import { runCommand } from './service-process.ts';

const example = join('examples', 'minimal');
const secret = 'a secret of more than twenty-four bytes';

describe('entity events of the local service', () => {
  let service: Service | undefined;
  const directory = temporaryDirectory('beforeEach', async () => {
    await service?.close(0);
    service = undefined;
  });
  beforeEach(() => directory.write('secret', secret));

  const start = async (target: string) => {
    service = await startService({
      ruleConfigFile: join(example, 'rule-config.json'),
      schemaFile: join(example, 'schema.graphqls'),
      dataDirectory: directory.path('data'),
      port: 0,
      entityEvents: { target, secretFile: directory.path('secret') },
      writeLog: () => {},
    });
    return createCaller(service);
  };

  it('come to a webhook, signed; what was not sent before the service ended is sent after the next start', async () => {
    // By id: an event whose answer comes too late is sent again.
    const received = new Map<string, { body: string; genuine: boolean }>();
    const server = createServer(async (incoming, outgoing) => {
      const body = await text(incoming);
      const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': given } = incoming.headers;
      const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
      received.set(String(id), { body, genuine: given === `v1,${signature}` });
      outgoing.writeHead(204).end();
      server.emit('received');
    });
    const local = await listenLocally(server);
    const person = (id: string) => ({ id, name: 'Ann Example', email: 'ann@example.com', postcode: 'AB1 2CD' });

    const first = await start(`${local.url}/`);
    await first.submit(person('a'));
    while (received.size < 1) await once(server, 'received');
    await first.submit(person('b'));
    await service!.close();
    await start(`${local.url}/`);
    while (received.size < 2) await once(server, 'received');
    await local.stop();

    const posts = [...received.values()];
    const events = posts.map(({ body }) => JSON.parse(body) as EntityEvent);
    expect(posts.every(({ genuine }) => genuine)).toBe(true);
    expect(events.map(({ type, sequence, recordIDs }) => [type, sequence, recordIDs])).toEqual([
      ['created', 1, ['a']],
      ['changed', 2, ['a', 'b']],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Ann|example\.com|AB1/);
  });

  /** Stores records, of which the webhook refuses the events for good. */
  async function giveUpEventsOf(...records: readonly RecordPayload[]): Promise<void> {
    const store = await openEmbeddedStore({ directory: storeDirectory(directory.path('data')) });
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true });
    for (const record of records) await resolution.submit([record]);
    const refusal = { reason: 'the webhook answers 410', unavailable: false };
    const target = { deliver: async (events: readonly unknown[]) => events.map(() => refusal) };
    // The notice comes with the commit after the one that the submit waits for.
    for (let dead = 0; dead < records.length; await nextTurn())
      dead += (await publishEvents({ store, target, maxAttempts: 1 })).dead;
    await store.durable();
    await store.close();
  }

  it('that were given up are shown and replayed by the command line', async () => {
    await giveUpEventsOf({ id: 'a', exact: ['x'] });
    const file = directory.path('events.jsonl');
    const run = (...args: string[]) => runCommand(['events', ...args, '--data-dir', directory.path('data')]).finished;

    const listed = await run('list');
    const nowhere = await run('replay', '--entity-events', 'http://example.com/');
    const absent = await run('replay', '--entity-events', directory.path('missing', 'events.jsonl'));
    const webhook = ['--entity-events', 'http://127.0.0.1:9/', '--entity-events-secret-file', directory.path('secret')];
    const down = await run('replay', ...webhook);
    const replayed = await run('replay', '--entity-events', file);
    const nothing = await run('list');

    expect(JSON.parse(listed.stdout)).toMatchObject({
      reason: 'the webhook answers 410',
      events: [{ type: 'created' }],
    });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('--entity-events cannot send to') });
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written') });
    expect(down).toMatchObject({ code: 1, stdout: '0 events taken, 1 dead letter left.\n' });
    expect(replayed).toMatchObject({ code: 0, stdout: '1 event taken, 0 dead letters left.\n' });
    expect(readFileSync(file, 'utf8')).toContain('"recordIDs":["a"]');
    expect(nothing).toMatchObject({ code: 0, stdout: '' });
    // Five processes, on a machine that may do other things.
  });

  it('that were given up can be discarded by the command line', async () => {
    const data = directory.path('data');
    await giveUpEventsOf({ id: 'a', exact: ['x'] }, { id: 'b', exact: ['y'] });
    const run = (...args: string[]) => runCommand(['events', ...args]).finished;

    const nowhere = await run('list', '--data-dir', directory.path('nowhere'));
    const which = await run('discard', '--data-dir', data);
    const { id } = JSON.parse((await run('list', '--data-dir', data)).stdout.split('\n')[0]!);
    const one = await run('discard', id, 'unknown.1', '--data-dir', data);
    const all = await run('discard', '--all', '--data-dir', data);
    const nothing = await run('list', '--data-dir', data);

    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no data in') });
    expect(existsSync(directory.path('nowhere'))).toBe(false);
    expect(which).toMatchObject({ code: 1, stderr: 'error: name dead letters by their ids, or give --all\n' });
    expect(one).toMatchObject({
      code: 1,
      stdout: '1 dead letter discarded.\n',
      stderr: 'There is no dead letter "unknown.1".\n',
    });
    expect(all).toMatchObject({ code: 0, stdout: '1 dead letter discarded.\n' });
    expect(nothing).toMatchObject({ code: 0, stdout: '' });
  });

  it('begin with what the command line reads of records that were stored before', async () => {
    const person = { name: 'Ann Example', email: 'ann@example.com', postcode: 'AB1 2CD' };
    const caller = await start(directory.path('events.jsonl'));
    await caller.submit({ id: 'a', ...person }, { id: 'b', ...person });
    await caller.submit({ id: 'c', name: 'Bob Other', email: 'bob@example.com', postcode: 'ZZ9 9ZZ' });
    const file = await directory.write('people.csv', 'id,name\na,Ann\nb,Ann\nc,Bob\nd,Dan\n');
    const run = (...args: string[]) =>
      runCommand(['events', 'snapshot', ...args, '--quiet', '--data-dir', directory.path('data')]).finished;

    const some = await run(file);
    const keyed = await directory.write('people.jsonl', '{"key":"a"}\n{"key":"c"}\n');
    const unkeyed = await run(keyed);
    const missing = await run(directory.path('people.json'));
    const found = await run(keyed, '--id-column', 'key');

    const lines = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(some).toMatchObject({ code: 2, stderr: '2 entities, 3 records; 1 record of the file not stored.\n' });
    expect(lines(some.stdout)).toMatchObject([
      { type: 'stored', sequence: 0, recordIDs: ['a', 'b'] },
      { type: 'stored', sequence: 0, recordIDs: ['c'] },
    ]);
    expect(unkeyed).toMatchObject({ code: 2, stderr: '0 entities, 0 records; 2 lines without an id.\n' });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('SOURCE_FILE_UNUSABLE') });
    expect(found).toMatchObject({ code: 0, stderr: '2 entities, 3 records.\n' });
    expect(some.stdout).not.toMatch(/Ann|example\.com/);
  });
});
