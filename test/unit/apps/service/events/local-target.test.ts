import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EntityEventsError, openLocalTarget } from '../../../../../apps/service/events/local-target.ts';
import type { EntityEvent } from '../../../../../src/events/entity-event.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

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
    const short = directory.path('short');
    writeFileSync(short, 'whsec_c2hvcnQ=');
    const target = 'https://example.com/';
    const codeOf = (secretFile?: string) =>
      openLocalTarget({ target, secretFile }).then(
        () => 'fine',
        (error: { code: string }) => error.code,
      );

    expect(await codeOf()).toBe('ENTITY_EVENTS_INVALID');
    expect(await codeOf(directory.path('missing'))).toBe('ENTITY_EVENTS_INVALID');
    expect(await codeOf(short)).toBe('WEBHOOK_SECRET_INVALID');
  });
});
