import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { apiEvent, createTestApi } from '../unit/functions/api/exchange.ts';

/** A loopback server that hands each request to the API as API Gateway would. */
async function serve(): Promise<Server> {
  const { api } = createTestApi();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await bodyOf(request);
    const answer = await api(
      apiEvent({
        method: request.method ?? 'GET',
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        rawQueryString: url.search.slice(1),
        ...(body.length === 0 ? {} : { body: body.toString('base64'), isBase64Encoded: true }),
      }),
    );
    response.writeHead(answer.statusCode ?? 200, answer.headers as Record<string, string>);
    response.end(Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('GraphQL over HTTP', () => {
  let server: Server;
  const audits = serverAudits({
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fetchFn: fetch,
  });

  beforeAll(async () => {
    server = await serve();
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );

  it('is audited by all 61 of the public audits', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    if (result.status !== 'ok') throw new Error(`${result.status}: ${result.reason}`);
    expect(result.status).toBe('ok');
  });
});
