import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createGateway, type Gateway } from '../../apps/service/gateway/gateway.ts';
import { guidanceRoute } from '../../apps/service/routes/guidance.ts';
import {
  sampleRecordA,
  sampleRecordB,
  sampleRuleConfig,
  sampleSchema,
} from '../../src/guidance/tools/example-documents.ts';

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

interface Called {
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

type Caller = (name: string, args: Readonly<Record<string, unknown>>) => Promise<Called>;

/** As `curl -d '…' -H 'content-type: application/json'` sends it: no handshake, no other header of the protocol. */
const plainPost: Caller = async (name, args) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answer = (await response.json()) as { jsonrpc: string; id: number; result: Called };
  expect(answer).toMatchObject({ jsonrpc: '2.0', id: 1 });
  return answer.result;
};

const officialClient: Caller = async (name, args) => {
  const client = new Client(identity);
  await client.connect(new StreamableHTTPClientTransport(url));
  try {
    // The client checks structured content against the schema of the tool.
    await client.listTools();
    return (await client.callTool({ name, arguments: args })) as Called;
  } finally {
    await client.close();
  }
};

const some = expect.anything();
const misspelt = JSON.stringify(
  {
    ...sampleRuleConfig,
    rules: [{ ...sampleRuleConfig.rules[0], matcherIDs: ['sameEmial'] }, ...sampleRuleConfig.rules.slice(1)],
  },
  null,
  2,
);

/** What the guidance server is for, and a call that shows it. */
const capabilities: readonly (readonly [string, string, Record<string, unknown>, Record<string, unknown>])[] = [
  [
    'designs a rule-config from a use case',
    'svc_design_rule_config',
    { useCase: 'Customers of two shops' },
    {
      subject: 'person',
      ruleConfig: { rules: some },
      warnings: expect.arrayContaining([expect.stringContaining('were assumed (firstName, lastName, dateOfBirth')]),
    },
  ],
  [
    'designs a rule-config from a list of source fields',
    'svc_design_rule_config',
    { fields: ['Vorname', 'Nachname', 'Geburtsdatum'] },
    {
      ruleConfig: { rules: some },
      fields: [{ kind: 'givenName' }, { kind: 'familyName' }, { kind: 'birthDate' }],
    },
  ],
  [
    'generates a pipeline for a kind of value',
    'svc_generate_transformers',
    { kind: 'name', fields: ['fullName'] },
    {
      transformers: expect.arrayContaining([some]),
      examples: expect.arrayContaining([
        { record: some, values: expect.objectContaining({ GIVEN_NAME: some, FAMILY_NAME: some }) },
      ]),
    },
  ],
  [
    'lints a rule-config, with locations and hints',
    'svc_lint_rule_config',
    { ruleConfig: misspelt },
    {
      valid: false,
      errors: [
        {
          code: 'DANGLING_ID',
          pointer: '/rules/0/matcherIDs/0',
          line: expect.any(Number),
          column: expect.any(Number),
          hint: 'Did you mean "sameEmail"?',
        },
      ],
      warnings: expect.arrayContaining([{ code: some, message: some, hint: some }].map(expect.objectContaining)),
    },
  ],
  [
    'generates a typed query with variables',
    'svc_generate_graphql',
    { operation: 'search', schema: sampleSchema },
    {
      document: expect.stringContaining('query Search($input: SearchInput!)'),
      variables: { input: { parameters: some } },
    },
  ],
  [
    'simulates a match, with the rules of links and searches that fired',
    'svc_simulate_match',
    { ruleConfig: sampleRuleConfig, recordA: sampleRecordA, recordB: sampleRecordB },
    {
      together: true,
      groups: [{ linkRuleIDs: ['PERSON'] }],
      searches: [{ searchRules: 'default', aFindsB: { ruleIDs: ['PERSON'] } }],
    },
  ],
  [
    'validates records: a missing id and an empty payload',
    'svc_validate_records',
    { records: [{ email: 'a@example.com' }, { id: 'b' }] },
    {
      valid: false,
      records: [{ errors: [{ code: 'RECORD_ID_MISSING' }] }, { errors: [{ code: 'RECORD_EMPTY' }] }],
    },
  ],
  [
    'validates search parameters: names of fields and types of values',
    'svc_validate_search_parameters',
    { parameters: { emial: 'a@example.com', givenName: 5 }, schema: sampleSchema },
    { valid: false, errors: [{ code: 'UNKNOWN_FIELD' }, { code: 'WRONG_TYPE' }] },
  ],
  [
    'validates identifiers',
    'svc_validate_identifier',
    { kind: 'NPI', value: '1234567894' },
    { valid: false, problems: expect.arrayContaining([expect.objectContaining({ code: 'CHECK_DIGIT' })]) },
  ],
  [
    'searches the documentation',
    'svc_search_docs',
    { query: 'how do I delete a customer' },
    { passages: expect.arrayContaining([expect.objectContaining({ heading: 'Erase a person' })]) },
  ],
  ['explains a concept', 'svc_explain_concept', { concept: 'scores.consistency' }, { found: true }],
  [
    'decodes an error message',
    'svc_explain_error',
    { message: 'field does not exist in ETM pipeline output' },
    { found: true, explanations: [{ code: 'FIELD_DOES_NOT_EXIST' }] },
  ],
];

describe.each([
  ['the official client', officialClient],
  ['a plain POST', plainPost],
] as const)('by %s, the guidance server', (_name, call) => {
  it.each(capabilities)('%s', async (_capability, tool, args, content) => {
    expect((await call(tool, args)).structuredContent).toMatchObject(content);
  });
});
