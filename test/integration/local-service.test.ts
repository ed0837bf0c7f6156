import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PortInUseError, PortUnavailableError } from '../../apps/service/address.ts';
import { StartError } from '../../apps/service/instance.ts';
import type { Service, ServiceOptions } from '../../apps/service/service.ts';
import { defaultRuleChangeOptions } from '../../src/entities/rule-changes/types.ts';
import { callRaw, postHead } from '../setup/raw-caller.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createCaller } from './api-caller.ts';
import { exampleFile, startExample } from './example-service.ts';

const directory = temporaryDirectory('beforeEach');

const start = (options: Partial<ServiceOptions> = {}): Promise<Service> =>
  startExample(directory.path('data'), { clientsFile: exampleFile('clients.json'), ...options });

const ada = { id: 'a', firstName: 'Ada', lastName: 'Byron', dateOfBirth: '1815-12-10', phone: '020 7946 0018' };
const adaAgain = {
  id: 'b',
  firstName: 'Adda',
  lastName: 'BYRON',
  dateOfBirth: '10/12/1815',
  phone: '+44 20 7946 0018',
};

describe('the local service', () => {
  let service: Service;

  beforeEach(async () => {
    service = await start();
  });

  afterEach(() => service.close(0));

  it('finds the data again after a restart, and takes the token of before', async () => {
    await service.close();
    const port = await startOnKeptPort();
    const caller = await createCaller(service);
    await caller.submit(ada, adaAgain);
    const before = await caller.entityByRecord('b');

    await service.close();
    service = await start({ port });
    const after = await caller.entityByRecord('b');

    expect(before.body.data.entityByRecord.entity.records).toHaveLength(2);
    expect(after).toEqual(before);
  });

  /** Starts the service at a port below the range that systems assign to processes which ask for any port. */
  async function startOnKeptPort(): Promise<number> {
    for (let port = 20_000 + (process.pid % 10_000); ; port++) {
      try {
        service = await start({ port });
        return port;
      } catch (error) {
        if (!(error instanceof PortInUseError)) throw error;
      }
    }
  }

  it('judges its tokens without a request to itself, which a machine that stands still would answer too late', async () => {
    const caller = await createCaller(service);
    const requests: unknown[] = [];
    const note = (request: unknown) => void requests.push(request);
    subscribe('http.client.request.start', note);

    const answer = await caller.query('{ __typename }');
    unsubscribe('http.client.request.start', note);

    expect(answer.body).toEqual({ data: { __typename: 'Query' } });
    expect(requests).toEqual([]);
  });

  it('lets a client do what its scopes allow, and nothing else', async () => {
    const reader = service.clients.find(({ name }) => name === 'reader')!;
    const caller = await createCaller({ ...service, ...reader });

    const search = await caller.query('{ search(input: { parameters: { phone: "1" } }) { totalCount } }');
    const submit = await caller.submit(ada);

    expect(search.body).toEqual({ data: { search: { totalCount: 0 } } });
    expect(submit.body.errors).toMatchObject([
      {
        message: 'access denied, required privilege: svc/mutation.submit',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
  });

  it.each([
    ['no token', {}, 401, { message: 'Unauthorized' }],
    ['a forged token', { authorization: 'Bearer a.b.c' }, 403, { message: 'Forbidden' }],
  ])('refuses %s', async (_, headers, status, body) => {
    const response = await fetch(service.apiUrl, { method: 'POST', headers });

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(body);
  });

  it('survives bad requests', async () => {
    const { token, query } = await createCaller(service);
    const send = async (body: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(service.apiUrl, { method: 'POST', headers, body })).status;
    };

    const statuses = [
      await send('no JSON'),
      await send('x'.repeat(11 * 1024 * 1024)),
      await send(JSON.stringify({ query: '{'.repeat(1000) })),
      (await fetch(service.tokenUrl)).status,
      (await fetch(`${service.apiUrl}elsewhere`)).status,
    ];
    const after = await query('{ metrics { assemblyStatus { state } } }');

    expect(statuses).toEqual([400, 413, expect.any(Number), 405, 404]);
    expect(statuses[2]).toBeGreaterThanOrEqual(200);
    expect(statuses[2]).toBeLessThan(500);
    expect(after.body).toEqual({ data: { metrics: { assemblyStatus: { state: 'READY' } } } });
  });

  it('takes little from callers without a token', async () => {
    const { port } = new URL(service.apiUrl);
    const statusOf = async (path: string, length: number) => {
      const caller = await callRaw(Number(port));
      await caller.send(postHead(path, length));
      const answer = await caller.receive('\r\n\r\n');
      caller.socket.destroy();
      return answer.slice(9, 12);
    };

    expect(await statusOf('/', 9_000_000)).toBe('401');
    expect(await statusOf('/mcp', 4 * 1024 * 1024 + 1)).toBe('413');
    expect(await statusOf('/oauth2/token', 16_385)).toBe('413');
  });

  it('answers Model Context Protocol requests in JSON-RPC', async () => {
    const response = await fetch(service.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' }),
    });

    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 7 });
  });

  it('does not take the port of another', async () => {
    const port = Number(new URL(service.apiUrl).port);

    const second = start({ port, dataDirectory: directory.path('other') });

    await expect(second).rejects.toThrow(PortInUseError);
    await expect(second).rejects.toThrow(`The port ${port} of 127.0.0.1 is in use.`);
  });

  it('says why it cannot listen', async () => {
    // An address kept for documentation (RFC 5737), which no machine has.
    await expect(start({ host: '192.0.2.1' })).rejects.toThrow(PortUnavailableError);
  });
});

describe('the limit of clients of the local service', () => {
  it('refuses one client with 429, and no other, also after a restart', async () => {
    const clientLimit = { rate: 0.001, burst: 2 };
    let service = await start({ clientLimit });
    const names = service.clients.map(({ name }) => name);
    const statuses = async (name: string, requests: number) => {
      const client = service.clients.find((one) => one.name === name)!;
      const caller = await createCaller({ ...service, ...client });
      const answers = [];
      for (let request = 0; request < requests; request++) answers.push(await caller.query('{ __typename }'));
      return answers.map(({ status }) => status);
    };

    const ofFirst = await statuses(names[0]!, 3);
    const ofSecond = await statuses(names[1]!, 1);
    await service.close();
    service = await start({ clientLimit });
    const afterRestart = await statuses(names[0]!, 1);
    await service.close();

    expect(ofFirst).toEqual([200, 200, 429]);
    expect(ofSecond).toEqual([200]);
    expect(afterRestart).toEqual([429]);
  });
});

describe('the allow list of the local service', () => {
  /** Only some systems give every process the whole of 127.0.0.0/8. */
  function hasSecondAddress(): Promise<boolean> {
    return new Promise((resolve) => {
      const probe = createServer().on('error', () => {
        console.warn('This did not run: the machine has no address 127.0.0.2 to call from.');
        resolve(false);
      });
      probe.listen(0, '127.0.0.2', () => probe.close(() => resolve(true)));
    });
  }

  /** Sends a query from an address of this machine's loopback network and answers the status. */
  function statusFrom(localAddress: string, url: string, token: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = request(url, { method: 'POST', headers, localAddress, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      sent.on('error', reject).end('{"query":"{ __typename }"}');
    });
  }

  it.each([
    [0, ['127.0.0.2', '127.0.0.1', '127.0.0.2'], [403, 200, 403]],
    // The gateway keeps verdicts per token whatever the address, refusals too.
    [300, ['127.0.0.2', '127.0.0.1', '127.0.0.2'], [403, 403, 403]],
    [300, ['127.0.0.1', '127.0.0.2'], [200, 200]],
  ])('with a TTL of %d seconds, answers callers at %j with %j', async (ttl, callers, expected) => {
    if (!(await hasSecondAddress())) return;
    const service = await start({ ipRangeAllowList: ['127.0.0.1/32'], authorizerResultTtlInSeconds: ttl });
    try {
      const { token } = await createCaller(service);

      const statuses = [];
      for (const address of callers) statuses.push(await statusFrom(address, service.apiUrl, token));

      expect(statuses).toEqual(expected);
    } finally {
      await service.close(0);
    }
  });

  it.each([
    ['127.0.0.1', '0.0.0.0', [403, 403, 403, 403]],
    // Only programs of this machine reach the service: there the API alone is judged, so that `doctor` can tell why.
    ['192.0.2.1', '127.0.0.1', [403, 400, 400, 405]],
  ])('with %s allowed and %s listening, answers another caller %j', async (allowed, host, expected) => {
    if (!(await hasSecondAddress())) return;
    const service = await start({ ipRangeAllowList: [allowed], host });
    try {
      const { apiUrl, tokenUrl, mcpUrl } = service;
      const discoveryUrl = new URL('/.well-known/openid-configuration', apiUrl).href;
      const statuses = [
        await statusFrom('127.0.0.2', apiUrl, 'no-token'),
        await statusFrom('127.0.0.2', tokenUrl, 'no-token'),
        await statusFrom('127.0.0.2', mcpUrl, 'no-token'),
        await statusFrom('127.0.0.2', discoveryUrl, 'no-token'),
      ];

      expect(statuses).toEqual(expected);
    } finally {
      await service.close(0);
    }
  });
});

describe('starting the local service', () => {
  it('is refused with every problem of every file', async () => {
    const rules = (await readFile(exampleFile('rule-config.json'), 'utf8'))
      .replace('"soundex"', '"sondex"')
      .replace('"SAME_EMAIL",', '"SAME_MAIL",');
    const clients = '{\n  "clients": { "x": { "allowed_scopes": ["svc/query.serach"] } }\n}\n';
    const broken = {
      ruleConfigFile: await directory.write('broken-rules.json', rules),
      schemaFile: await directory.write('broken.graphqls', 'type Record {\n  id: ID!\n  name: Strin\n}\n'),
      clientsFile: await directory.write('broken-clients.json', clients),
    };

    const starting = start({ ...broken, ipRangeAllowList: ['10.0.0.300'] });

    const error = await starting.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartError);
    const { problems, message } = error as StartError;
    const sources = new Set(problems.map(({ source }) => source));
    expect(sources).toEqual(new Set([...Object.values(broken), '--ip-range-allow-list']));
    expect(message).toContain(`${broken.schemaFile}:3:`);
    expect(message).toContain(`${broken.clientsFile}:2:`);
    expect(message).toMatch(/broken-rules\.json:\d+:\d+ error \w+ .*sondex/);
    expect(message).toMatch(/broken-rules\.json:\d+:\d+ error \w+ .*SAME_MAIL/);
  });

  it('goes on by the rules that its data were indexed by, says so, and takes others where it is told to', async () => {
    const first = await start();
    await (await createCaller(first)).submit(ada);
    await first.close();
    const rules = await readFile(exampleFile('rule-config.json'), 'utf8');
    const changed = await directory.write('changed-rules.json', rules.replace('"soundex"', '"cologne"'));
    const reformatted = await directory.write('reformatted-rules.json', JSON.stringify(JSON.parse(rules)));
    // A change of the rules has tests of its own.
    const ruleChanges = { ...defaultRuleChangeOptions, mode: 'refuse' } as const;
    const startWith = async (ruleConfigFile: string, adoptChangedRules = false) => {
      const service = await start({ ruleConfigFile, adoptChangedRules, ruleChanges });
      const { body } = await (await createCaller(service)).query(
        '{ metrics { rules { inForce deployed findings { code } } } search(input: { parameters: { lastName: "Byron", firstName: "Ada" } }) { totalCount } }',
      );
      await service.close();
      return { warnings: service.warnings.map(({ code, source }) => [code, source]), ...body.data };
    };

    const held = await startWith(changed);
    const alike = await startWith(reformatted);
    const adopted = await startWith(changed, true);

    expect(held.warnings).toEqual([['RULES_NOT_IN_FORCE', changed]]);
    expect(held.metrics.rules.findings).toEqual([{ code: 'RULES_NOT_IN_FORCE' }]);
    expect(held.metrics.rules.inForce).not.toBe(held.metrics.rules.deployed);
    expect(held.search.totalCount).toBe(1);
    expect(alike.warnings).toEqual([]);
    expect(alike.metrics.rules.inForce).toBe(alike.metrics.rules.deployed);
    expect(adopted.warnings).toEqual([['RULES_ADOPTED', changed]]);
    expect(adopted.search.totalCount).toBe(0);
  });

  it('lets clients have the scopes that the schema asks for, and the client of a service without a file all', async () => {
    const schema = await readFile(exampleFile('schema.graphqls'), 'utf8');
    const guarded = schema.replace('phone: String', 'phone: String @hasPrivilege(privilege: "svc/phones")');
    const schemaFile = await directory.write('guarded.graphqls', guarded);
    const reader = ['svc/query.entity'];
    const clients = {
      all: { allowed_scopes: ['svc/mutation.submit', ...reader, 'svc/phones'] },
      reader: { allowed_scopes: reader },
    };
    const clientsFile = await directory.write('guarded-clients.json', JSON.stringify({ clients }));
    const phoneAsSeenBy = async (service: Service, name: string) => {
      const caller = await createCaller({ ...service, ...service.clients.find((client) => client.name === name)! });
      const answer = await caller.query('{ entityByRecord(input: { id: "a" }) { entity { records { phone } } } }');
      return answer.body.data.entityByRecord.entity.records[0].phone;
    };

    const service = await start({ schemaFile, clientsFile });
    await (await createCaller({ ...service, ...service.clients.find(({ name }) => name === 'all')! })).submit(ada);
    const seen = [await phoneAsSeenBy(service, 'all'), await phoneAsSeenBy(service, 'reader')];
    await service.close(0);
    const withoutFile = await start({ schemaFile, clientsFile: undefined });
    const seenByDefault = await phoneAsSeenBy(withoutFile, 'default');
    await withoutFile.close(0);

    expect(seen).toEqual([ada.phone, null]);
    expect(seenByDefault).toBe(ada.phone);
  });

  it('is refused when a file is missing', async () => {
    await expect(start({ schemaFile: directory.path('none.graphqls') })).rejects.toThrow(
      'none.graphqls error FILE_UNREADABLE',
    );
  });
});
