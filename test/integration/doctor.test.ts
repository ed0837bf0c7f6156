import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type DoctorOptions, examine, findingsText, type Patient } from '../../apps/cli/doctor/doctor.ts';
import type { Finding } from '../../apps/cli/doctor/finding.ts';
import type { Service } from '../../apps/service/service.ts';
import { tools } from '../../src/guidance/tools/registry.ts';
import { version } from '../../src/version.ts';
import { listenLocally } from '../setup/local-server.ts';
import { itWith } from '../setup/requirement.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { startExample } from './example-service.ts';
import { runCommand } from './service-process.ts';

let service: Service;
const servers: Server[] = [];

const directory = temporaryDirectory('beforeAll', async () => {
  await service.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeAll(async () => {
  service = await startExample(directory.path('data'));
});

const patient = (changes: Partial<Patient> = {}): Patient => {
  const { apiUrl, tokenUrl, mcpUrl, clientId, clientSecret } = service;
  return { apiUrl, tokenUrl, mcpUrl, clientId, clientSecret, ...changes };
};

const options = (changes: Partial<DoctorOptions> = {}): DoctorOptions => ({
  needed: [],
  version,
  tools: tools.map(({ name }) => name.replace(/^svc_/, '')),
  samples: 5,
  probe: { fetch: globalThis.fetch, now: Date.now, timeout: 60_000 },
  ...changes,
});

/** The same by another clock. */
const optionsAt = (now: () => number): DoctorOptions => options({ probe: { ...options().probe, now } });

const wrong = (findings: readonly Finding[]) => findings.filter(({ status }) => status === 'failed');
const named = (findings: readonly Finding[], check: string) => findings.find((finding) => finding.check === check);

/** A server that answers what it is told, and everything else as the service does. */
async function standingBefore(
  change: (answer: { status: number; text: string; headers: Record<string, string> }, body: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const real = await fetch(new URL(request.url ?? '/', service.apiUrl), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body === '' ? {} : { body }),
    });
    const answer = {
      status: real.status,
      text: await real.text(),
      headers: { 'content-type': real.headers.get('content-type') ?? '' } as Record<string, string>,
    };
    change(answer, body);
    response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  servers.push(server);
  const local = await listenLocally(server);
  return `${local.url}/`;
}

/** A server whose answers are this in any case. */
const answering = (answer: { status: number; text: string; headers?: Record<string, string> }): Promise<string> =>
  standingBefore((real) => void Object.assign(real, answer));

/** A server that gives out a token with these claims, and says what time it is. */
const issuing = (claims: { iat: number; exp: number; scope: string }, date?: number): Promise<string> => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = { iss: service.apiUrl.slice(0, -1), ...claims };
  return standingBefore((answer) => {
    answer.status = 200;
    answer.text = JSON.stringify({ access_token: `${encoded({ alg: 'RS256' })}.${encoded(payload)}.x` });
    if (date !== undefined) answer.headers['date'] = new Date(date).toUTCString();
  });
};

describe('the doctor', () => {
  it('finds nothing wrong with a service that is well, and says what it looked at', async () => {
    const findings = await examine(patient(), options());

    expect(wrong(findings)).toEqual([]);
    // A machine may be slow, and then that is said.
    expect(findings.filter(({ check, status }) => status !== 'ok' && check !== 'latency')).toEqual([]);
    expect(findings.map(({ check }) => check.replace(/^scopes\..*/, 'scopes'))).toEqual(
      expect.arrayContaining(
        [
          'address.api',
          'address.token',
          'token',
          'claims',
          'scopes',
          'clock',
          'api',
          'schema',
          'metrics',
          'version',
          'rules',
          'latency',
        ].concat(['address.guidance', 'guidance', 'guidance.version']),
      ),
    );
    expect(named(findings, 'latency')?.details).toMatchObject({
      p50: expect.any(Number),
      p95: expect.any(Number),
      samples: 5,
    });
    expect(findingsText(findings)).not.toContain(service.clientSecret);
  });

  it.each<[string, () => Partial<Patient>, string, RegExp, RegExp]>([
    [
      'an API URL that is none',
      () => ({ apiUrl: 'entity-data' }),
      'address.api',
      /no http or https address/,
      /api_url/,
    ],
    [
      'an API URL that is not encrypted',
      () => ({ apiUrl: 'http://192.0.2.1/' }),
      'address.api',
      /not encrypted/,
      /https/,
    ],
    ['a token URL without a path', () => ({ tokenUrl: service.apiUrl }), 'address.token', /no path/, /\/oauth2\/token/],
    ['a token URL that is another page', () => ({ tokenUrl: service.mcpUrl }), 'token', /answers \d+/, /token_url/],
    [
      'a secret that is wrong',
      () => ({ clientSecret: 'wrong' }),
      'token',
      /40[01] invalid_client/,
      /client id and client secret/,
    ],
    [
      'a scope that the client may not have',
      () => ({ scope: 'svc/query.everything' }),
      'token',
      /invalid_scope/,
      /allowed_scopes/,
    ],
    [
      'a dead port of the token endpoint',
      () => ({ tokenUrl: 'http://127.0.0.1:9/oauth2/token' }),
      'token',
      /does not answer/,
      /port/,
    ],
    ['a dead port of the API', () => ({ apiUrl: 'http://127.0.0.1:9/' }), 'api', /does not answer/, /port/],
    [
      'a dead port of the guidance server',
      () => ({ mcpUrl: 'http://127.0.0.1:9/mcp' }),
      'guidance',
      /does not answer/,
      /mcp_url/,
    ],
    [
      'an MCP URL that is another page',
      () => ({ mcpUrl: `${service.apiUrl}console/icon.svg` }),
      'guidance',
      /not as a server/,
      /mcp_url/,
    ],
    [
      'no encryption where it was promised',
      () => ({ apiUrl: service.apiUrl.replace('http:', 'https:') }),
      'address.api.tls',
      /no encrypted connection.*does not speak TLS$/,
      /port/,
    ],
    [
      'an encrypted address at which nothing listens',
      () => ({ apiUrl: 'https://127.0.0.1:9/' }),
      'address.api.tls',
      /nothing listens there/,
      /port/,
    ],
    [
      'a host name that there is not',
      () => ({ apiUrl: 'https://entity-data.invalid/' }),
      'address.api.tls',
      /host name is not known/,
      /DNS record/,
    ],
  ])('finds %s', async (_what, changes, check, message, hint) => {
    const findings = await examine(patient(changes()), options());

    expect(wrong(findings).map((finding) => finding.check)).toEqual([check]);
    expect(named(findings, check)?.message).toMatch(message);
    expect(named(findings, check)?.hint).toMatch(hint);
  });

  it('tells a scope that is missing, and takes it for wrong where it is needed', async () => {
    const one = patient({ scope: 'svc/query.search' });

    const meant = await examine(one, options({ needed: ['search'] }));
    const needed = await examine(one, options({ needed: ['search', 'submit'] }));

    expect(wrong(meant)).toEqual([]);
    expect(named(meant, 'scopes.submit')).toMatchObject({
      status: 'warning',
      message: 'the token lacks svc/mutation.submit',
    });
    expect(named(meant, 'metrics')).toMatchObject({
      status: 'skipped',
      message: 'not looked at: the token lacks svc/query.metrics',
    });
    expect(wrong(needed).map(({ check }) => check)).toEqual(['scopes.submit']);
  });

  it('recognises a caller who is not on the allow list, and names the line of the log', async () => {
    const guarded = await startExample(directory.path('guarded'), { ipRangeAllowList: ['192.0.2.0/24'] });
    const { apiUrl, tokenUrl, mcpUrl, clientId, clientSecret } = guarded;

    const findings = await examine({ apiUrl, tokenUrl, mcpUrl, clientId, clientSecret }, options());
    await guarded.close();

    expect(wrong(findings)).toEqual([
      {
        check: 'api',
        status: 'failed',
        message: 'the authorizer refuses this caller (403), although it has a token',
        hint: expect.stringMatching(/ip_range_allow_list.*filter requestId = "[\w-]+"/s),
      },
    ]);
  });

  it("recognises another service's token", async () => {
    const other = await startExample(directory.path('other'));
    const { tokenUrl, clientId, clientSecret } = other;

    const findings = await examine(patient({ tokenUrl, clientId, clientSecret }), options());
    await other.close();

    expect(wrong(findings)).toMatchObject([
      { check: 'api', hint: expect.stringMatching(/another service's: its issuer is http:\/\/127\.0\.0\.1:\d+\./) },
    ]);
  });

  it.each<[string, number, number | undefined, RegExp]>([
    ['that something has kept since it ended', 3_000, 0, /^the token ended 1\d\d\d s ago, and the clocks agree/],
    ['by a clock that is behind', 3_000, -3_000, /clock is 3000 s behind this one$/],
    ['from the future', -600, undefined, /clock is 600 s ahead of this one$/],
  ])('finds a token %s, and the API refusing it for that', async (_what, age, clock, message) => {
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const iat = now / 1_000 - age;
    const claims = { iat, exp: iat + 1_800, scope: 'svc/query.search' };
    const before = await issuing(claims, clock === undefined ? undefined : now + clock * 1_000);

    const findings = await examine(
      patient({ tokenUrl: `${before}oauth2/token` }),
      optionsAt(() => now),
    );

    expect(named(findings, 'claims')?.message).toMatch(message);
    expect(named(findings, 'api')).toMatchObject({
      status: 'failed',
      hint: expect.stringContaining('see claims above'),
    });
  });

  it('takes a token that something keeps, and that is still good, for a good one', async () => {
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const iat = now / 1_000 - 600;
    const before = await issuing({ iat, exp: iat + 3_600, scope: 'svc/query.search' }, now);

    const findings = await examine(
      patient({ tokenUrl: `${before}oauth2/token` }),
      optionsAt(() => now),
    );

    expect(named(findings, 'claims')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/issued 600 s ago/),
    });
    expect(named(findings, 'api')).toMatchObject({ hint: expect.not.stringContaining('see claims above') });
  });

  it.each([
    ['the token endpoint', 'token', 503, /in a minute/],
    ['the guidance server', 'guidance', 503, /docs\/operations\.md/],
    ['the throttling of the guidance server', 'guidance', 429, /guidance_throttling/],
  ])('tells that %s is out of order from an address that is wrong', async (_what, check, status, hint) => {
    const before = await answering({ status, text: '{"message":"Service Unavailable"}' });
    const changes = check === 'token' ? { tokenUrl: `${before}oauth2/token` } : { mcpUrl: `${before}mcp` };

    const findings = await examine(patient(changes), options());

    expect(wrong(findings)).toMatchObject([
      { check, message: expect.stringMatching(new RegExp(`answers ${status}$`)) },
    ]);
    expect(named(findings, check)?.hint).toMatch(hint);
  });

  it.each([
    // Less than a token is good for; the requests between two looks at a clock may take minutes.
    ['behind', 2_000_000, /(19|20)\d\d s behind/],
    ['ahead', -2_000_000, /(19|20)\d\d s ahead/],
  ])('finds that clocks differ: the other one is %s', async (_where, shift, message) => {
    const findings = await examine(
      patient(),
      optionsAt(() => Date.now() + shift),
    );

    expect(wrong(findings).map(({ check }) => check)).toEqual(['claims', 'clock']);
    for (const { message: said } of wrong(findings)) expect(said).toMatch(message);
  });

  it('finds that a former rule-config serves, and what to do about it', async () => {
    const finding = (code: string, message: string) => ({ code, message, hint: 'load them anew' });
    const told = JSON.stringify([
      finding('RULES_NOT_IN_FORCE', 'not in force'),
      finding('RULES_MISS_FIELDS', 'no field'),
    ]);
    const apiUrl = await standingBefore((answer) => {
      answer.text = answer.text.replace('"findings":[]', `"findings":${told}`);
    });

    const findings = await examine(patient({ apiUrl }), options());

    expect(wrong(findings)).toEqual([]);
    expect(named(findings, 'rules')).toMatchObject({
      status: 'warning',
      message: 'not in force; no field',
      hint: 'load them anew',
      details: { codes: ['RULES_NOT_IN_FORCE', 'RULES_MISS_FIELDS'] },
    });
  });

  it('does without the rules of a service that does not tell them', async () => {
    const apiUrl = await standingBefore((answer, body) => {
      if (body.includes('findings')) answer.text = '{"errors":[{"message":"x"}]}';
    });

    const findings = await examine(patient({ apiUrl }), options());

    expect(wrong(findings)).toEqual([]);
    expect(named(findings, 'rules')).toMatchObject({ status: 'skipped' });
  });

  it.each<[string, (text: string) => string, 'failed' | 'warning']>([
    ['an older release', (text) => text.replace(`"version":"${version}"`, '"version":"0.0.9"'), 'failed'],
    ['a patch of another number', (text) => text.replace(`"version":"${version}"`, '"version":"0.1.99"'), 'warning'],
    [
      'a release that tells no version',
      (text) => (text.includes('"version"') ? '{"errors":[{"message":"x"}]}' : text),
      'failed',
    ],
  ])('finds that the service is %s', async (_what, change, status) => {
    const apiUrl = await standingBefore((answer) => {
      answer.text = change(answer.text);
    });

    const findings = await examine(patient({ apiUrl }), options());

    expect(named(findings, 'version')).toMatchObject({ status, hint: expect.stringContaining('docs/upgrading.md') });
    expect(wrong(findings).map(({ check }) => check)).toEqual(status === 'failed' ? ['version'] : []);
  });

  it('finds that the service and the guidance server lack what this command line knows', async () => {
    const before = await standingBefore((answer) => {
      answer.text = answer.text.replaceAll('"explain"', '"explained"').replaceAll('svc_search_docs', 'svc_find_docs');
    });

    const findings = await examine(patient({ apiUrl: before, mcpUrl: `${before}mcp` }), options());

    expect(wrong(findings).map(({ check, message }) => `${check}: ${message}`)).toEqual([
      'schema: the API has no explain',
      'guidance: the server lacks the tools search_docs',
    ]);
  });

  it.each<[string, number, string, string, RegExp]>([
    ['HTML instead of JSON', 200, 'text/html', '<!doctype html><title>Sign in</title>', /no GraphQL \(text\/html\)/],
    ['a gateway that is overloaded', 429, 'application/json', '{"message":"Too Many Requests"}', /429/],
    ['a function that fails', 500, 'application/json', '{"message":"Internal Server Error"}', /500/],
    [
      'a configuration that is broken',
      500,
      'application/json',
      '{"errors":[{"message":"m","extensions":{"code":"SERVICE_MISCONFIGURED"}}]}',
      /misconfigured/,
    ],
  ])('finds %s', async (_what, status, type, text, message) => {
    const apiUrl = await answering({ status, text, headers: { 'content-type': type } });

    const findings = await examine(patient({ apiUrl }), options());

    expect(wrong(findings).map(({ check }) => check)).toEqual(['api']);
    expect(named(findings, 'api')?.message).toMatch(message);
  });

  it.each([
    ['errors that are no list', 422, '{"message":"No","errors":{"query":["is unknown"]}}'],
    ['errors that are nothing', 200, '{"errors":[null]}'],
    ['data that are a text', 200, '{"data":"x"}'],
    ['data that are a list', 200, '{"data":[]}'],
    ['a page with a line of a stream', 200, '<!doctype html>\ndata: hello\n'],
    ['a stream of something else', 200, 'event: endpoint\ndata: /messages?session=1\n\n'],
    ['a result that is none of these', 200, '{"result":{"serverInfo":null}}'],
  ])('takes a server that answers with %s for another one', async (_what, status, text) => {
    const before = await answering({ status, text });

    const findings = await examine(patient({ apiUrl: before, mcpUrl: `${before}mcp` }), options());

    expect(wrong(findings)).toMatchObject([
      { check: 'api', message: expect.stringMatching(/and no GraphQL/) },
      { check: 'guidance', message: expect.stringMatching(/not as a server of the Model Context Protocol/) },
    ]);
  });

  it.each<[string, (text: string) => string, readonly string[]]>([
    [
      'a schema that is nothing',
      (text) => (text.startsWith('{"data":{"__schema"') ? '{"data":{"__schema":null}}' : text),
      ['schema'],
    ],
    [
      'fields that are no list',
      (text) =>
        text.startsWith('{"data":{"__schema"') ? '{"data":{"__schema":{"queryType":{"fields":{"a":1}}}}}' : text,
      ['schema'],
    ],
    ['no metrics', (text) => (text.includes('"metrics":{') ? '{"data":{"metrics":null}}' : text), ['metrics']],
    [
      'a version that is a number',
      (text) => text.replaceAll(/"version":"[\d.]+"/g, '"version":1'),
      ['version', 'guidance.version'],
    ],
    [
      'tools without names',
      (text) => (text.includes('svc_search_docs') ? '{"result":{"tools":[null,{"title":"x"}]}}' : text),
      ['guidance'],
    ],
  ])('says what is wrong with %s', async (_what, change, checks) => {
    const before = await standingBefore((answer) => {
      answer.text = change(answer.text);
    });

    const findings = await examine(patient({ apiUrl: before, mcpUrl: `${before}mcp` }), options());

    expect(wrong(findings).map(({ check }) => check)).toEqual(checks);
  });

  it.each([
    ['a token that no header can carry', 200, '{"access_token":"Zanzibar7\\nZanzibar7"}', /characters/, /token_url/],
    ['an empty token', 200, '{"access_token":""}', /empty/, /token_url/],
    [
      'an error that repeats what was sent',
      400,
      '{"error":"no client Zanzibar7 Zanzibar7"}',
      /answers 400$/,
      /token_url/,
    ],
    [
      'a client that may not ask by itself',
      400,
      '{"error":"unauthorized_client"}',
      /unauthorized_client$/,
      /client_credentials/,
    ],
  ])('finds %s, and repeats nothing of it', async (_what, status, text, message, hint) => {
    const before = await answering({ status, text });

    const findings = await examine(patient({ tokenUrl: `${before}oauth2/token` }), options());

    expect(wrong(findings)).toMatchObject([
      { check: 'token', message: expect.stringMatching(message), hint: expect.stringMatching(hint) },
    ]);
    expect(JSON.stringify(findings)).not.toContain('Zanzibar7');
  });

  it("finds that the token's scopes are those of another service identifier", async () => {
    const forbidden = {
      message: 'access denied, required privilege: crm/query.metrics',
      extensions: { code: 'FORBIDDEN' },
    };
    const before = await standingBefore((answer, body) => {
      if (body.includes('metrics')) answer.text = JSON.stringify({ errors: [forbidden], data: null });
    });

    const findings = await examine(patient({ apiUrl: before }), options());

    expect(wrong(findings)).toMatchObject([
      {
        check: 'metrics',
        message: 'the API wants crm/query.metrics, the token has scopes that begin with svc/',
        hint: expect.stringContaining('service_identifier'),
      },
    ]);
  });

  it('takes scopes without the prefix of the service for no scopes', async () => {
    const iat = Math.floor(Date.now() / 1_000);
    const before = await issuing({ iat, exp: iat + 1_800, scope: 'query.search mutation.submit' });

    const findings = await examine(patient({ tokenUrl: `${before}oauth2/token` }), options());

    expect(named(findings, 'scopes')).toMatchObject({
      status: 'failed',
      message: 'the token opens no operation (scope: query.search mutation.submit)',
    });
  });

  const openssl = spawnSync('openssl', ['version']).status === 0 ? 'openssl' : undefined;
  itWith('finds a self-signed certificate', { found: openssl, need: 'openssl' }, async (command) => {
    const [key, certificate] = [directory.path('key.pem'), directory.path('certificate.pem')];
    const kind = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ');
    const made = spawnSync(command, [...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    expect(made.status).toBe(0);
    const server = createHttpsServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      (_request, response) => {
        response.end('{}');
      },
    );
    servers.push(server);
    const local = await listenLocally(server);

    const findings = await examine(patient({ apiUrl: `https://localhost:${local.port}/` }), options());

    expect(wrong(findings)).toMatchObject([
      { check: 'address.api.tls', message: expect.stringMatching(/self.signed/) },
    ]);
  });
});

describe('entity-data doctor', () => {
  const examined = (...args: string[]) =>
    runCommand(['doctor', '--samples', '3', '--timeout', '120000', ...args]).finished;
  const run = (...args: string[]) => examined('--data-dir', directory.path('data'), ...args);

  it('prints a line for each check and ends with 0', async () => {
    const { code, stdout, stderr } = await run();

    expect({ code, stderr }).toEqual({ code: 0, stderr: `Service: ${service.apiUrl} on ${directory.path('data')}\n` });
    expect(stdout).toMatch(/^✓ token +a token for \d+ s/m);
    expect(stdout).toMatch(/^[✓!] latency /m);
    expect(stdout).not.toContain('✗');
  });

  it('prints what is wrong and how to mend it, and ends with 1', async () => {
    const { apiUrl, tokenUrl, clientId } = service;
    const { code, stdout } = await examined(
      ...['--api-url', apiUrl, '--token-url', tokenUrl],
      ...['--client-id', clientId, '--client-secret', 'wrong'],
    );

    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ token .*invalid_client\n +→ Check client id and client secret/m);
  });

  it('prints JSON for programs', async () => {
    const { code, stdout } = await run('--json', '--needs', 'submit,search');

    const { healthy, findings } = JSON.parse(stdout);
    expect({ code, healthy }).toEqual({ code: 0, healthy: true });
    expect(findings).toContainEqual({ check: 'scopes.submit', status: 'ok', message: 'svc/mutation.submit' });
  });

  describe('with nothing started', () => {
    const runThere = (...args: string[]) =>
      runCommand(['doctor', '--data-dir', directory.path('nothing-started'), ...args]).finished;

    it('says that no local service is running and how to start it', async () => {
      const { code, stdout, stderr } = await runThere();

      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(stdout).toMatch(
        /^✗ connection +No local service is running on .*\n +→ Start it with `npx entity-data start/,
      );
    });

    it('says so as JSON', async () => {
      const { code, stdout, stderr } = await runThere('--json');

      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({
        healthy: false,
        findings: [{ check: 'connection', status: 'failed', hint: expect.stringContaining('entity-data start') }],
      });
    });

    it('refuses an operation that there is not, in a line', async () => {
      const { code, stderr } = await runThere('--needs', 'submitt');

      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^error: option '--needs <operations>' argument 'submitt' is invalid\. There is no operation/,
      );
      expect(stderr.trim().split('\n')).toHaveLength(1);
    });
  });

  it('says of an address of this machine that answers nothing that the service may not be running', async () => {
    // The system never assigns this port to another process.
    const findings = await examine(patient({ tokenUrl: 'http://127.0.0.1:8/oauth2/token' }), options());

    expect(named(findings, 'token')?.hint).toContain('npx entity-data start');
  });
});
