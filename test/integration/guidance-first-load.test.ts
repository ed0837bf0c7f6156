import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createGateway, type Gateway } from '../../apps/service/gateway/gateway.ts';
import { guidanceRoute } from '../../apps/service/routes/guidance.ts';
import { type Service, startService } from '../../apps/service/service.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const run = promisify(execFile);

/** Milliseconds that no machine needs. */
const PATIENCE = 300_000;

/** Columns of a user who knows nothing but the address of the guidance server. */
const kinds = [
  { kind: 'name', fields: ['givenName', 'familyName'] },
  { kind: 'email', fields: ['email'] },
  { kind: 'dateOfBirth', fields: ['dateOfBirth'] },
];

/** Made up. Robert is in it three times, his daughter shares his address, and a stranger his family name. */
const records = [
  { id: 'crm-1', givenName: 'Robert', familyName: 'Exemplar', email: 'bob@example.com', dateOfBirth: '1950-03-14' },
  { id: 'shop-1', givenName: 'Bob', familyName: 'Exemplar', email: 'Bob+shop@Example.com' },
  { id: 'shop-2', givenName: 'Rob', familyName: 'Exempler', dateOfBirth: '14 March 1950' },
  { id: 'shop-3', givenName: 'Zoe', familyName: 'Exemplar', email: 'bob@example.com', dateOfBirth: '1985-07-01' },
  { id: 'crm-2', givenName: 'Alice', familyName: 'Exemplar', dateOfBirth: '1961-11-30' },
];

interface Fragment {
  readonly transformers: readonly { id: string }[];
  readonly resolvers: readonly { id: string }[];
  readonly comparers: readonly { id: string }[];
  readonly tokenizers: readonly { id: string }[];
  readonly matchers: readonly { id: string }[];
  readonly referenceLists: readonly { id: string }[];
}

let guidance: Gateway;
let client: Client;
let service: Service | undefined;

const directory = temporaryDirectory('beforeEach', async () => {
  await client.close();
  await guidance.close();
  await service?.close(0);
});
beforeEach(async () => {
  guidance = createGateway({
    routes: [guidanceRoute({ serviceIdentifier: 'svc', log: () => {}, timeLimit: PATIENCE })],
    integrationTimeoutInSeconds: PATIENCE / 1_000,
  });
  const { port } = await guidance.listen(0, '127.0.0.1');
  client = new Client({ name: 'assistant', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
});

async function call<Content>(name: string, args: object): Promise<Content> {
  const result = await client.callTool({ name, arguments: { ...args } });
  if (result.isError) throw new Error(JSON.stringify(result.content));
  return result.structuredContent as Content;
}

/** The parts of all kinds in one document, with rules over the matchers that were made. */
function ruleConfigOf(fragments: readonly Fragment[]) {
  const all = (list: keyof Fragment) => [
    ...new Map(fragments.flatMap((fragment) => fragment[list]).map((part) => [part.id, part])).values(),
  ];
  const rules = [
    { id: 'EMAIL_NAME', matcherIDs: ['SAME_EMAIL', 'GIVEN_NAME_SOUND'], attributes: { score: 0.9 } },
    {
      id: 'BIRTH_NAME',
      matcherIDs: ['BIRTH_DATE_SWAPPED', 'FAMILY_NAME_SOUND', 'GIVEN_NAME_SOUND'],
      attributes: { score: 0.9 },
    },
  ];
  const used = new Set(rules.flatMap(({ matcherIDs }) => matcherIDs));
  return {
    transformers: all('transformers'),
    resolvers: all('resolvers'),
    comparers: all('comparers'),
    tokenizers: all('tokenizers'),
    referenceLists: all('referenceLists'),
    matchers: all('matchers').filter(({ id }) => used.has(id)),
    rules,
    ruleSets: [{ id: 'people', ruleIDs: rules.map(({ id }) => id) }],
    searchRuleSetIDs: { default: 'people' },
    mutationRuleSetGroups: {
      people: { indexRuleSetID: 'people', linkRuleSetID: 'people', deduplicateRuleSetID: null },
    },
  };
}

describe('an assistant that knows nothing but the address of the guidance server', () => {
  it('gets from columns to records that are loaded and resolved, by the tools and their commands alone', async () => {
    const shell = await run('bash', ['-c', 'command -v curl']).catch(() => undefined);
    if (shell === undefined) {
      console.warn('This machine has no curl: the commands were not run.');
      return;
    }

    const fragments = await Promise.all(kinds.map((kind) => call<Fragment>('svc_generate_transformers', kind)));
    const ruleConfig = ruleConfigOf(fragments);
    const { schema } = await call<{ schema: string }>('svc_generate_graphql', { operation: 'submit', ruleConfig });
    const linted = await call<{ valid: boolean; errors: object[] }>('svc_lint_rule_config', { ruleConfig, schema });
    const same = await call<{ together: boolean }>('svc_simulate_match', {
      ruleConfig,
      recordA: records[0],
      recordB: records[1],
    });
    const different = await call<{ together: boolean }>('svc_simulate_match', {
      ruleConfig,
      recordA: records[0],
      recordB: records[3],
    });
    const checked = await call<{ valid: boolean }>('svc_validate_records', { records, schema, ruleConfig });
    const submit = await call<{ token: string; curl: string; variables: { input: object } }>('svc_generate_graphql', {
      operation: 'submit',
      schema,
    });
    const read = await call<{ token: string; curl: string }>('svc_generate_graphql', {
      operation: 'entityByRecord',
      schema,
      fields: ['id'],
    });

    expect(linted).toMatchObject({ valid: true, errors: [] });
    expect([same.together, different.together, checked.valid]).toEqual([true, false, true]);

    service = await startService({
      ruleConfigFile: await directory.write('rule-config.json', JSON.stringify(ruleConfig)),
      schemaFile: await directory.write('schema.graphqls', schema),
      dataDirectory: directory.path('data'),
      port: 0,
      writeLog: () => {},
    });
    const env = {
      ...process.env,
      API_URL: service.apiUrl,
      TOKEN_URL: service.tokenUrl,
      CLIENT_ID: service.clientId,
      CLIENT_SECRET: service.clientSecret,
    };
    const commands = async ({ token, curl }: { token: string; curl: string }) => {
      const { stdout } = await run('bash', ['-c', `set -e\n${token}\n${curl}`], { env });
      return JSON.parse(stdout);
    };
    // What a person does with the template: their records in place of the made-up one.
    const template = JSON.stringify(submit.variables, null, 2).replaceAll('\n', '\n  ');
    const filled = JSON.stringify({ input: { records } }, null, 2).replaceAll('\n', '\n  ');
    expect(submit.curl).toContain(template);
    const stored = await commands({ ...submit, curl: submit.curl.replace(template, filled) });
    const entity = await commands({ ...read, curl: read.curl.replace('"record-1"', '"shop-2"') });

    expect(stored).toMatchObject({ data: { submit: { recordsAdded: 5 } } });
    const found = entity.data.entityByRecord.entity as { records: { id: string }[] };
    expect(found.records.map(({ id }) => id).sort()).toEqual(['crm-1', 'shop-1', 'shop-2']);
  });
});
