import { afterEach, describe, expect, it } from '@jest/globals';
import type { BodyLimits } from '../../../../../apps/service/gateway/body.ts';
import { callerOf, forwardingHeader } from '../../../../../apps/service/gateway/connections.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../../../apps/service/gateway/gateway.ts';
import type { Route } from '../../../../../apps/service/gateway/route.ts';
import { callRaw, postHead, type RawCaller } from '../../../../setup/raw-caller.ts';

const megabyte = 1024 * 1024;
const gateways: Gateway[] = [];
const callers: RawCaller[] = [];

afterEach(async () => {
  for (const { socket } of callers.splice(0)) socket.destroy();
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close(0)));
});

async function open(options: GatewayOptions): Promise<{ gateway: Gateway; port: number }> {
  const gateway = createGateway(options);
  gateways.push(gateway);
  const { port } = await gateway.listen(0);
  return { gateway, port };
}

/** A gateway that answers with the length of the body, and takes the token `good`. */
async function serve(options: GatewayOptions = {}, route: Partial<Route> = {}) {
  const asked: string[] = [];
  const { gateway, port } = await open({
    ...options,
    routes: [
      {
        routeKey: 'POST /',
        integration: ({ body, isBase64Encoded }) => ({
          bytes: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').length,
        }),
        authorizer: {
          authorize: ({ headers }) => {
            asked.push(headers?.['authorization'] ?? '');
            return { isAuthorized: headers?.['authorization'] === 'good' };
          },
          identitySources: ['$request.header.Authorization'],
          resultTtlInSeconds: 0,
        },
        ...route,
      },
    ],
  });
  const call = async (): Promise<RawCaller> => {
    const caller = await callRaw(port);
    callers.push(caller);
    return caller;
  };
  return { gateway, port, call, asked };
}

const authorized = { authorization: 'good' };

/** Resolves when a condition holds; looks again whenever the event loop has been round. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the body of a request that is not authorized', () => {
  it.each([
    ['401', {}],
    ['403', { authorization: 'bad' }],
  ])('is not waited for: 60 unfinished ones of 9 MB are answered %s, hold nothing and end', async (status, headers) => {
    const { gateway, call } = await serve();
    const part = Buffer.alloc(megabyte, 120);
    let most = 0;

    await Promise.all(
      Array.from({ length: 60 }, async () => {
        const caller = await call();
        const sent = caller.send(postHead('/', 9 * megabyte, headers)).then(() => caller.send(part));
        const answer = await caller.receive('}');
        most = Math.max(most, gateway.heldBytes());
        expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
        expect(answer).toMatch(/^connection: close\r$/im);
        caller.socket.end();
        await Promise.all([sent, caller.ended]);
      }),
    );

    expect(most).toBe(0);
  });

  it('is dropped when it comes after all, so that a caller that sends first and reads later has the answer', async () => {
    const { call } = await serve();
    const caller = await call();
    caller.socket.pause();

    await caller.send(postHead('/', 9 * megabyte));
    await caller.send(Buffer.alloc(9 * megabyte));
    caller.socket.resume();

    expect(await caller.ended).toMatch(/^HTTP\/1.1 401 .*\{"message":"Unauthorized"\}$/s);
  });

  it('does not end the connection when it has come already', async () => {
    const { call } = await serve();
    const caller = await call();

    await caller.send(`${postHead('/', 2)}{}`);
    await caller.receive('Unauthorized"}');
    await caller.send(`${postHead('/', 2, authorized)}{}`);

    expect(await caller.receive('{"bytes":2}')).not.toMatch(/connection: close/i);
  });

  it('is not asked for', async () => {
    const { call, asked } = await serve();
    const [refused, welcome] = [await call(), await call()];

    await refused.send(postHead('/', 5, { authorization: 'bad', expect: '100-continue' }));
    await welcome.send(postHead('/', 5, { ...authorized, expect: '100-continue' }));
    await welcome.receive('100 Continue');
    await welcome.send('12345');

    expect(await refused.receive('}')).toMatch(/^HTTP\/1.1 403 /);
    expect(await welcome.receive('}')).toMatch(/100 Continue.*\{"bytes":5\}$/s);
    expect(asked).toEqual(['bad', 'good']);
  });

  it('is not read where no route leads', async () => {
    const { gateway, call } = await serve();
    const caller = await call();

    await caller.send(postHead('/nowhere', 9 * megabyte));
    await caller.send(Buffer.alloc(megabyte));

    expect(await caller.receive('}')).toMatch(/^HTTP\/1.1 404 /);
    expect(gateway.heldBytes()).toBe(0);
  });
});

describe('bodies of authorized requests', () => {
  it('hold no more than their limit together; the others are answered 503 and can be repeated', async () => {
    const limits = { largest: megabyte, together: 4 * megabyte };
    const { gateway, port, call } = await serve({ bodies: limits });
    const part = Buffer.alloc(megabyte - 1, 120);
    const all = await Promise.all(Array.from({ length: 20 }, call));
    const refusals: string[] = [];
    const noteRefusal = (answer: string) => void refusals.push(answer);

    const sent = all.map((caller) => caller.send(postHead('/', megabyte, authorized)).then(() => caller.send(part)));
    // Four are held for ever: neither finished nor refused.
    for (const caller of all) caller.receive('}').then(noteRefusal, () => {});
    await until(() => refusals.length === 16);
    await Promise.all(sent);
    const held = gateway.heldBytes();
    for (const { socket } of all) socket.destroy();
    await until(() => gateway.heldBytes() === 0);
    const again = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: authorized, body: part });

    for (const refusal of refusals)
      expect(refusal).toMatch(/^HTTP\/1.1 503 .*retry-after: 1.*Send the request again/is);
    expect(held).toBe(limits.together);
    expect(await again.json()).toEqual({ bytes: part.length });
  });

  it('hold memory until they are answered, and give back all of it', async () => {
    const reached = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const integration = async () => {
      reached.resolve();
      await answered.promise;
      return 'done';
    };
    const { gateway, port } = await serve({}, { integration });

    const response = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: authorized, body: 'x'.repeat(500) });
    await reached.promise;
    const during = gateway.heldBytes();
    answered.resolve();
    await response;

    expect(during).toBe(500);
    await until(() => gateway.heldBytes() === 0);
  });

  it('take little more than their length when they come byte by byte', async () => {
    const { gateway, call } = await serve();
    const caller = await call();
    const count = 20_000;
    let most = 0;

    await caller.send(
      postHead('/', 0, { ...authorized, 'transfer-encoding': 'chunked' }).replace(/content-length.*\r\n/, ''),
    );
    const sent = caller.send('1\r\nx\r\n'.repeat(count));
    await until(() => {
      most = Math.max(most, gateway.heldBytes());
      return most >= count;
    });
    await sent;
    await caller.send('0\r\n\r\n');

    expect(await caller.receive('}')).toContain(`{"bytes":${count}}`);
    expect(most).toBeLessThanOrEqual(2 * count);
  });

  it.each([
    ['announced', {}],
    ['found out while it comes', { 'transfer-encoding': 'chunked' }],
  ])('are refused with 413 when one is too large, which is %s, and hold nothing then', async (_how, headers) => {
    const { gateway, call } = await serve({ bodies: { largest: 1000 } });
    const caller = await call();
    const chunked = 'transfer-encoding' in headers;
    const head = postHead('/', 1001, { ...authorized, ...headers });

    await caller.send(chunked ? head.replace(/content-length.*\r\n/, '') : head);
    await caller.send(chunked ? `3e8\r\n${'x'.repeat(1000)}\r\n1\r\nx\r\n` : 'x');

    expect(await caller.receive('}')).toMatch(/^HTTP\/1.1 413 .*Request Too Long/s);
    expect(gateway.heldBytes()).toBe(0);
  });

  it('give their memory back when the caller breaks off', async () => {
    const { gateway, call } = await serve();
    const caller = await call();

    await caller.send(postHead('/', megabyte, authorized));
    await caller.send(Buffer.alloc(1000));
    await until(() => gateway.heldBytes() === 1000);
    caller.socket.destroy();

    await until(() => gateway.heldBytes() === 0);
  });
});

describe('limits of a route', () => {
  it('are shared by the routes that have the same ones, and by no other', async () => {
    const limits: BodyLimits = { largest: 1000, together: 1500 };
    const integration = () => 'fine';
    const { gateway, port } = await open({
      routes: [
        { routeKey: 'POST /a', bodies: limits, integration },
        { routeKey: 'POST /b', bodies: limits, integration },
        { routeKey: 'POST /other', integration },
      ],
    });
    const [first, second] = [await callRaw(port), await callRaw(port)];
    callers.push(first, second);
    const post = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x' })).status;

    await first.send(`${postHead('/a', 1000)}${'x'.repeat(900)}`);
    await until(() => gateway.heldBytes(limits) === 900);
    await second.send(`${postHead('/b', 1000)}${'x'.repeat(600)}`);
    await until(() => gateway.heldBytes(limits) === 1500);

    expect([await post('/a'), await post('/b'), await post('/other')]).toEqual([503, 503, 200]);
  });
});

describe('connections', () => {
  it('are counted by IPv4 address, and by the network of an IPv6 one', () => {
    expect(callerOf('::ffff:192.0.2.7')).toBe(callerOf('192.0.2.7'));
    expect(callerOf('2001:db8:0:1::5')).toBe(callerOf('2001:db8::1:ffff:0:0:9'));
    expect(callerOf('2001:db8:0:1::5')).not.toBe(callerOf('2001:db8:0:2::5'));
    expect(callerOf('fe80::1%eth0')).toBe(callerOf('fe80::2%eth0'));
  });

  it('are closed at once beyond what one address may have, and again possible when others end', async () => {
    const counts: number[] = [];
    let clock = 0;
    const { call } = await serve({
      connectionLimitPerAddress: 2,
      onConnectionsRefused: (count) => counts.push(count),
      now: () => clock,
    });
    const [first] = [await call(), await call()];

    for (let more = 0; more < 3; more++) expect(await (await call()).ended).toBe('');
    first.socket.destroy();
    await first.ended;
    clock += 60_000;
    let next = await call();
    // The gateway may see the end of the first one later than the beginning of the next.
    while (!(await isServed(next))) next = await call();

    expect(counts[0]).toBe(1);
  });

  it('are closed at once beyond what all may have', async () => {
    const { call } = await serve({ connectionLimit: 1 });
    const first = await call();

    expect(await (await call()).ended).toBe('');
    expect(await isServed(first)).toBe(true);
  });

  it('end when no whole request comes by them in time', async () => {
    const { call } = await serve({ headersTimeoutInSeconds: 0.05, requestTimeoutInSeconds: 0.1 });
    const [silent, head, body] = [await call(), await call(), await call()];

    await head.send('POST / HTTP/1.1\r\nHost: x\r\n');
    await body.send(`${postHead('/', 10, authorized)}12345`);

    expect(await silent.ended).toMatch(/^(HTTP\/1.1 408 |$)/);
    expect(await head.ended).toMatch(/^HTTP\/1.1 408 /);
    await body.ended;
  });
});

async function isServed(caller: RawCaller): Promise<boolean> {
  await caller.send(`${postHead('/', 1, authorized)}x`);
  return caller.receive('{"bytes":1}').then(
    () => true,
    () => false,
  );
}

describe('what a proxy forwards', () => {
  it.each([
    'X-Forwarded-For',
    'x-forwarded-host',
    'X-Forwarded-Proto',
    'X-Forwarded-Port',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Original-Host',
  ])('is told by %s', (name) => {
    expect(forwardingHeader(['Host', 'via', name, 'a'])).toBe(name);
  });

  it('is not told by what browsers send', () => {
    const headers = ['Host', 'localhost', 'Accept', '*/*', 'Cookie', 'via=1', 'Sec-Fetch-Site', 'same-origin'];

    expect(forwardingHeader([...headers, 'Origin', 'http://localhost', 'Referer', 'forwarded'])).toBeUndefined();
  });

  it('is refused by a route that says so, and by no other', async () => {
    const integration = () => 'fine';
    const { port } = await open({
      routes: [
        { routeKey: 'GET /direct', refusesForwarded: true, integration },
        { routeKey: 'GET /any', integration },
      ],
    });
    const ask = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return `${response.status} ${await response.text()}`;
    };

    expect(await ask('/direct', {})).toBe('200 fine');
    expect(await ask('/any', { via: '1.1 proxy' })).toBe('200 fine');
    expect(await ask('/direct', { 'x-forwarded-for': '127.0.0.1' })).toMatch(/^403 .*A proxy.*x-forwarded-for/);
  });
});
