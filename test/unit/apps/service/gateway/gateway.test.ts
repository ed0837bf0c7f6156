import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import type { HttpEvent } from '../../../../../apps/service/gateway/event.ts';
import { createGateway, type Gateway, type GatewayFailure } from '../../../../../apps/service/gateway/gateway.ts';
import type { Route } from '../../../../../apps/service/gateway/route.ts';

const running: Gateway[] = [];
const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.close(0)));
});

async function serve(routes: readonly Route[], options: Parameters<typeof createGateway>[0] = {}, host?: string) {
  const gateway = createGateway({ ...options, routes });
  running.push(gateway);
  const { port } = await gateway.listen(0, host);
  return { gateway, port, url: `http://127.0.0.1:${port}` };
}

/** The status and the JSON that an address answers. */
async function answerOf(url: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, init);
  return { status: response.status, body: await response.json() };
}

async function eventOf(path: string, init: RequestInit): Promise<HttpEvent> {
  const events: HttpEvent[] = [];
  const { url } = await serve([{ routeKey: '$default', integration: (event) => void events.push(event) }]);
  await fetch(`${url}${path}`, init);
  return events[0] as HttpEvent;
}

describe('events of the gateway', () => {
  it('carry a request in payload format 2.0', async () => {
    const event = await eventOf('/a?b=1&c=x%20y&b=2', {
      method: 'POST',
      body: '{"ä":1}',
      headers: { 'Content-Type': 'application/json', 'X-Thing': 'one', 'User-Agent': 'tests' },
    });

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: '$default',
      rawPath: '/a',
      rawQueryString: 'b=1&c=x%20y&b=2',
      queryStringParameters: { b: '1,2', c: 'x y' },
      body: '{"ä":1}',
      isBase64Encoded: false,
      headers: { 'x-thing': 'one', 'content-type': 'application/json' },
      requestContext: {
        routeKey: '$default',
        stage: '$default',
        http: { method: 'POST', path: '/a', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'tests' },
      },
    });
    expect(event.requestContext.requestId).not.toBe('');
    expect(event.requestContext.timeEpoch).toBeGreaterThan(1.7e12);
    expect(event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  });

  it('leave out what the request does not have', async () => {
    const event = await eventOf('/', { method: 'GET' });

    expect(event).not.toHaveProperty('body');
    expect(event).not.toHaveProperty('cookies');
    expect(event).not.toHaveProperty('queryStringParameters');
    expect(event.requestContext).not.toHaveProperty('authorizer');
  });

  it('join repeated headers by commas and move cookies into a list', async () => {
    const events: HttpEvent[] = [];
    const { port } = await serve([{ routeKey: '$default', integration: (event) => void events.push(event) }]);

    await new Promise((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', headers: { 'X-Many': ['a', 'b'], Cookie: 'c=1; d=2' } }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });

    expect(events[0]?.headers['x-many']).toBe('a,b');
    expect(events[0]?.headers).not.toHaveProperty('cookie');
    expect(events[0]?.cookies).toEqual(['c=1', 'd=2']);
  });

  it('carry a body that is no text in base64', async () => {
    const event = await eventOf('/', { method: 'POST', body: new Uint8Array([0, 255]) });

    expect(event.isBase64Encoded).toBe(true);
    expect(event.body).toBe('AP8=');
  });

  it('name IPv6 callers by their address and IPv4 callers without the IPv6 prefix', async () => {
    if (!hasIPv6) return console.warn('This did not run: the machine has no IPv6 loopback address.');
    const integration = (event: HttpEvent) => ({ ip: event.requestContext.http.sourceIp });
    const { port } = await serve([{ routeKey: 'GET /', integration }], {}, '::');

    const four = await fetch(`http://127.0.0.1:${port}/`);
    const six = await fetch(`http://[::1]:${port}/`);

    expect([await four.json(), await six.json()]).toEqual([{ ip: '127.0.0.1' }, { ip: '::1' }]);
  });
});

describe('routes of the gateway', () => {
  const named = (routeKey: string): Route => ({
    routeKey,
    integration: ({ pathParameters }) => ({ routeKey, ...(pathParameters && { pathParameters }) }),
  });

  it.each([
    ['GET', '/records', { routeKey: 'GET /records' }],
    ['PUT', '/records', { routeKey: 'ANY /records' }],
    ['GET', '/records/7', { routeKey: 'GET /records/{id}', pathParameters: { id: '7' } }],
    ['GET', '/docs/a/b', { routeKey: 'GET /docs/{proxy+}', pathParameters: { proxy: 'a/b' } }],
    ['POST', '/docs/a/b', { message: 'Not Found' }],
    ['GET', '/', { message: 'Not Found' }],
  ])('send %s %s where API Gateway sends it', async (method, path, expected) => {
    const { url } = await serve(['ANY /records', 'GET /records', 'GET /docs/{proxy+}', 'GET /records/{id}'].map(named));

    const status = 'message' in expected ? 404 : 200;
    expect(await answerOf(`${url}${path}`, { method })).toEqual({ status, body: expected });
  });

  it('can be replaced while the gateway runs', async () => {
    const { gateway, url } = await serve([]);
    const before = await fetch(url);

    gateway.deploy([named('GET /')]);
    const after = await fetch(url);

    expect([before.status, after.status]).toEqual([404, 200]);
  });

  it('are refused when a key is none or is there twice', () => {
    expect(() => createGateway({ routes: [named('FETCH /')] })).toThrow('not a route key');
    expect(() => createGateway({ routes: [named('GET /'), named('GET /')] })).toThrow('twice');
  });
});

describe('answers of the gateway', () => {
  it('take an answer without status code for JSON', async () => {
    const { url } = await serve([{ routeKey: 'GET /', integration: async () => ({ a: 1 }) }]);

    const response = await fetch(url);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('pass on status, headers, cookies and a body in base64', async () => {
    const answer = {
      statusCode: 201,
      headers: { 'X-A': 'b', 'Content-Type': 'application/octet-stream' },
      cookies: ['c=1; Secure', 'd=2'],
      body: 'AP8=',
      isBase64Encoded: true,
    };
    const { url } = await serve([{ routeKey: 'GET /', integration: () => answer }]);

    const response = await fetch(url);

    expect(response.status).toBe(201);
    expect(response.headers.get('x-a')).toBe('b');
    expect(response.headers.getSetCookie()).toEqual(['c=1; Secure', 'd=2']);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  });

  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['answers a status that is none', () => ({ statusCode: 'fine' })],
    ['answers a body that is no text', () => ({ statusCode: 200, body: { a: 1 } })],
    ['answers more than Lambda may', () => ({ statusCode: 200, body: 'x'.repeat(7 * 1024 * 1024) })],
  ])('are 500 when the function %s', async (_, integration) => {
    const failures: GatewayFailure[] = [];
    const { url } = await serve([{ routeKey: 'GET /', integration }], {
      onFailure: (failure) => failures.push(failure),
    });

    expect(await answerOf(url)).toEqual({ status: 500, body: { message: 'Internal Server Error' } });
    expect(failures).toMatchObject([{ part: 'integration', routeKey: 'GET /' }]);
  });

  it('are 503 when the function takes too long', async () => {
    const { url } = await serve([{ routeKey: 'GET /', integration: () => new Promise(() => {}) }], {
      integrationTimeoutInSeconds: 0.01,
    });

    expect(await answerOf(url)).toEqual({ status: 503, body: { message: 'Service Unavailable' } });
  });

  it('are 413 for a body over the limit, and the gateway lives on', async () => {
    const { url } = await serve([{ routeKey: 'POST /', integration: () => 'fine' }]);

    const large = await answerOf(url, { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    const small = await fetch(url, { method: 'POST', body: 'x' });

    expect(large).toEqual({ status: 413, body: { message: 'Request Too Long' } });
    expect(small.status).toBe(200);
  });

  it('survive a caller that breaks off', async () => {
    const { port, url } = await serve([{ routeKey: 'POST /', integration: () => 'fine' }]);

    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
      });
      socket.on('close', () => resolve()).on('error', reject);
    });
    const response = await fetch(url, { method: 'POST', body: 'x' });

    expect(response.status).toBe(200);
  });
});

describe('authorizers of the gateway', () => {
  type Asked = APIGatewayRequestAuthorizerEventV2;
  const header = { authorization: 'Bearer one' };
  const statusOf = async (url: string) => (await fetch(url, { headers: header })).status;

  function guarded(authorize: (event: Asked) => unknown, resultTtlInSeconds = 0): Route {
    return {
      routeKey: 'GET /',
      integration: (event) => event.requestContext.authorizer ?? null,
      authorizer: { authorize, identitySources: ['$request.header.Authorization'], resultTtlInSeconds },
    };
  }

  it('are asked in payload format 2.0 and hand their context on', async () => {
    const asked: Asked[] = [];
    const authorize = (event: Asked) => {
      asked.push(event);
      return { isAuthorized: true, context: { scope: 'svc/query.search' } };
    };
    const { url } = await serve([guarded(authorize)]);

    const response = await fetch(url, { headers: header });

    expect(await response.json()).toEqual({ lambda: { scope: 'svc/query.search' } });
    expect(asked).toMatchObject([
      {
        version: '2.0',
        type: 'REQUEST',
        routeKey: 'GET /',
        identitySource: ['Bearer one'],
        headers: header,
        requestContext: { http: { sourceIp: '127.0.0.1' } },
      },
    ]);
  });

  it('are not asked without an identity source', async () => {
    const { url } = await serve([guarded(() => ({ isAuthorized: true }))]);

    expect(await answerOf(url)).toEqual({ status: 401, body: { message: 'Unauthorized' } });
  });

  it('refuse with 403', async () => {
    const { url } = await serve([guarded(() => ({ isAuthorized: false }))]);

    expect(await answerOf(url, { headers: header })).toEqual({ status: 403, body: { message: 'Forbidden' } });
  });

  it.each([
    ['fails', () => Promise.reject(new Error('broken'))],
    ['answers nonsense', () => 'yes'],
  ])('give 500 when the function %s', async (_, authorize) => {
    const failures: GatewayFailure[] = [];
    const { url } = await serve([guarded(authorize)], { onFailure: (failure) => failures.push(failure) });

    const body = { message: 'Internal Server Error' };
    expect(await answerOf(url, { headers: header })).toEqual({ status: 500, body });
    expect(failures).toMatchObject([{ part: 'authorizer' }]);
  });

  it('are asked for every request when the TTL is 0', async () => {
    let asked = 0;
    const { url } = await serve([guarded(() => ({ isAuthorized: ++asked > 1 }))]);

    expect([await statusOf(url), await statusOf(url)]).toEqual([403, 200]);
  });

  it('have their verdicts reused, refusals too, per identity source until the TTL is over', async () => {
    let clock = 1000;
    const asked: string[] = [];
    const authorize = (event: Asked) => {
      asked.push(event.identitySource?.[0] ?? '');
      return { isAuthorized: event.headers?.['authorization'] === 'good' };
    };
    const { url } = await serve([guarded(authorize, 10)], { now: () => clock });
    const call = async (authorization: string) => (await fetch(url, { headers: { authorization } })).status;

    const first = [await call('good'), await call('bad'), await call('good'), await call('bad')];
    clock += 9_999;
    const second = [await call('good'), await call('bad')];
    const askedSoFar = [...asked];
    clock += 1;
    const third = await call('good');

    expect([...first, ...second, third]).toEqual([200, 403, 200, 403, 200, 403, 200]);
    expect(askedSoFar).toEqual(['good', 'bad']);
    expect(asked).toEqual(['good', 'bad', 'good']);
  });

  it('have verdicts reused whatever the address', async () => {
    if (!hasIPv6) return console.warn('This did not run: the machine has no IPv6 loopback address.');
    const authorize = (event: Asked) => ({ isAuthorized: event.requestContext.http.sourceIp === '127.0.0.1' });
    const { port } = await serve([guarded(authorize, 10)], { now: () => 0 }, '::');

    const allowed = await statusOf(`http://127.0.0.1:${port}/`);
    const elsewhere = await statusOf(`http://[::1]:${port}/`);

    expect([allowed, elsewhere]).toEqual([200, 200]);
  });

  it('do not have failures reused', async () => {
    let asked = 0;
    const authorize = () => {
      if (++asked === 1) throw new Error('broken');
      return { isAuthorized: true };
    };
    const { url } = await serve([guarded(authorize, 10)]);

    expect([await statusOf(url), await statusOf(url)]).toEqual([500, 200]);
  });
});

describe('closing the gateway', () => {
  it('lets requests in flight finish and takes no new ones', async () => {
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const integration = () => {
      started.resolve();
      return finish.promise.then(() => 'done');
    };
    const { gateway, url } = await serve([{ routeKey: 'GET /', integration }]);

    const inFlight = fetch(url);
    await started.promise;
    const closed = gateway.close(300_000);
    finish.resolve();
    const response = await inFlight;
    await closed;

    expect(await response.text()).toBe('done');
    await expect(fetch(url)).rejects.toThrow();
  });

  it('cuts off what does not finish in time', async () => {
    const started = Promise.withResolvers<void>();
    const integration = () => {
      started.resolve();
      return new Promise(() => {});
    };
    const { gateway, url } = await serve([{ routeKey: 'GET /', integration }], { integrationTimeoutInSeconds: 600 });

    const inFlight = fetch(url);
    await started.promise;
    const [outcome] = await Promise.allSettled([inFlight, gateway.close(10)]);

    expect(outcome.status).toBe('rejected');
  });
});
