import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { actionsOfCode } from '../setup/applied/actions-of-code.ts';
import {
  type AppliedExamples,
  ann,
  annAgain,
  api,
  applyExamples,
  bob,
  post,
  search,
  submit,
  token,
} from '../setup/applied/applied-examples.ts';
import { createEmulatedAws, region } from '../setup/applied/emulated-aws.ts';
import { allowedActions } from '../setup/applied/role-guard.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { type StandInIssuer, startStandInIssuer } from '../setup/applied/stand-in-issuer.ts';
import type { TerraformDirectory } from '../setup/applied/workspace.ts';
import { describeWith } from '../setup/requirement.ts';

describeWith('the applied examples', await appliedServices(), applied);

const cdnSecret = 'k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE';

function applied(services: AppliedServices): void {
  let examples: AppliedExamples;
  let customIssuer: StandInIssuer;

  beforeAll(async () => {
    customIssuer = await startStandInIssuer('/tenant');
    examples = applyExamples(services, {
      minimal: {},
      'allow-list': { allowed_ranges: '["198.51.100.0/24","127.0.0.1"]' },
      'custom-identity-provider': { issuer_url: customIssuer.issuer, audience: 'entity-data-api' },
      'custom-domain': {},
      company: {
        deletion_protection: 'false',
        cdn_secrets: JSON.stringify([cdnSecret]),
        allowed_ranges: '["203.0.113.0/24"]',
      },
    });
  });
  afterAll(async () => {
    await examples?.end();
    await customIssuer?.stop();
  });

  describe('the minimal example', () => {
    it('is applied once, resolves records for who has a token and a scope, and then plans no change from anywhere', async () => {
      const { example, outputs, changes } = await examples.example('minimal');
      const { instance, issuer, environment, clientNamed, stop } = await examples.drive('entity-data');
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
    const git = (...args: string[]) => execFileSync('git', args, { cwd: examples.workspace.module, stdio: 'ignore' });
    git('init', '--initial-branch=main');
    git('add', '--force', 'main.tf', 'variables.tf', 'outputs.tf', 'versions.tf', 'modules', 'functions/dist');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--message', 'Publish');
    const read = (file: string) => readFileSync(join(example.directory, file), 'utf8');
    const main = read('main.tf').replace('"../.."', `"git::file://${examples.workspace.module}?ref=main"`);
    const names = ['outputs.tf', 'variables.tf', 'rule-config.json', 'schema.graphqls'];
    const files = Object.fromEntries(names.map((name) => [name, read(name)]));
    const moved = examples.workspace.directory('elsewhere', { ...files, 'main.tf': main });
    cpSync(join(example.directory, 'terraform.tfstate'), join(moved.directory, 'terraform.tfstate'));
    await moved.init();
    return moved;
  }

  describe('the roles', () => {
    it('allow each function exactly the table actions that its code asks for', async () => {
      await examples.example('minimal');
      const reading = createEmulatedAws(services.endpoint.url);
      const names = ['api', 'authorizer', 'guidance', 'sweeper'];

      const roles = await Promise.all(
        names.map(async (name) => {
          const policies = await reading.rolePolicies(`entity-data-${name}-${region}`);
          const archive = unzipSync(readFileSync(join(examples.archives, `${name}.zip`)));
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

  describe('the company example', () => {
    it('answers callers of the CDN with listed addresses, within limits of each client', async () => {
      const { changes } = await examples.example('company');
      const { instance, issuer, environment, clientNamed, stop } = await examples.drive('company');
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
      const { changes } = await examples.example('allow-list');
      const prefix = 'entity-data-internal';
      const { instance, issuer, environment, clientNamed, stop } = await examples.drive(prefix);
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
      const { outputs, changes } = await examples.example('custom-identity-provider');
      const prefix = 'entity-data-idp';
      const { instance, stop } = await examples.drive(prefix, issuer);

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
      const { outputs, changes } = await examples.example('custom-domain');
      const prefix = 'entity-data-domain';
      const { instance, issuer, clientNamed, stop } = await examples.drive(prefix);

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
