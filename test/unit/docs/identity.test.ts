import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthorizer, type Verdict } from '../../../functions/authorizer/authorizer.ts';
import { loadConfig } from '../../../functions/authorizer/config.ts';
import { discoveryUrls } from '../../../functions/authorizer/discovery.ts';
import { makeKey, sign, type TestClaims, type TestKey } from '../functions/authorizer/minted.ts';
import { fencedBlocks } from './fenced-blocks.ts';
import { root } from './pages.ts';

const folder = join(root, 'docs', 'identity');
const providers = readdirSync(folder).filter((name) => name !== 'README.md');
const scopesOfExample = ['svc/query.search'];

/** What a page says: settings and who is seen, in turns, about one token. */
interface Page {
  readonly token: TestClaims;
  readonly cases: readonly {
    readonly settings: Readonly<Record<string, unknown>>;
    readonly clientId: string;
    readonly scope: string;
  }[];
}

function readPage(name: string): Page {
  const text = readFileSync(join(folder, name), 'utf8');
  const blocks = fencedBlocks(text);
  const settings = blocks.filter(({ language }) => language === 'hcl').map(({ text: hcl }) => settingsIn(hcl));
  const seen = [...text.matchAll(/^The API sees the client `([^`]+)` with the scopes `([^`]+)`\.$/gm)];
  expect(seen).toHaveLength(settings.length);
  return {
    token: JSON.parse(blocks.find(({ language }) => language === 'json')!.text) as TestClaims,
    cases: settings.map((values, index) => ({ settings: values, clientId: seen[index]![1]!, scope: seen[index]![2]! })),
  };
}

/** Assignments whose values are JSON as well. */
const settingsIn = (hcl: string): Record<string, unknown> =>
  Object.fromEntries([...hcl.matchAll(/^(\w+)\s*= (.+)$/gm)].map(([, name, value]) => [name!, JSON.parse(value!)]));

describe.each(providers)('the page %s', (name) => {
  const { token, cases } = readPage(name);
  let key: TestKey;
  beforeAll(async () => {
    key = await makeKey('key-1');
  });

  /** The verdict on claims, with the page's settings as the Terraform module hands them to the function. */
  async function judge(
    settings: Readonly<Record<string, unknown>>,
    claims: TestClaims,
    signer = key,
  ): Promise<Verdict> {
    const issuer = settings['authorizer_issuer_url'] as string;
    // As keys of Entra are published.
    const { alg: _, ...publicJwk } = key.publicJwk;
    const pages: Record<string, object> = {
      [discoveryUrls(issuer)[1].href]: { issuer, jwks_uri: 'https://keys.example.com/' },
      'https://keys.example.com/': { keys: [publicJwk] },
    };
    const authorize = createAuthorizer(
      loadConfig({
        AUTHORIZER_ISSUER_URL: issuer,
        AUTHORIZER_AUDIENCE: JSON.stringify(settings['authorizer_audience']),
        AUTHORIZER_SCOPE_CLAIMS: JSON.stringify(settings['authorizer_scope_claims']),
      }),
      {
        fetch: async ({ href }) => JSON.stringify(pages[href]),
        clock: () => ((token['iat'] as number) + 60) * 1000,
        log: () => undefined,
      },
    );
    const header = `Bearer ${await sign(claims, signer, { typ: 'JWT' })}`;
    return authorize({ identitySource: [header], headers: {}, requestContext: {} } as never);
  }

  it.each(cases)('has settings with which its token carries $scope', async ({ settings, clientId, scope }) => {
    expect(await judge(settings, token)).toEqual({ isAuthorized: true, context: { clientId, scope } });
    expect(scope.split(' ')).toEqual(expect.arrayContaining(scopesOfExample));
  });

  it('has settings that refuse tokens of another tenant, another API and another key', async () => {
    const { settings } = cases[0]!;
    const stranger = await makeKey('key-1');

    expect(await judge(settings, { ...token, iss: `${token['iss']}x` })).toEqual({ isAuthorized: false });
    expect(await judge(settings, { ...token, aud: 'account' })).toEqual({ isAuthorized: false });
    expect(await judge(settings, token, stranger)).toEqual({ isAuthorized: false });
  });

  it('needs the scope claims that it names, for a token without `scope`', async () => {
    for (const { settings, scope } of cases.filter((one) => one.settings['authorizer_scope_claims'] !== undefined)) {
      const { authorizer_scope_claims: _, ...plain } = settings;
      const verdict = await judge(plain, { ...token, scope: undefined });
      expect(verdict).not.toMatchObject({ context: { scope } });
    }
  });
});
