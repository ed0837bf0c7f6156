import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { EntityEventsError, openLocalTarget } from '../../../../../apps/service/event-target.ts';
import { startPublishing } from '../../../../../apps/service/workers.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import type { EntityEvent } from '../../../../../src/events/entity-event.ts';
import type { EventTarget } from '../../../../../src/events/target.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const event = (id: string) => ({ id, type: 'created' }) as EntityEvent;

describe('openLocalTarget', () => {
  const directory = temporaryDirectory('beforeEach');

  it('appends to a file, named by its path or its address, which only this user can read', async () => {
    const path = directory.path('events.jsonl');

    await (await openLocalTarget({ target: path })).deliver([event('a'), event('b')]);
    const deliveries = await (await openLocalTarget({ target: pathToFileURL(path).href })).deliver([event('c')]);

    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['a', 'b', 'c']);
    expect(deliveries).toEqual(['delivered']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('begins a line of its own behind one that a crash or a full disk cut off', async () => {
    const path = directory.path('events.jsonl');
    const target = await openLocalTarget({ target: path });
    await target.deliver([event('a')]);
    appendFileSync(path, '{"id":"b","ty');

    await target.deliver([event('b')]);
    await target.deliver([event('c')]);

    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines).toEqual([
      JSON.stringify(event('a')),
      '{"id":"b","ty',
      ...['b', 'c'].map((id) => JSON.stringify(event(id))),
    ]);
  });

  it('does not begin with a file that cannot be written', async () => {
    const opening = openLocalTarget({ target: directory.path('missing', 'events.jsonl') });

    await expect(opening).rejects.toThrow(EntityEventsError);
    await expect(opening).rejects.toThrow('ENOENT');
  });

  it('says that the file can be written no more, without losing the event', async () => {
    const folder = directory.path('folder');
    mkdirSync(folder);
    const target = await openLocalTarget({ target: join(folder, 'events.jsonl') });
    rmSync(folder, { recursive: true });

    const deliveries = await target.deliver([event('a')]);

    expect(deliveries).toEqual([{ reason: expect.stringContaining('ENOENT'), unavailable: true }]);
  });

  it.each(['http://example.com/', 'ftp://example.com/', 'https://me:secret@example.com/'])(
    'does not send to %s',
    async (target) => {
      await expect(openLocalTarget({ target, secretFile: directory.path('secret') })).rejects.toThrow(
        EntityEventsError,
      );
    },
  );

  it('wants a secret that is worth its name for a webhook', async () => {
    const short = await directory.write('short', 'whsec_c2hvcnQ=');
    const opening = (secretFile?: string) => openLocalTarget({ target: 'https://example.com/', secretFile });

    await expect(opening()).rejects.toMatchObject({ code: 'ENTITY_EVENTS_INVALID' });
    await expect(opening(directory.path('missing'))).rejects.toMatchObject({ code: 'ENTITY_EVENTS_INVALID' });
    await expect(opening(short)).rejects.toMatchObject({ code: 'WEBHOOK_SECRET_INVALID' });
  });
});

describe('startPublishing', () => {
  it('stops when what is being sent is taken, however much is left', async () => {
    const store = new MemoryStore();
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true });
    for (let index = 0; index < 120; index++) await resolution.submit([{ id: `r${index}`, exact: [`x${index}`] }]);
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const sent: string[] = [];
    const target: EventTarget = {
      async deliver(events) {
        sent.push(...events.map(({ id }) => id));
        begun.resolve();
        await answered.promise;
        return events.map(() => 'delivered');
      },
    };
    const failures: unknown[] = [];
    const onFailure = (cause: unknown) => void failures.push(cause);
    const loop = startPublishing({
      store,
      target,
      historyRetentionInDays: 0,
      interval: 1,
      onRefusal: onFailure,
      onFailure,
    });
    await begun.promise;

    const stopped = loop.stop();
    const underWay = sent.length;
    answered.resolve();
    await stopped;

    expect(sent).toHaveLength(underWay);
    expect(underWay).toBeLessThan(120);
    expect(failures).toEqual([]);
  });
});
