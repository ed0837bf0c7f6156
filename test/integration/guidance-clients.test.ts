import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createGateway, type Gateway } from '../../apps/service/gateway/gateway.ts';
import { guidanceRoute } from '../../apps/service/guidance/route.ts';

/** Milliseconds that no machine needs. */
const PATIENCE = 300_000;

/** What both generations of the official client can do. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ messages: unknown[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

let gateway: Gateway;
let url: URL;

beforeAll(async () => {
  gateway = createGateway({
    routes: [guidanceRoute({ serviceIdentifier: 'svc', log: () => {}, timeLimit: PATIENCE })],
    integrationTimeoutInSeconds: PATIENCE / 1_000,
  });
  const { port } = await gateway.listen(0, '127.0.0.1');
  url = new URL(`http://127.0.0.1:${port}/mcp`);
});

afterAll(() => gateway.close());

const identity = { name: 'test', version: '1.0.0' };

const clients: readonly (readonly [
  string,
  string,
  () => Promise<{ client: AnyClient; version?: string | undefined }>,
])[] = [
  [
    'of the first generation',
    '2025-11-25',
    async () => {
      const client = new OldClient(identity);
      const transport = new OldTransport(url);
      // The declarations of the two packages differ in whether an absent session is undefined.
      await client.connect(transport as unknown as Parameters<OldClient['connect']>[0]);
      return { client: client as unknown as AnyClient, version: transport.protocolVersion };
    },
  ],
  [
    'of the second generation, by the handshake',
    '2025-11-25',
    async () => {
      const client = new Client(identity);
      await client.connect(new StreamableHTTPClientTransport(url));
      return { client: client as unknown as AnyClient, version: client.getNegotiatedProtocolVersion() };
    },
  ],
  [
    'of the second generation, without a handshake',
    '2026-07-28',
    async () => {
      const client = new Client(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new StreamableHTTPClientTransport(url));
      return { client: client as unknown as AnyClient, version: client.getNegotiatedProtocolVersion() };
    },
  ],
];

describe.each(clients)('the official client %s', (_name, revision, connect) => {
  it(`connects with ${revision}, lists and calls`, async () => {
    const { client, version } = await connect();

    const { tools } = await client.listTools();
    // The client checks structured content against the schema that the list gave.
    const result = await client.callTool({
      name: 'svc_validate_identifier',
      arguments: { kind: 'NPI', value: '1234567893' },
    });
    const refused = await client.callTool({ name: 'svc_validate_identifier', arguments: { kind: 'ISBN', value: '1' } });
    const { resources } = await client.listResources();
    const page = await client.readResource({ uri: resources[0]!.uri });
    const { prompts } = await client.listPrompts();
    const prompt = await client.getPrompt({ name: 'prepare_first_load', arguments: { records: '{"id":"1"}' } });
    await client.close();

    expect(version).toBe(revision);
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['svc_lint_rule_config', 'svc_simulate_match']),
    );
    expect(result).toMatchObject({ structuredContent: { valid: true, canonical: '1234567893' } });
    expect(refused).toMatchObject({ isError: true });
    expect(page.contents).toHaveLength(1);
    expect(prompts.map(({ name }) => name)).toEqual(['design_rule_config', 'why_no_match', 'prepare_first_load']);
    expect(prompt.messages).toHaveLength(1);
  });

  it('gets an error for a tool that does not exist', async () => {
    const { client } = await connect();

    await expect(client.callTool({ name: 'svc_nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});
