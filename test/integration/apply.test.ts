import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConsoleConfiguration } from '../../functions/console/configuration.ts';
import {
  type Answer,
  type AppliedExamples,
  ann,
  api,
  applyExamples,
  get,
  post,
  submit,
  token,
} from '../setup/applied/applied-examples.ts';
import { type AppliedServices, appliedServices } from '../setup/applied/services.ts';
import { describeWith } from '../setup/requirement.ts';

describeWith('the applied module', await appliedServices(), applied);

function applied(services: AppliedServices): void {
  let examples: AppliedExamples;

  beforeAll(() => {
    examples = applyExamples(services, { complete: { deletion_protection: 'false' } });
  });
  afterAll(() => examples.end());

  describe('the complete example', () => {
    it('gives each client its scopes, keeps a private field private and refuses strange addresses', async () => {
      const { changes } = await examples.example('complete');
      const now = Date.now();
      const { instance, issuer, clientNamed, stop } = await examples.drive('customer-data', undefined, () => now);
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
      const { outputs } = await examples.example('complete');
      const { instance, issuer, clientNamed, stop } = await examples.drive('customer-data');
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
}
