import { describe, expect, it } from '@jest/globals';
import { createClient, RefusedError } from '../../../examples/token-caching-client/client.ts';
import { TokenCache } from '../../../examples/token-caching-client/token-cache.ts';

const credentials = { tokenUrl: 'https://idp.example.com/token', clientId: 'me', clientSecret: 'secret' };

/** A token endpoint that gives `token-1`, `token-2` and so on, each good for an hour, and a clock. */
function tokenEndpoint(failures = 0, lifetimeSeconds = 3600) {
  const requests: RequestInit[] = [];
  const clock = { now: 0 };
  const answer = async (_url: unknown, init: RequestInit = {}) => {
    requests.push(init);
    if (requests.length <= failures) return new Response('{"error":"temporarily_unavailable"}', { status: 503 });
    return Response.json({ access_token: `token-${requests.length}`, expires_in: lifetimeSeconds });
  };
  const cache = new TokenCache(
    { ...credentials, scopes: ['svc/query.search', 'svc/query.entity'] },
    { fetch: answer as typeof fetch, now: () => clock.now },
  );
  return { cache, clock, requests };
}

describe('TokenCache', () => {
  it('asks once for many calls, also at the same time', async () => {
    const { cache, requests } = tokenEndpoint();

    const tokens = await Promise.all([cache.get(), cache.get(), cache.get()]);
    tokens.push(await cache.get());

    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: `Basic ${btoa('me:secret')}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&scope=svc%2Fquery.search+svc%2Fquery.entity',
    });
  });

  it.each([
    ['a minute before it ends', 3_600, 3_540_000],
    ['after half of its life where that is short', 60, 30_000],
  ])('replaces a token %s, once', async (_what, lifetimeSeconds, end) => {
    const { cache, clock, requests } = tokenEndpoint(0, lifetimeSeconds);
    await cache.get();

    clock.now = end - 1;
    const before = await cache.get();
    clock.now = end;
    const after = await Promise.all([cache.get(), cache.get()]);

    expect(before).toBe('token-1');
    expect(after).toEqual(['token-2', 'token-2']);
    expect(requests).toHaveLength(2);
  });

  it('does not keep a failure', async () => {
    const { cache } = tokenEndpoint(1);

    await expect(cache.get()).rejects.toThrow('answered 503');
    await expect(cache.get()).resolves.toBe('token-2');
  });
});

describe('the client', () => {
  it('replaces a refused token once', async () => {
    const { cache } = tokenEndpoint();
    const sent: string[] = [];
    const call = createClient('https://api.example.com/', cache, (async (_url: unknown, init: RequestInit) => {
      const { authorization = '' } = init.headers as Record<string, string>;
      sent.push(authorization);
      return authorization === 'Bearer token-1' ? new Response('', { status: 403 }) : Response.json({ data: { a: 1 } });
    }) as typeof fetch);

    await expect(call('{ a }')).resolves.toEqual({ data: { a: 1 } });
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('gives up when the new token is refused as well', async () => {
    const { cache, requests } = tokenEndpoint();
    const call = createClient(
      'https://api.example.com/',
      cache,
      (async () => new Response('{"message":"Forbidden"}', { status: 403 })) as typeof fetch,
    );

    await expect(call('{ a }')).rejects.toThrow(RefusedError);
    expect(requests).toHaveLength(2);
  });
});
