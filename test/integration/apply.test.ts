import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { ConsoleConfiguration } from '../../functions/console/configuration.ts';
import { actionsOfCode } from '../setup/applied/actions-of-code.ts';
import { createEmulatedAws, region } from '../setup/applied/emulated-aws.ts';
import { clientsOf, type Instance, startInstance } from '../setup/applied/instance.ts';
import { allowedActions } from '../setup/applied/role-guard.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { type StandInIssuer, startStandInIssuer } from '../setup/applied/stand-in-issuer.ts';
import {
  createWorkspace,
  type PlannedChange,
  type TerraformDirectory,
  type Workspace,
} from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

describeWith('the applied examples', await appliedServices(), examples);

interface Applied {
  readonly example: TerraformDirectory;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What a plan right after the apply would change. */
  readonly changes: readonly PlannedChange[];
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data?: Record<string, unknown> | null;
    readonly errors?: { readonly message: string; readonly extensions?: { readonly code?: string } }[];
    readonly message?: string;
  };
}

/** Posts JSON from a loopback address of one's choice. */
function post(
  url: string,
  body: object,
  token?: string,
  localAddress = '127.0.0.1',
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...more,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const sending = request(url, { method: 'POST', headers, localAddress }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : JSON.parse(text) }),
      );
    });
    sending.once('error', reject);
    sending.end(JSON.stringify(body));
  });
}

/** Gets an address from a loopback address of one's choice. */
function get(url: string, localAddress: string, bearer?: string): Promise<{ readonly status: number }> {
  return new Promise((resolve, reject) => {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const sending = request(url, { headers, localAddress }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0 }));
    });
    sending.once('error', reject);
    sending.end();
  });
}

async function token(issuer: StandInIssuer, client: { clientId: string; clientSecret: string }, scope = '') {
  const response = await fetch(issuer.tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  });
  return (await response.json()) as { access_token: string; expires_in: number; error?: string };
}

const submit = (...records: object[]) => ({
  query: 'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }',
  variables: { input: { records } },
});
const search = (parameters: object) => ({
  query: 'query ($input: SearchInput!) { search(input: $input) { entities { records { id } } } }',
  variables: { input: { parameters } },
});
const ann = { id: 'a-1', name: 'Ann Example', email: 'ann@example.com', postcode: 'AB1 2CD' };
const annAgain = { id: 'b-7', name: 'ann  example', email: 'ann.example@example.org', postcode: 'ab12cd' };
const bob = { id: 'c-3', name: 'Bob Sample', email: 'bob@example.com', postcode: 'ZZ9 9ZZ' };

const cdnSecret = 'k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE';

function examples({ endpoint, database }: AppliedServices): void {
  let workspace: Workspace;
  let archives: string;
  let customIssuer: StandInIssuer;
  const applied = new Map<string, Promise<Applied>>();

  beforeAll(async () => {
    workspace = createWorkspace(endpoint.url);
    archives = join(workspace.module, 'functions', 'dist');
    customIssuer = await startStandInIssuer('/tenant');
    const variables: Record<string, Record<string, string>> = {
      minimal: {},
      complete: { deletion_protection: 'false' },
      'allow-list': { allowed_ranges: '["198.51.100.0/24","127.0.0.1"]' },
      'custom-identity-provider': { issuer_url: customIssuer.issuer, audience: 'entity-data-api' },
      'custom-domain': {},
      company: {
        deletion_protection: 'false',
        cdn_secrets: JSON.stringify([cdnSecret]),
        allowed_ranges: '["203.0.113.0/24"]',
      },
    };
    // Most of an apply is waiting: all of them wait at once.
    for (const [name, values] of Object.entries(variables)) {
      const applying = apply(name, values);
      applying.catch(() => {});
      applied.set(name, applying);
    }
  });
  afterAll(async () => {
    // The servers end also when something here did not come to be.
    await Promise.allSettled(applied.values());
    await customIssuer?.stop();
    workspace?.remove();
    await database.stop();
    await endpoint.stop();
  });

  async function apply(name: string, variables: Readonly<Record<string, string>>): Promise<Applied> {
    const example = workspace.example(name);
    await example.init();
    await example.apply(variables);
    const outputs = await example.output();
    return { example, outputs, changes: await example.plan(variables) };
  }

  async function drive(prefix: string, issuer?: StandInIssuer, clock?: () => number) {
    const own = issuer ?? (await startStandInIssuer('/pool'));
    const instance = await startInstance({
      awsUrl: endpoint.url,
      dynamodbUrl: database.endpoint,
      prefix,
      archives,
      ...(clock === undefined ? {} : { clock }),
      // Only Cognito issues Cognito's tokens, so the test replaces their source.
      ...(issuer === undefined
        ? { instead: { AUTHORIZER_ISSUER_URL: own.issuer, AUTHORIZER_JWKS_URI: `${own.issuer}/.well-known/jwks.json` } }
        : {}),
    });
    const environment = await instance.environment(`${prefix}-authorizer`);
    const poolId = /\/([^/]+)$/.exec(environment['AUTHORIZER_ISSUER_URL'] ?? '')?.[1] ?? '';
    const clients = issuer === undefined ? await clientsOf(endpoint.url, poolId, prefix) : [];
    if (issuer === undefined) await own.setClients(clients);
    const clientNamed = (name: string) => clients.find((client) => client.name === name)!;
    const stop = async () => {
      await instance.stop();
      if (issuer === undefined) await own.stop();
    };
    return { instance, issuer: own, environment, clientNamed, stop };
  }

  const api = (instance: Instance, prefix: string) => instance.url(`${prefix}-api`);

  describe('the minimal example', () => {
    it('is applied once, resolves records for who has a token and a scope, and then plans no change from anywhere', async () => {
      const { example, outputs, changes } = await applied.get('minimal')!;
      const { instance, issuer, environment, clientNamed, stop } = await drive('entity-data');
      const url = api(instance, 'entity-data');
      const { access_token: all, expires_in } = await token(issuer, clientNamed('backend'));
      const { access_token: searching } = await token(issuer, clientNamed('backend'), 'svc/query.search');

      const answers = {
        withoutToken: await post(url, search({ email: ann.email })),
        withNonsense: await post(url, search({ email: ann.email }), 'nonsense'),
        submitted: await post(url, submit(ann, annAgain, bob), all),
        found: await post(url, search({ name: 'ANN EXAMPLE', postcode: 'AB12CD' }), searching),
        withoutScope: await post(url, submit(bob), searching),
        elsewhere: (await fetch(`${url}other`)).status,
      };
      const swept = await instance.invoke('entity-data-sweeper', {});
      const sweeperLog = instance.log('entity-data-sweeper');
      const guidance = instance.url('entity-data-guidance');
      const tools = await post(guidance, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const get = await fetch(guidance);
      const guidanceActions = [...instance.actions('entity-data-guidance')];
      const authorizerActions = [...instance.actions('entity-data-authorizer')];
      await stop();

      expect(outputs).toMatchObject({
        api_url: expect.stringMatching(/^https:\/\/[^/]+\/$/),
        token_url: expect.stringMatching(/^https:\/\/entity-data-[0-9a-f]{8}\.auth\.[^/]+\/oauth2\/token$/),
        mcp_url: expect.stringMatching(/^https:\/\/[^/]+\/$/),
        client_ids: { backend: clientNamed('backend').clientId },
      });
      expect(JSON.stringify(outputs)).not.toContain(clientNamed('backend').clientSecret);
      expect(environment['AUTHORIZER_ISSUER_URL']).toMatch(/^https:\/\/cognito-idp\.eu-central-1\.amazonaws\.com\//);
      expect(environment['AUTHORIZER_AUDIENCE']).toBe(JSON.stringify([clientNamed('backend').clientId]));
      expect(changes).toEqual([]);
      expect(expires_in).toBe(3600);
      expect(answers.withoutToken.status).toBe(401);
      expect(answers.withNonsense.status).toBe(403);
      expect(answers.submitted).toEqual({ status: 200, body: { data: { submit: { recordsAdded: 3 } } } });
      expect(answers.found).toEqual({
        status: 200,
        body: { data: { search: { entities: [{ records: [{ id: 'a-1' }, { id: 'b-7' }] }] } } },
      });
      expect(answers.withoutScope.body.errors?.[0]).toMatchObject({
        message: 'access denied, required privilege: svc/mutation.submit',
        extensions: { code: 'FORBIDDEN' },
      });
      expect(answers.elsewhere).toBe(404);
      expect(swept).toBeUndefined();
      expect(sweeperLog).toContain('"UnfinishedWork":0');
      expect(sweeperLog).toContain('"service":"entity-data"');
      expect(tools).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 1 } });
      expect(get.status).toBe(405);
      expect([...guidanceActions, ...authorizerActions]).toEqual([]);

      const moved = await fromGit(example);
      expect(await moved.plan()).toEqual([]);

      // Other rules: a new document, the functions that read it, and the old document last.
      const rules = join(example.directory, 'rule-config.json');
      writeFileSync(rules, `${readFileSync(rules, 'utf8')}\n`);
      expect((await example.plan()).map(({ type, actions }) => `${actions} ${type}`)).toEqual([
        'update aws_lambda_alias',
        'update aws_lambda_function',
        'create,delete aws_lambda_invocation',
        'create aws_dynamodb_table_item',
        'delete aws_dynamodb_table_item',
        'update aws_lambda_alias',
        'update aws_lambda_function',
        'create,delete aws_lambda_invocation',
      ]);
    });
  });

  /** The same example in another directory, with the module out of a git repository and the same state. */
  async function fromGit(example: TerraformDirectory): Promise<TerraformDirectory> {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace.module, stdio: 'ignore' });
    git('init', '--initial-branch=main');
    git('add', '--force', 'main.tf', 'variables.tf', 'outputs.tf', 'versions.tf', 'modules', 'functions/dist');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--message', 'Publish');
    const read = (file: string) => readFileSync(join(example.directory, file), 'utf8');
    const main = read('main.tf').replace('"../.."', `"git::file://${workspace.module}?ref=main"`);
    const names = ['outputs.tf', 'variables.tf', 'rule-config.json', 'schema.graphqls'];
    const files = Object.fromEntries(names.map((name) => [name, read(name)]));
    const moved = workspace.directory('elsewhere', { ...files, 'main.tf': main });
    cpSync(join(example.directory, 'terraform.tfstate'), join(moved.directory, 'terraform.tfstate'));
    await moved.init();
    return moved;
  }

  describe('the roles', () => {
    it('allow each function exactly the table actions that its code asks for', async () => {
      await applied.get('minimal')!;
      const reading = createEmulatedAws(endpoint.url);
      const names = ['api', 'authorizer', 'guidance', 'sweeper'];

      const roles = await Promise.all(
        names.map(async (name) => {
          const policies = await reading.rolePolicies(`entity-data-${name}-${region}`);
          const archive = unzipSync(readFileSync(join(archives, `${name}.zip`)));
          const modules = Object.keys(archive).filter((path) => path.endsWith('.mjs'));
          const code = modules.map((path) => Buffer.from(archive[path]!).toString()).join('\n');
          const { store, configuration, elsewhere } = actionsOfCode(code);
          const needed = [
            ...[...store].map((action) => `${action} on entity-data-entities`),
            ...[...configuration].map((action) => `${action} on entity-data-configuration`),
          ];
          const resources = [...policies.values()].flatMap(({ Statement }) => Statement.flatMap((one) => one.Resource));
          return {
            name,
            missing: needed.filter((action) => !allowedActions(policies.values()).has(action)),
            excessive: [...allowedActions(policies.values())].filter((action) => !needed.includes(action)),
            elsewhere: [...elsewhere],
            everything: resources.filter((resource) => resource === '*'),
            capabilities: [...policies.keys()].sort(),
          };
        }),
      );

      const exact = { missing: [], excessive: [], elsewhere: [], everything: [] };
      const onTables = ['configuration', 'entities', 'runtime'];
      expect(roles).toEqual([
        { name: 'api', ...exact, capabilities: [...onTables, 'scan'] },
        { name: 'authorizer', ...exact, capabilities: ['runtime'] },
        { name: 'guidance', ...exact, capabilities: ['runtime'] },
        { name: 'sweeper', ...exact, capabilities: [...onTables, 'scan'] },
      ]);
    });
  });

  describe('the complete example', () => {
    it('gives each client its scopes, keeps a private field private and refuses strange addresses', async () => {
      const { changes } = await applied.get('complete')!;
      const now = Date.now();
      const { instance, issuer, clientNamed, stop } = await drive('customer-data', undefined, () => now);
      const url = api(instance, 'customer-data');
      const { access_token: importing, expires_in } = await token(issuer, clientNamed('importer'));
      const { access_token: searching } = await token(issuer, clientNamed('backend'));
      const { access_token: crediting } = await token(issuer, clientNamed('credit'));
      const refusedToken = await token(issuer, clientNamed('backend'), 'crm/mutation.submit');
      const limits = {
        query: 'query ($input: SearchInput!) { search(input: $input) { entities { records { id creditLimit } } } }',
        variables: { input: { parameters: { email: ann.email } } },
      };

      const submitted = await post(url, submit({ ...ann, creditLimit: 500 }), importing);
      const hidden = await post(url, limits, searching);
      const shown = await post(url, limits, crediting);
      const refused = await post(url, limits, (await token(issuer, clientNamed('privacy'))).access_token, '127.0.0.2');
      const cached = await post(url, limits, crediting, '127.0.0.2');
      await stop();

      expect(changes).toEqual([]);
      expect(expires_in).toBe(15 * 60);
      expect(refusedToken.error).toBe('invalid_scope');
      expect(submitted.body).toEqual({ data: { submit: { recordsAdded: 1 } } });
      expect(hidden.body.data).toEqual({ search: { entities: [{ records: [{ id: 'a-1', creditLimit: null }] }] } });
      expect(shown.body).toEqual({
        data: { search: { entities: [{ records: [{ id: 'a-1', creditLimit: 500 }] }] } },
      });
      expect(refused.status).toBe(403);
      // For 10 seconds, of which none passes here, the verdict holds for the token, whatever the address.
      expect(cached.status).toBe(200);
    });

    it('serves the console, in which people may do what their groups permit', async () => {
      const { outputs } = await applied.get('complete')!;
      const { instance, issuer, clientNamed, stop } = await drive('customer-data');
      const url = api(instance, 'customer-data');
      const page = await fetch(`${url}console`);
      const html = await page.text();
      const script = await fetch(`${url}console/${/"(main-[\w-]+\.js)"/.exec(html)?.[1]}`);
      const configured = (await (await fetch(`${url}console/configuration`)).json()) as ConsoleConfiguration;
      const { clientId, scope, authorizationServer } = configured.signIn;
      const signedIn = (...groups: string[]) => issuer.tokenOfPerson({ clientId, groups, scopes: scope.split(' ') });
      const [reader, owner, stranger, other] = [
        await signedIn('service-desk'),
        await signedIn('data-office'),
        await signedIn(),
        await signedIn('service-desk'),
      ];
      const documents = async (bearer?: string, localAddress = '127.0.0.1') =>
        (await get(`${url}console/documents`, localAddress, bearer)).status;
      const { access_token: importing } = await token(issuer, clientNamed('importer'));
      await post(url, submit({ ...ann, creditLimit: 500 }), importing);
      const limit = {
        query: 'query ($input: SearchInput!) { search(input: $input) { entities { records { creditLimit } } } }',
        variables: { input: { parameters: { email: ann.email } } },
      };
      const link = {
        query: 'mutation { link(input: { a: "a-1", b: "a-2", user: "desk", reason: "same" }) { decision { id } } }',
      };
      const codesOf = ({ body }: Answer) => body.errors?.map(({ extensions }) => extensions?.code);

      const answers = {
        file: script.status,
        elsewhere: (await get(`${url}console`, '127.0.0.2')).status,
        strangeFile: (await fetch(`${url}console/handler.mjs`)).status,
        documents: [
          await documents(),
          await documents(stranger),
          await documents(reader),
          await documents(other, '127.0.0.2'),
        ],
        readerSees: (await post(url, limit, reader)).body.data,
        ownerSees: (await post(url, limit, owner)).body.data,
        stranger: codesOf(await post(url, limit, stranger)),
        readerLinks: codesOf(await post(url, link, reader)),
        ownerSubmits: codesOf(await post(url, submit(ann), owner)),
      };
      const actions = [...instance.actions('customer-data-console')];
      await stop();

      expect(outputs['console_url']).toMatch(/^https:\/\/[^/]+\/console$/);
      expect(page.status).toBe(200);
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      const policy = page.headers.get('content-security-policy') ?? '';
      for (const address of ['mcp_url', 'token_url'])
        expect([address, policy.includes(new URL(String(outputs[address])).origin)]).toEqual([address, true]);
      expect(configured.mcpUrl).toBe(outputs['mcp_url']);
      expect(configured.pages).toEqual([]);
      expect(authorizationServer.token_endpoint).toBe(outputs['token_url']);
      expect(scope.split(' ')).toContain('crm/read.creditLimit');
      expect(scope).not.toContain('mutation.submit');
      expect(answers).toEqual({
        file: 200,
        elsewhere: 403,
        strangeFile: 404,
        documents: [401, 403, 200, 403],
        readerSees: { search: { entities: [{ records: [{ creditLimit: null }] }] } },
        ownerSees: { search: { entities: [{ records: [{ creditLimit: 500 }] }] } },
        stranger: ['FORBIDDEN'],
        readerLinks: ['FORBIDDEN'],
        ownerSubmits: ['FORBIDDEN'],
      });
      expect(actions).toEqual([]);
    });
  });

  describe('the company example', () => {
    it('answers callers of the CDN with listed addresses, within limits of each client', async () => {
      const { changes } = await applied.get('company')!;
      const { instance, issuer, environment, clientNamed, stop } = await drive('company');
      const url = api(instance, 'company');
      const { access_token } = await token(issuer, clientNamed('importer'));
      const through = (secret: string, caller: string) =>
        post(url, submit(ann), access_token, '127.0.0.1', {
          'x-origin-secret': secret,
          'x-forwarded-for': caller,
        });

      const answers = {
        listed: await through(cdnSecret, '203.0.113.7'),
        strange: (await through(cdnSecret, '198.51.100.7')).status,
        wrongSecret: (await through(cdnSecret.toLowerCase(), '203.0.113.7')).status,
        pastTheCdn: (await post(url, submit(ann), access_token)).status,
      };
      const limits = (await instance.environment('company-api'))['CLIENT_THROTTLING'] ?? '';
      await stop();

      expect(changes).toEqual([]);
      expect(answers).toEqual({
        listed: { status: 200, body: { data: { submit: { recordsAdded: 1 } } } },
        strange: 403,
        wrongSecret: 403,
        pastTheCdn: 401,
      });
      expect(JSON.stringify(environment)).not.toContain(cdnSecret);
      expect(JSON.parse(limits)).toMatchObject({
        clients: { [clientNamed('importer').clientId]: { rate_limit: 100 } },
      });
    });
  });

  describe('the allow-list example', () => {
    it('serves listed addresses only', async () => {
      const { changes } = await applied.get('allow-list')!;
      const prefix = 'entity-data-internal';
      const { instance, issuer, environment, clientNamed, stop } = await drive(prefix);
      const { access_token } = await token(issuer, clientNamed('backend'));
      const { access_token: another } = await token(issuer, clientNamed('backend'), 'svc/query.search');

      const allowed = await post(api(instance, prefix), submit(ann), access_token);
      const refused = await post(api(instance, prefix), search({ email: ann.email }), another, '127.0.0.2');
      await stop();

      expect(changes).toEqual([]);
      expect(environment['IP_RANGE_ALLOW_LIST']).toBe('["127.0.0.1/32","198.51.100.0/24"]');
      expect(allowed.body).toEqual({ data: { submit: { recordsAdded: 1 } } });
      expect(refused.status).toBe(403);
    });
  });

  describe('the example with a custom identity provider', () => {
    it("takes that provider's tokens for its audience, and no others", async () => {
      const issuer = customIssuer;
      const client = {
        name: 'mine',
        clientId: 'entity-data-api',
        clientSecret: 'a-secret-that-is-long-enough',
        allowedScopes: ['svc/mutation.submit', 'svc/query.search'],
        accessTokenValidityMinutes: 60,
      };
      const stranger = { ...client, name: 'stranger', clientId: 'another-api' };
      await issuer.setClients([client, stranger]);
      const { outputs, changes } = await applied.get('custom-identity-provider')!;
      const prefix = 'entity-data-idp';
      const { instance, stop } = await drive(prefix, issuer);

      const mine = await post(api(instance, prefix), submit(ann), (await token(issuer, client)).access_token);
      const strange = await post(api(instance, prefix), submit(ann), (await token(issuer, stranger)).access_token);
      await stop();

      expect(outputs).toMatchObject({ issuer_url: issuer.issuer });
      expect(outputs['token_url'] ?? null).toBeNull();
      expect(changes).toEqual([]);
      expect(mine.body).toEqual({ data: { submit: { recordsAdded: 1 } } });
      expect(strange.status).toBe(403);
    });
  });

  describe('the custom-domain example', () => {
    it('answers at its own host name', async () => {
      const { outputs, changes } = await applied.get('custom-domain')!;
      const prefix = 'entity-data-domain';
      const { instance, issuer, clientNamed, stop } = await drive(prefix);

      const { access_token } = await token(issuer, clientNamed('backend'));
      const submitted = await post(api(instance, prefix), submit(ann), access_token);
      await stop();

      expect(outputs).toMatchObject({
        api_url: 'https://entity-data.example.com/',
        mcp_url: 'https://entity-data.example.com/mcp',
        domain_target: { domain_name: expect.any(String), hosted_zone_id: expect.any(String) },
      });
      expect(changes).toEqual([]);
      expect(submitted.body).toEqual({ data: { submit: { recordsAdded: 1 } } });
    });
  });
}
