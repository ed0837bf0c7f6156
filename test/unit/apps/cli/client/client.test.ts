import { rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BackoffOptions, retryAfterOf, withBackoff } from '../../../../../apps/cli/client/backoff.ts';
import { connectionText, findConnection } from '../../../../../apps/cli/client/connection.ts';
import { findEntity, QueryRefusedError, searchEntities } from '../../../../../apps/cli/client/entities.ts';
import {
  AnswerNotUnderstoodError,
  CallerRefusedError,
  ConnectionUnknownError,
  ServiceUnreachableError,
  TokenRefusedError,
} from '../../../../../apps/cli/client/errors.ts';
import {
  createGraphqlClient,
  type GraphqlAnswer,
  type GraphqlClient,
} from '../../../../../apps/cli/client/graphql-client.ts';
import type { Fetch } from '../../../../../apps/cli/client/http-exchange.ts';
import {
  type CachedToken,
  createTokenCache,
  type TokenCache,
  tokenCacheDirectory,
} from '../../../../../apps/cli/client/token-cache.ts';
import { createTokenSource, type TokenSource } from '../../../../../apps/cli/client/token-source.ts';
import { enterService, type ServiceDescription } from '../../../../../apps/service/running-services.ts';
import type { TypedQuery } from '../../../../../src/graphql/queries.ts';
import { type LocalServer, listenLocally } from '../../../../setup/local-server.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const backoff: BackoffOptions = { attempts: 3, firstPause: 100, longestPause: 1000 };

/** A network that gives one answer after the other and remembers what it was sent. */
function network(...answers: (Response | Error)[]) {
  const sent: { url: string; authorization: string | null; body: string }[] = [];
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    sent.push({ url: String(url), authorization: headers.get('authorization'), body: String(init?.body) });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('nothing more to answer');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, sent };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

function pacing() {
  const pauses: number[] = [];
  return { pauses, random: () => 1, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
}

describe('withBackoff', () => {
  it('doubles its pauses up to the longest and gives up after the attempts', async () => {
    const { pauses, ...pace } = pacing();
    const attempt = async () => ({ setback: { reason: 'busy' } });

    const outcome = await withBackoff(attempt, { attempts: 6, firstPause: 100, longestPause: 500 }, pace);

    expect(outcome).toEqual({ setback: { reason: 'busy' } });
    expect(pauses).toEqual([100, 200, 400, 500, 500]);
  });

  it('begins no attempt when the time for it is over', async () => {
    const { pauses, ...pace } = pacing();
    let time = 0;
    const attempt = async () => {
      time += 400;
      return { setback: { reason: 'no answer in time' } };
    };

    const outcome = await withBackoff(
      attempt,
      { ...backoff, attempts: 9, within: 1000 },
      { ...pace, clock: () => time },
    );

    expect(outcome).toEqual({ setback: { reason: 'no answer in time' } });
    expect(time).toBe(1200);
    expect(pauses).toHaveLength(2);
  });

  it('draws a pause from nothing to the bound, and waits as long as it was asked to', async () => {
    const { pauses, pause } = pacing();
    const setbacks = [{ reason: 'a' }, { reason: 'b', retryAfter: 700 }];
    const attempt = async () => {
      const setback = setbacks.shift();
      return setback === undefined ? { result: 'done' } : { setback };
    };

    const outcome = await withBackoff(attempt, backoff, { pause, random: () => 0.25 });

    expect(outcome).toEqual({ result: 'done' });
    expect(pauses).toEqual([25, 700]);
  });
});

describe('retryAfterOf', () => {
  it.each([
    [null, undefined],
    ['3', 3000],
    ['Thu, 01 Jan 1970 00:00:09 GMT', 5000],
    ['soon', undefined],
  ])('reads %j as %j', (header, milliseconds) => {
    expect(retryAfterOf(header, 4000)).toBe(milliseconds);
  });
});

describe('createTokenSource', () => {
  const owner = { tokenUrl: 'https://idp.example.com/oauth2/token', clientId: 'me', clientSecret: 's', scope: 'svc/a' };
  const memory = (kept?: CachedToken): TokenCache & { kept?: CachedToken } => ({
    ...(kept === undefined ? {} : { kept }),
    async read() {
      return this.kept;
    },
    async write(token) {
      this.kept = token;
    },
  });

  it('requests one token for all callers, with basic authentication, and keeps it', async () => {
    const { fetch, sent } = network(json({ access_token: 't1', expires_in: 3600 }));
    const cache = memory();
    const source = createTokenSource({ owner, cache, fetch, now: () => 1000 });

    const tokens = await Promise.all([source.token(), source.token()]);

    expect([...tokens, await source.token()]).toEqual(['t1', 't1', 't1']);
    expect(sent).toEqual([
      {
        url: owner.tokenUrl,
        authorization: `Basic ${Buffer.from('me:s').toString('base64')}`,
        body: 'grant_type=client_credentials&scope=svc%2Fa',
      },
    ]);
    expect(cache.kept).toEqual({ token: 't1', expires: 3_601_000 });
  });

  it('takes the token that an earlier run kept, until shortly before it ends', async () => {
    const { fetch, sent } = network(json({ access_token: 't2', expires_in: 3600 }));
    let now = 0;
    const source = createTokenSource({
      owner,
      cache: memory({ token: 't1', expires: 100_000 }),
      fetch,
      now: () => now,
    });

    const first = await source.token();
    now = 40_000;
    const second = await source.token();

    expect([first, second]).toEqual(['t1', 't2']);
    expect(sent).toHaveLength(1);
  });

  it('asks for another token when one was refused', async () => {
    const { fetch } = network(json({ access_token: 't2', expires_in: 3600 }));
    const source = createTokenSource({ owner, cache: memory({ token: 't1', expires: 1e15 }), fetch });

    source.refused(await source.token());

    expect(await source.token()).toBe('t2');
  });

  it('says what the token endpoint refused', async () => {
    const { fetch } = network(json({ error: 'invalid_client' }, 400));
    const source = createTokenSource({ owner, fetch });

    const asked = source.token();

    await expect(asked).rejects.toThrow(TokenRefusedError);
    await expect(asked).rejects.toThrow('invalid_client');
  });

  it('tries again while the endpoint does not answer', async () => {
    const { fetch } = network(
      new TypeError('fetch failed'),
      json({}, 503),
      json({ access_token: 't', expires_in: 60 }),
    );

    expect(await createTokenSource({ owner, fetch, backoff, pacing: pacing() }).token()).toBe('t');
  });
});

describe('createGraphqlClient', () => {
  function tokensOf(...tokens: string[]): TokenSource {
    return {
      token: async () => tokens[0] as string,
      refused: () => void tokens.shift(),
    };
  }
  const client = (fetch: Fetch, tokens = tokensOf('t1', 't2', 't3'), pace = pacing()) =>
    createGraphqlClient({ apiUrl: 'https://api.example.com/', tokens, fetch, backoff, pacing: pace });

  const query = '{ a }' as TypedQuery<unknown, object>;

  it('sends query and variables with the token', async () => {
    const { fetch, sent } = network(json({ data: { a: 1 } }));

    const answer = await client(fetch).execute(query, { b: 2 });

    expect(answer).toEqual({ data: { a: 1 } });
    expect(sent).toEqual([
      { url: 'https://api.example.com/', authorization: 'Bearer t1', body: '{"query":"{ a }","variables":{"b":2}}' },
    ]);
  });

  it.each([
    ['the network', () => new TypeError('fetch failed')],
    ['overload', () => json({ message: 'Too Many Requests' }, 429)],
    ['the gateway', () => json({ message: 'Internal Server Error' }, 500)],
    ['TRY_AGAIN', () => json({ data: null, errors: [{ message: 'busy', extensions: { code: 'TRY_AGAIN' } }] })],
    ['a retryable error', () => json({ errors: [{ message: 'x', extensions: { code: 'NEW', retryable: true } }] })],
  ])('tries again after a failure of %s', async (_, failure) => {
    const { fetch, sent } = network(failure(), json({ data: {} }));

    expect(await client(fetch).execute(query, {})).toEqual({ data: {} });
    expect(sent).toHaveLength(2);
  });

  it('waits as long as the service asks', async () => {
    const { fetch } = network(json({}, 503, { 'retry-after': '2' }), json({ data: {} }));
    const pace = pacing();

    await client(fetch, tokensOf('t'), pace).execute(query, {});

    expect(pace.pauses).toEqual([2000]);
  });

  it('gives up with the last reason', async () => {
    const { fetch } = network(
      json({}, 500),
      json({}, 500),
      new TypeError('fetch failed', { cause: new Error('refused') }),
    );

    const asked = client(fetch).execute(query, {});

    await expect(asked).rejects.toThrow(ServiceUnreachableError);
    await expect(asked).rejects.toThrow('Given up after 3 attempts: https://api.example.com/ does not answer: refused');
  });

  it.each([401, 403])('tries another token once after %d', async (status) => {
    const { fetch, sent } = network(json({ message: 'no' }, status), json({ data: {} }));

    await client(fetch).execute(query, {});

    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  const errors = [{ message: 'no', extensions: { code: 'BAD_USER_INPUT' } }];

  it.each([
    ['hands errors of the operation on', json({ errors }, 400), { errors }],
    ['tells that a request was too large', json({ message: 'Request Too Long' }, 413), { tooLarge: true }],
  ])('%s', async (_what, answer, outcome) => {
    expect(await client(network(answer).fetch).execute(query, {})).toEqual(outcome);
  });

  const forbidden = () => json({ message: 'Forbidden' }, 403);

  it.each([
    ['a caller that is refused with a new token too', [forbidden(), forbidden()], CallerRefusedError],
    ['an answer that is no GraphQL', [new Response('<html>')], AnswerNotUnderstoodError],
  ])('fails for %s', async (_what, answers, error) => {
    await expect(client(network(...answers).fetch).execute(query, {})).rejects.toThrow(error);
  });
});

const directory = temporaryDirectory('beforeAll');

const local = {
  apiUrl: 'http://127.0.0.1:1/',
  tokenUrl: 'http://127.0.0.1:1/oauth2/token',
  clientId: 'a',
  clientSecret: 'b',
};
const env = {
  ENTITY_DATA_API_URL: 'https://api.example.com/',
  ENTITY_DATA_TOKEN_URL: 'https://idp.example.com/oauth2/token',
  ENTITY_DATA_CLIENT_ID: 'c',
  ENTITY_DATA_CLIENT_SECRET: 'd',
};

describe('findConnection', () => {
  it('takes the environment, and options before it', async () => {
    const found = await findConnection({ clientId: 'mine' }, env);

    expect(found).toEqual({
      apiUrl: env.ENTITY_DATA_API_URL,
      tokenUrl: env.ENTITY_DATA_TOKEN_URL,
      clientId: 'mine',
      clientSecret: 'd',
      scope: undefined,
    });
  });

  /** A service of which only the address is there, with an entry in a directory, or in several. */
  async function running(where: Partial<ServiceDescription>, started: number, ...places: readonly string[]) {
    const server = await listenLocally(createServer());
    servers.push(server);
    const { url: origin } = server;
    const service = {
      ...{ ...local, apiUrl: `${origin}/`, tokenUrl: `${origin}/oauth2/token`, mcpUrl: `${origin}/mcp` },
      dataDirectory: directory.path('data'),
      ...where,
    };
    for (const place of places) await enterService(place, { ...service, consoleUrl: `${origin}/?token=t` }, started);
    return service;
  }
  const servers: LocalServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  it('takes the local service of a data directory, whatever the environment names', async () => {
    const service = await running({}, 1, directory.path('data'));

    const found = await findConnection({ dataDir: directory.path('data'), scope: 'svc/query.search' }, env);

    expect(found).toEqual({ ...service, scope: 'svc/query.search', others: [] });
    expect(connectionText(found)).toBe(`Service: ${service.apiUrl} on ${directory.path('data')}`);
    await expect(findConnection({ dataDir: directory.path('data'), apiUrl: local.apiUrl }, {})).rejects.toMatchObject({
      code: 'CONNECTION_UNKNOWN',
      message: '--data-dir chooses a local service, and --api-url names a deployment.',
    });
  });

  describe('with several local services', () => {
    const home = () => directory.path('home');
    const shop = () => directory.path('shop');
    let own: Awaited<ReturnType<typeof running>>;
    let latter: Awaited<ReturnType<typeof running>>;

    beforeEach(async () => {
      own = await running({ dataDirectory: home() }, 1, home());
      const dataDirectory = join(shop(), 'data');
      latter = await running({ dataDirectory, instanceDirectory: shop() }, 2, dataDirectory, home());
    });
    afterEach(() => Promise.all([home(), shop()].map((path) => rm(path, { recursive: true }))));

    it.each([
      ['a data directory', () => ({ dataDir: home() }), () => own],
      ['the data directory of an instance', () => ({ dataDir: join(shop(), 'data') }), () => latter],
      ['an instance', () => ({ instance: `${shop()}/` }), () => latter],
      ['both', () => ({ instance: shop(), dataDir: join(shop(), 'data') }), () => latter],
    ])('takes exactly the one that %s chooses, also to write', async (_what, choice, service) => {
      expect(await findConnection(choice(), {}, true)).toEqual({ ...service(), scope: undefined, others: [] });
    });

    it('takes none that the options do not choose', async () => {
      await expect(findConnection({ instance: shop(), dataDir: home() }, {})).rejects.toMatchObject({
        code: 'CONNECTION_UNKNOWN',
        message: `No local service is running on the instance ${shop()} and ${home()}.`,
      });
    });

    it('follows links to a directory, and takes services on the same data for one', async () => {
      await symlink(shop(), directory.path('link'));
      const { dataDirectory } = latter;
      const third = await running({ dataDirectory, instanceDirectory: shop() }, 3, dataDirectory);

      const found = await findConnection({ instance: directory.path('link') }, {}, true);

      expect(found).toMatchObject({ apiUrl: third.apiUrl, others: [] });
    });
  });

  it('says that no local service is running, and how to start it', async () => {
    const dataDir = directory.path('none');
    const finding = findConnection({ dataDir }, {});

    await expect(finding).rejects.toThrow(ConnectionUnknownError);
    await expect(finding).rejects.toMatchObject({
      message: `No local service is running on ${dataDir}.`,
      hint: expect.stringContaining(`entity-data start --data-dir ${dataDir}`),
    });
  });

  const nothing = { apiUrl: '', tokenUrl: '', clientId: '', clientSecret: '' };

  it.each([
    [
      'names what is missing',
      { apiUrl: env.ENTITY_DATA_API_URL, clientId: 'c' },
      {},
      'Missing: --token-url, --client-secret.',
    ],
    ['takes what is empty for missing, not for a wish for the local service', nothing, {}, 'Missing: --api-url,'],
    ['refuses what is no address', { apiUrl: 'api.example.com' }, env, 'is not an http or https address'],
  ])('%s', async (_what, options, environment, message) => {
    await expect(findConnection(options, environment)).rejects.toThrow(message);
  });
});

describe('createTokenCache', () => {
  const owner = { tokenUrl: local.tokenUrl, clientId: 'a', clientSecret: 'b' };
  const token = { token: 't', expires: 5 };

  it('keeps a token for its owner only', async () => {
    const tokens = directory.path('tokens');
    await createTokenCache(tokens, owner).write(token);

    expect(await createTokenCache(tokens, owner).read()).toEqual(token);
    expect(await createTokenCache(tokens, { ...owner, clientSecret: 'changed' }).read()).toBeUndefined();
    expect(await createTokenCache(tokens, { ...owner, scope: 'svc/query.search' }).read()).toBeUndefined();
  });

  it('does without a place to keep it', async () => {
    const cache = createTokenCache('/dev/null/tokens', owner);

    await cache.write(token);

    expect(await cache.read()).toBeUndefined();
  });

  it('lies in the cache directory of the user', () => {
    expect(tokenCacheDirectory({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/entity-data/tokens');
  });
});

/** A service that gives this answer to queries with edges, and an entity to all others. */
function service(code: string) {
  const asked: boolean[] = [];
  const pageInfo = { hasNextPage: false, endCursor: null };
  const entity = { id: 'E', records: [{ id: 'a' }], hits: {}, hitScore: 0 };
  const answer = (query: string, edges: boolean): GraphqlAnswer<unknown> => {
    asked.push(edges);
    if (edges) return { errors: [{ message: 'no edges', extensions: { code } }] };
    return {
      data: query.includes('search(')
        ? { search: { totalCount: 1, totalIs: 'EXACT', pageInfo, incomplete: [], entities: [entity] } }
        : { found: { entity } },
    };
  };
  const client: GraphqlClient = {
    execute: async <Data>(query: string, variables: unknown) =>
      answer(query, (variables as { edges: boolean }).edges) as GraphqlAnswer<Data>,
  };
  return { client, asked, entity, pageInfo };
}

describe('an entity with more edges than the API answers', () => {
  it('is shown without them, looked up or found', async () => {
    const { client, asked, entity, pageInfo } = service('ENTITY_TOO_LARGE');

    expect(await findEntity(client, '{ id }', 'entityByRecord', 'a')).toEqual(entity);
    expect(await searchEntities(client, '{ id }', { parameters: { name: 'x' }, first: 10 })).toEqual({
      totalCount: 1,
      totalIs: 'EXACT',
      pageInfo,
      incomplete: [],
      entities: [entity],
    });
    expect(asked).toEqual([true, false, true, false]);
  });

  it('is the only reason to ask twice', async () => {
    const { client, asked } = service('FORBIDDEN');

    await expect(findEntity(client, '{ id }', 'entity', 'E')).rejects.toThrow(QueryRefusedError);
    expect(asked).toEqual([true]);
  });
});
