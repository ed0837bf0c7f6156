import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { GuidanceConfigError, loadConfig } from '../../../../functions/guidance/config.ts';
import { answerEvent } from '../../../../functions/guidance/guidance.ts';
import { type Bundle, bundle } from '../../../../scripts/bundle.ts';
import { tools } from '../../../../src/guidance/tools/registry.ts';
import { temporaryDirectory } from '../../../setup/temporary-directory.ts';
import { guidanceUnderTest, type RpcResult } from './guidance.ts';

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
const modern = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta } });
const modernHeaders = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method });

describe('the guidance server over HTTP', () => {
  it('answers a bare tools/list that comes with only a JSON content type, as JSON', async () => {
    const { status, headers, body } = await guidanceUnderTest().post(list);

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body!).result.tools.length).toBeGreaterThanOrEqual(10);
  });

  it.each(['text/event-stream', 'application/json', '*/*', 'text/html'])('does not mind accept: %s', async (accept) => {
    const { status, headers } = await guidanceUnderTest().post(list, { accept });

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
  });

  it('takes no session: initialize answers none, and nothing needs one', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });

    const { headers, body: text } = await guidanceUnderTest().post(body);

    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(JSON.parse(text!).result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'entity-data-guidance' },
      capabilities: { tools: {}, resources: {}, prompts: {} },
    });
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('negotiates %s', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };

    const { result } = await guidanceUnderTest().request('initialize', params);

    expect(result.protocolVersion).toBe(protocolVersion);
  });

  it('serves revision 2026-07-28 from the same address, with caching told', async () => {
    const guidance = guidanceUnderTest();

    const discovered = await guidance.post(modern('server/discover'), modernHeaders('server/discover'));
    const listed = await guidance.post(modern('tools/list'), modernHeaders('tools/list'));

    expect(JSON.parse(discovered.body!).result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    expect(JSON.parse(listed.body!).result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  });

  it('says -32601 to subscriptions/listen instead of holding the request', async () => {
    const listen = modern('subscriptions/listen', { notifications: {} });

    const { status, body } = await guidanceUnderTest().post(listen, modernHeaders('subscriptions/listen'));

    expect(status).toBe(404);
    expect(JSON.parse(body!)).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  it('accepts a notification without answering it', async () => {
    const answer = await guidanceUnderTest().post('{"jsonrpc":"2.0","method":"notifications/initialized"}');

    expect(answer).toEqual({ status: 202, headers: {} });
  });

  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])('refuses %s', async (method) => {
    const { status, headers } = await guidanceUnderTest().send({ method });

    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'POST' });
  });

  it.each([
    ['', -32700],
    ['{"jsonrpc":', -32700],
    ['null', -32600],
    ['[]', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1}', -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
  ])('refuses the body %j with the code %i', async (body, code) => {
    const { status, body: text } = await guidanceUnderTest().post(body);

    expect(status).toBe(400);
    expect(JSON.parse(text!)).toMatchObject({ error: { code } });
  });

  it('refuses a body that is not declared as JSON', async () => {
    expect((await guidanceUnderTest().post(list, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('answers an unknown method with -32601 and an unknown tool with -32602', async () => {
    const guidance = guidanceUnderTest();

    const method = await guidance.request('tools/destroy');
    const tool = await guidance.request('tools/call', { name: 'svc_destroy', arguments: {} });

    expect(method.error?.code).toBe(-32601);
    expect(tool.error?.code).toBe(-32602);
  });

  it('answers bad arguments with a result that says which and what was meant', async () => {
    const { result } = await guidanceUnderTest().request('tools/call', {
      name: 'svc_validate_identifier',
      arguments: { kindd: 'NPI', value: true },
    });

    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('value: expected a text or a number, not true');
    expect(result.content[0]?.text).toContain('there is no "kindd"; did you mean "kind"?');
  });

  it('says to send less when the time of the request is over', async () => {
    const { result } = await guidanceUnderTest({ timeLimit: 0 }).request('tools/call', {
      name: 'svc_validate_identifier',
      arguments: { kind: 'NPI', value: '1' },
    });

    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('took all the time of the request');
  });

  describe('the document of a design', () => {
    const call = async (headers: Record<string, string>, more: object = {}) => {
      const params = { name: 'svc_design_rule_config', arguments: { header: 'name;email;city', ...more } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const answer = await guidanceUnderTest().post(body, headers);
      return { result: JSON.parse(answer.body!).result as RpcResult, length: answer.body!.length };
    };

    it.each(['2025-06-18', '2025-11-25'])('is sent once to clients of %s, beside a summary', async (version) => {
      const { result, length } = await call({ 'mcp-protocol-version': version });
      const document = JSON.stringify(result.structuredContent['ruleConfig']);

      expect(result.content[0]!.text).toContain('A search finds by the same.');
      expect(result.content[0]!.text.length).toBeLessThan(3_000);
      expect(length).toBeLessThan(document.length * 1.5);
    });

    it('is sent as text to clients of older revisions, and to those that ask for it', async () => {
      for (const { result } of [
        await call({}),
        await call({ 'mcp-protocol-version': '2025-03-26' }),
        await call({ 'mcp-protocol-version': '2025-11-25' }, { asText: true }),
      ]) {
        expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent);
      }
    });
  });

  describe('batches', () => {
    const batch =
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}},{"jsonrpc":"2.0","id":2,"method":"ping"}]';

    it.each([{}, { 'mcp-protocol-version': '2025-03-26' }])('are answered to the headers %j', async (headers) => {
      const { status, body } = await guidanceUnderTest().post(batch, headers as Record<string, string>);

      expect(status).toBe(200);
      expect(JSON.parse(body!).map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    });

    it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('are refused in %s', async (version) => {
      const { status, body } = await guidanceUnderTest().post(batch, { 'mcp-protocol-version': version });

      expect(status).toBe(400);
      expect(JSON.parse(body!).error.code).toBe(-32600);
    });

    it('are refused when two requests have one id, or there are too many', async () => {
      const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
      const guidance = guidanceUnderTest();

      const twice = await guidance.post(JSON.stringify([ping(1), ping(1)]));
      const many = await guidance.post(JSON.stringify(Array.from({ length: 21 }, (_, id) => ping(id))));

      expect([twice.status, many.status]).toEqual([400, 400]);
    });

    it('of notifications alone are accepted', async () => {
      const notifications = '[{"jsonrpc":"2.0","method":"notifications/initialized"}]';

      expect((await guidanceUnderTest().post(notifications)).status).toBe(202);
    });
  });

  describe('origins', () => {
    it.each(['https://evil.example', 'null', 'http://mcp.example.com'])('refuses %s', async (origin) => {
      expect((await guidanceUnderTest().post(list, { origin })).status).toBe(403);
    });

    it.each(['https://mcp.example.com', 'https://inspector.example.org'])('takes %s', async (origin) => {
      const guidance = guidanceUnderTest({ origins: { allowedOrigins: ['https://inspector.example.org'] } });

      expect((await guidance.post(list, { origin })).status).toBe(200);
    });

    it('refuses foreign names where nothing in front checks the Host header', async () => {
      const guidance = guidanceUnderTest({ origins: { loopbackOnly: true } });

      const foreign = await guidance.send({ host: 'rebound.example:8080', body: list });
      const own = await guidance.send({ host: '127.0.0.1:8080', body: list });
      const page = await guidance.send({
        host: 'localhost:8080',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
        body: list,
      });

      expect([foreign.status, own.status, page.status]).toEqual([403, 200, 200]);
    });
  });

  it('names tools after the service identifier, in descriptions and prompts too', async () => {
    const guidance = guidanceUnderTest({ serviceIdentifier: 'acme.eu' });

    const { result } = await guidance.request('tools/list');
    const prompt = await guidance.request('prompts/get', { name: 'design_rule_config', arguments: { fields: 'a' } });

    expect(result.tools.every(({ name }) => name.startsWith('acme_eu_'))).toBe(true);
    expect(JSON.stringify(result.tools)).not.toContain('svc_');
    expect(prompt.result.messages[0]?.content.text).toContain('acme_eu_lint_rule_config');
  });

  it('serves the pages of the documentation, also at the address of a passage', async () => {
    const guidance = guidanceUnderTest();

    const { result } = await guidance.request('resources/list');
    const page = await guidance.request('resources/read', { uri: 'docs://entity-data/concepts/entity.md#example' });
    const none = await guidance.request('resources/read', { uri: 'docs://entity-data/../../etc/passwd' });

    expect(result.resources.map(({ uri }) => uri)).toContain('docs://entity-data/guidance/setup.md');
    expect(page.result.contents[0]?.text).toContain('# Entity');
    expect(none.error).toBeDefined();
  });

  it('completes the choices of prompts and refuses a prompt without what it needs', async () => {
    const guidance = guidanceUnderTest();

    const { result } = await guidance.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'design_rule_config' },
      argument: { name: 'goal', value: 'pre' },
    });
    const incomplete = await guidance.request('prompts/get', { name: 'why_no_match', arguments: {} });

    expect(result.completion.values).toEqual(['precision']);
    expect(incomplete.error?.code).toBe(-32602);
  });
});

describe('the log of the guidance server', () => {
  it('holds the name of the tool, sizes, duration and outcome, and nothing that was sent or answered', async () => {
    const guidance = guidanceUnderTest();
    const secret = 'Qx7-secret';
    const name = 'svc_validate_identifier';

    await guidance.request('tools/call', { name, arguments: { kind: 'VIN', value: secret } });
    await guidance.request('tools/call', { name, arguments: { [secret]: secret } });
    await guidance.request('tools/call', { name: secret, arguments: { secret } });
    await guidance.request(secret);
    await guidance.post(`{"jsonrpc": "2.0", ${secret}`);
    await guidance.post('{}', { origin: `https://${secret}.example` });

    expect(JSON.stringify(guidance.entries)).not.toContain(secret);
    expect(guidance.entries[0]).toMatchObject({
      level: 'info',
      method: 'tools/call',
      tool: 'svc_validate_identifier',
      outcome: 'ok',
      status: 200,
      requestBytes: expect.any(Number),
      answerBytes: expect.any(Number),
      milliseconds: expect.any(Number),
    });
    const outcomes = guidance.entries.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ok', 'bad-arguments', 'ok', 'ok', 'refused', 'refused']);
  });
});

let built: Bundle;
const folder = temporaryDirectory('beforeAll');

beforeAll(async () => {
  built = await bundle('guidance', join(import.meta.dirname, '../../../..'));
  for (const { path, content } of built.files) await writeFile(folder.path(path), content);
});

// What the function answers when it is called with nothing but its archive, in a process of its own.
async function callAlone(bodies: readonly object[]): Promise<{ body: string }[]> {
  const events = bodies.map((body) => ({
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    requestContext: { requestId: 'r', domainName: 'localhost', http: { method: 'POST' } },
    body: JSON.stringify(body),
  }));
  const script = `
    performance.now = () => 0;
    const { handler } = await import(${JSON.stringify(pathToFileURL(folder.path('handler.mjs')).href)});
    const answers = [];
    for (const event of ${JSON.stringify(events)}) {
      answers.push(await handler(event, { awsRequestId: 'r', getRemainingTimeInMillis: () => 60_000 }));
    }
    process.stderr.write(JSON.stringify(answers));`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], SERVICE_IDENTIFIER: 'svc', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024' },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stderr);
}

describe('the function of the guidance server', () => {
  const sources = () => Object.keys(built.metafile.inputs);
  it('cannot read files, open connections or start processes: it holds no module that could but the one of threads', () => {
    const powerful = /^builtin:(?:fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)\b/;

    expect(sources().filter((path) => powerful.test(path))).toEqual(['builtin:worker_threads']);
  });

  it('makes a call of every tool in the thread that its archive brings along', async () => {
    const calls = tools.map(({ name, examples: [example] }, id) => {
      return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: example!.arguments } };
    });

    const answers = await callAlone(calls);

    expect(answers.map(({ body }) => JSON.parse(body))).toEqual(
      calls.map(({ id }) =>
        expect.objectContaining({ id, result: expect.objectContaining({ structuredContent: expect.any(Object) }) }),
      ),
    );
  });

  it('knows no store and no AWS', () => {
    const foreign = /@aws-sdk|@smithy|src\/store\/(?:dynamodb|embedded)|better-sqlite3/;

    expect(sources().filter((path) => foreign.test(path))).toEqual([]);
  });
});

describe('loadConfig', () => {
  it('needs nothing', () => {
    expect(loadConfig({})).toEqual({ serviceIdentifier: 'svc', allowedOrigins: [] });
  });

  it('reads the service identifier and origins', () => {
    const environment = { SERVICE_IDENTIFIER: 'acme', ALLOWED_ORIGINS: 'https://a.example, http://localhost:6274' };

    expect(loadConfig(environment)).toEqual({
      serviceIdentifier: 'acme',
      allowedOrigins: ['https://a.example', 'http://localhost:6274'],
    });
  });

  it('leaves half of the memory of the function to a call of a tool', () => {
    expect(loadConfig({ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024' }).toolMemory).toBe(512);
  });

  it('reports everything that is wrong at once', () => {
    const environment = { SERVICE_IDENTIFIER: '9 lives', ALLOWED_ORIGINS: 'a.example,https://b.example/path' };
    const loading = () => loadConfig(environment);

    expect(loading).toThrow(GuidanceConfigError);
    expect(loading).toThrow(/SERVICE_IDENTIFIER[\s\S]*"a.example"[\s\S]*"https:\/\/b.example\/path"/);
  });
});

const event = (changes: object) =>
  ({
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    requestContext: { requestId: 'r-1', domainName: 'mcp.example.com', http: { method: 'POST' } },
    ...changes,
  }) as unknown as APIGatewayProxyEventV2;

describe('answerEvent', () => {
  it('decodes a body that the gateway encoded, and hands on where it came from', async () => {
    const body = Buffer.from('{"ü": 1}').toString('base64');

    const answer = await answerEvent(event({ body, isBase64Encoded: true }), async (request) => {
      return { status: 200, headers: { 'x-test': '1' }, body: JSON.stringify(request) };
    });

    expect(answer).toMatchObject({ statusCode: 200, headers: { 'x-test': '1' } });
    expect(JSON.parse(answer.body!)).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      host: 'mcp.example.com',
      body: '{"ü": 1}',
      requestId: 'r-1',
    });
  });

  it('answers without a body where there is none', async () => {
    const answer = await answerEvent(event({}), async ({ body }) => ({ status: body === '' ? 202 : 500, headers: {} }));

    expect(answer).toEqual({ statusCode: 202, headers: {} });
  });
});
