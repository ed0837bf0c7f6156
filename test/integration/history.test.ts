import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { storeDirectory } from '../../apps/service/data-directory.ts';
import type { Service } from '../../apps/service/service.ts';
import { type HistoryPage, historyQuery } from '../../src/graphql/queries/history.generated.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Item, Key } from '../../src/store/port.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { type ApiCaller, createCaller } from './api-caller.ts';
import { startExample } from './example-service.ts';
import { runCommand } from './service-process.ts';

const DAY = 86_400;
const days = 30;

const left = { id: 'left', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
/** Everything about this record begins with the same text. */
const gone = {
  id: 'vanished-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+44 20 7946 0555',
  city: 'Vanishedtown',
};
const bridge = { id: 'bridge', firstName: 'Ada', lastName: 'Lovelace', email: left.email, phone: gone.phone };

describe.each([
  ['the sweeper', false],
  ['the relay of entity events', true],
])('history that %s makes of the outbox', (_what, withEvents) => {
  let service: Service | undefined;
  let caller: ApiCaller;
  const directory = temporaryDirectory('beforeEach', () => service?.close(0));
  beforeEach(() => directory.write('secret', 'a secret of more than twenty-four bytes'));

  const dataDirectory = () => directory.path('data');

  /** Starts the service, whose sweeper and relay begin at once. */
  async function start(): Promise<void> {
    await service?.close(0);
    service = await startExample(dataDirectory(), {
      updateRecords: true,
      historyRetentionInDays: days,
      ...(withEvents && {
        entityEvents: { target: directory.path('events.jsonl'), secretFile: directory.path('secret') },
      }),
    });
    caller = await createCaller(service);
  }

  async function ask<Data>(query: string, input: object): Promise<Data> {
    const { body } = await caller.query(query, { input });
    expect(body.errors).toBeUndefined();
    return body.data;
  }
  const history = async (of: object) =>
    (await ask<{ page: HistoryPage }>(historyQuery, { ...of, first: 100 })).page.events;
  const kinds = async (of: object) => (await history(of)).map(({ kind }) => kind);
  const entityOf = async (id: string): Promise<string> =>
    (await caller.entityByRecord(id)).body.data.entityByRecord.entity.id;

  /** Waits until the history of something has so many events of a kind. The test's limit tells a history that never comes. */
  async function come(of: object, kind: string, count = 1): Promise<void> {
    while ((await kinds(of)).filter((one) => one === kind).length < count) await after(50);
  }

  async function command(...args: string[]): Promise<HistoryPage> {
    const given = ['history', ...args, '--first', '100', '--json', '--quiet', '--data-dir', dataDirectory()];
    const { code, stdout, stderr } = await runCommand(given, { XDG_CACHE_HOME: directory.path('cache') }).finished;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  /** Everything that is stored, of a service that does not run. */
  async function stored(): Promise<(Item & Key)[]> {
    const store = await openEmbeddedStore({ directory: storeDirectory(dataDirectory()) });
    try {
      const items: (Item & Key)[] = [];
      for (let from: Key | undefined, isFirst = true; isFirst || from !== undefined; isFirst = false) {
        const page = await store.scan({ segment: 0, segments: 1, ...(from && { after: from }) });
        items.push(...page.items);
        from = page.next;
      }
      return items;
    } finally {
      await store.close();
    }
  }

  it('tells what happened to records and entities in the API and on the command line, and forgets an erased person', async () => {
    await start();
    await caller.submit(left);
    await caller.submit(gone);
    const [older, newer] = [await entityOf('left'), await entityOf(gone.id)];
    expect(older).not.toBe(newer);
    await caller.submit(bridge);
    expect(await entityOf(gone.id)).toBe(older);
    await caller.submit({ ...left, city: 'London' });
    const about = { a: 'left', b: gone.id, user: 'jo', reason: 'vanished-reason' };
    const { separate } = await ask<{ separate: { decision: { id: string } } }>(
      'mutation ($input: SeparateInput!) { separate(input: $input) { decision { id } } }',
      about,
    );
    expect(await entityOf(gone.id)).not.toBe(await entityOf('left'));
    await ask('mutation ($input: UndoDecisionInput!) { undoDecision(input: $input) { triggered } }', {
      id: separate.decision.id,
      user: 'jo',
    });
    expect([await entityOf('left'), await entityOf(gone.id)]).toEqual([older, older]);
    await start();

    await come({ entityID: older }, 'MERGED', 2);
    await come({ recordID: 'left' }, 'CHANGED');
    const ofEntity = await history({ entityID: older });
    expect(ofEntity.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CREATED', 'CHANGED', 'MERGED', 'SPLIT']));
    const split = ofEntity.find(({ kind }) => kind === 'SPLIT');
    expect(split).toMatchObject({ cause: 'SEPARATE', decision: { id: separate.decision.id, user: 'jo' } });
    expect(ofEntity.filter(({ kind }) => kind === 'MERGED').map(({ cause }) => cause)).toEqual(['UNDO', 'SUBMIT']);
    expect(await kinds({ recordID: 'left' })).toEqual(['DECIDED', 'CHANGED', 'CREATED']);
    expect(await kinds({ recordID: gone.id })).toEqual(['DECIDED', 'CREATED']);
    expect((await command('--record', 'left')).events).toEqual(await history({ recordID: 'left' }));
    expect((await command('--entity', older)).events).toEqual(ofEntity);

    await ask('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', {
      recordIDs: [gone.id],
    });
    // What was read for the record before is gone with the answer; the event of the erasure comes later.
    expect(await history({ recordID: gone.id })).toEqual([]);
    await start();
    await come({ entityID: older }, 'ERASED');
    expect(JSON.stringify(await history({ entityID: older }))).not.toMatch(/vanished/i);
    expect(JSON.stringify(await history({ recordID: 'left' }))).not.toMatch(/vanished/i);
    expect((await command('--record', gone.id)).events).toEqual([]);
    await service!.close();
    service = undefined;

    const items = await stored();
    const events = items.filter(({ pk, sk }) => pk.startsWith('O#') || (pk.startsWith('I#') && sk.startsWith('|')));
    expect(events.length).toBeGreaterThan(5);
    const now = Date.now() / 1_000;
    for (const { ttl } of events) {
      expect(ttl).toBeGreaterThan(now + (days - 1) * DAY);
      expect(ttl).toBeLessThanOrEqual(now + days * DAY + 1);
    }
    expect(
      items.filter((item) => /vanished|7946.?0555/i.test(JSON.stringify(item))).map(({ pk, sk }) => [pk, sk]),
    ).toEqual(
      // The bridge has the number too.
      items.filter(({ pk }) => pk === 'R#bridge').map(({ pk, sk }) => [pk, sk]),
    );
  });
});
