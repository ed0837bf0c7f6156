import { describe, expect, it } from '@jest/globals';
import type { FetchDocument } from '../../../../functions/authorizer/document.ts';
import { createIssuerKeys, KeysUnavailableError } from '../../../../functions/authorizer/keys.ts';
import type { LogEntry } from '../../../../functions/authorizer/log.ts';

const issuerUrl = 'https://idp.example.com';
const jwksUri = 'https://idp.example.com/keys';
const set = (...kids: unknown[]) =>
  JSON.stringify({ keys: kids.map((kid) => ({ kty: 'RSA', kid, n: 'AQ', e: 'AQAB' })) });

/** A key set address whose answer, time and failures the test decides. */
function arrange(answer: string | Error) {
  const state = { answer, now: 0, fetches: 0 };
  const entries: LogEntry[] = [];
  const fetch: FetchDocument = async () => {
    state.fetches += 1;
    if (state.answer instanceof Error) throw state.answer;
    return state.answer;
  };
  const keys = createIssuerKeys({
    issuerUrl,
    jwksUri,
    fetch,
    clock: () => state.now,
    log: (entry) => void entries.push(entry),
  });
  const kids = async (wanted: string) => (await keys.containing(wanted)).keys.map(({ kid }) => kid);
  return { state, entries, keys, kids };
}

describe('createIssuerKeys', () => {
  it('fetches the set on the first use, and only once', async () => {
    const { state, kids } = arrange(set('a'));
    expect(state.fetches).toBe(0);

    await kids('a');
    await kids('a');

    expect(state.fetches).toBe(1);
  });

  it('fetches the set in advance', async () => {
    const { state, keys, kids } = arrange(set('a'));

    await keys.prepare();

    expect(await kids('a')).toEqual(['a']);
    expect(state.fetches).toBe(1);
  });

  it('fetches the set again after a failure in advance', async () => {
    const { state, entries, keys, kids } = arrange(new Error('no route'));

    await keys.prepare();
    state.answer = set('a');

    expect(await kids('a')).toEqual(['a']);
    expect(entries).toEqual([]);
  });

  it('lets concurrent callers wait for one fetch', async () => {
    const { state, kids } = arrange(set('a'));

    await Promise.all([kids('a'), kids('a'), kids('a')]);

    expect(state.fetches).toBe(1);
  });

  it('finds a key that the issuer began to use after the last fetch', async () => {
    const { state, kids } = arrange(set('a'));
    await kids('a');
    state.answer = set('a', 'b');

    expect(await kids('b')).toEqual(['a', 'b']);
  });

  it('fetches the set at most once in ten seconds for unknown key ids', async () => {
    const { state, kids } = arrange(set('a'));
    await kids('a');

    for (let attempt = 0; attempt < 50; attempt += 1) await kids(`made up ${attempt}`);
    expect(state.fetches).toBe(2);

    state.now += 10_000;
    await kids('made up again');
    expect(state.fetches).toBe(3);
  });

  it('does not ask twice when the very first token has an unknown key', async () => {
    const { state, kids } = arrange(set('a'));

    expect(await kids('b')).toEqual(['a']);
    expect(state.fetches).toBe(1);
  });

  it('drops a withdrawn key after ten minutes', async () => {
    const { state, kids } = arrange(set('old'));
    await kids('old');
    state.answer = set('new');

    state.now += 599_999;
    expect(await kids('old')).toEqual(['old']);
    state.now += 1;
    expect(await kids('old')).toEqual(['new']);
  });

  it('uses the last keys for an hour while the issuer is unreachable, and no longer', async () => {
    const { state, kids, keys } = arrange(set('a'));
    await kids('a');
    state.answer = new Error('unplugged');

    state.now = 3_599_999;
    expect(await kids('a')).toEqual(['a']);
    state.now = 3_600_000;
    await expect(keys.current()).rejects.toThrow(KeysUnavailableError);
  });

  it('waits ten seconds after a failure, then fetches again', async () => {
    const { state, keys, entries } = arrange(new Error('unplugged'));

    await expect(keys.current()).rejects.toThrow('unplugged');
    await expect(keys.current()).rejects.toThrow('unplugged');
    expect(state.fetches).toBe(1);
    expect(entries).toEqual([
      expect.objectContaining({ level: 'error', detail: expect.stringContaining('unplugged') }),
    ]);

    state.now += 10_000;
    state.answer = set('a');
    expect((await keys.current()).keys).toHaveLength(1);
  });

  it.each(['<html>', '[]', 'null', '{}', '{"keys":{}}'])('refuses %s as a key set', async (answer) => {
    await expect(arrange(answer).keys.current()).rejects.toThrow(KeysUnavailableError);
  });

  it('ignores invalid keys', async () => {
    const { kids, state } = arrange('');
    state.answer = JSON.stringify({
      keys: [null, 1, {}, { kty: 1 }, { kty: 'RSA', kid: 7 }, { kty: 'new', kid: 'b' }],
    });

    expect(await kids('b')).toEqual(['b']);
  });

  it('names the discovery in the error', async () => {
    const fetch: FetchDocument = async (url) => {
      throw new Error(`${url.pathname} unplugged`);
    };
    const keys = createIssuerKeys({ issuerUrl, fetch, clock: () => 0, log: () => undefined });

    await expect(keys.current()).rejects.toThrow(/openid-configuration unplugged.*jwks\.json unplugged/);
  });
});
