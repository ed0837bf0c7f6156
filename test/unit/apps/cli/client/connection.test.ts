import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findConnection } from '../../../../../apps/cli/client/connection.ts';
import { ConnectionUnknownError } from '../../../../../apps/cli/client/errors.ts';
import { createTokenCache, tokenCacheDirectory } from '../../../../../apps/cli/client/token-cache.ts';
import { enterService } from '../../../../../apps/service/running-services.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeAll');

const local = {
  apiUrl: 'http://127.0.0.1:1/',
  tokenUrl: 'http://127.0.0.1:1/oauth2/token',
  clientId: 'a',
  clientSecret: 'b',
};
const env = {
  ENTITY_DATA_API_URL: 'https://api.example.com/',
  ENTITY_DATA_TOKEN_URL: 'https://idp.example.com/oauth2/token',
  ENTITY_DATA_CLIENT_ID: 'c',
  ENTITY_DATA_CLIENT_SECRET: 'd',
};

describe('findConnection', () => {
  it('takes the environment, and options before it', async () => {
    const found = await findConnection({ clientId: 'mine', dataDir: directory.path() }, env);

    expect(found).toEqual({
      apiUrl: env.ENTITY_DATA_API_URL,
      tokenUrl: env.ENTITY_DATA_TOKEN_URL,
      clientId: 'mine',
      clientSecret: 'd',
      scope: undefined,
    });
  });

  it('takes the local service when nothing was given', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const service = { ...local, apiUrl: `${origin}/`, tokenUrl: `${origin}/oauth2/token`, mcpUrl: `${origin}/mcp` };
    await enterService(directory.path(), { ...service, consoleUrl: `${origin}/?token=t` });

    const found = await findConnection({ dataDir: directory.path(), scope: 'svc/query.search' }, {});
    server.close();

    expect(found).toEqual({ ...service, scope: 'svc/query.search' });
  });

  it('says that no local service is running, and how to start it', async () => {
    const dataDir = directory.path('none');
    const finding = findConnection({ dataDir }, {});

    await expect(finding).rejects.toThrow(ConnectionUnknownError);
    await expect(finding).rejects.toMatchObject({
      message: `No local service is running on ${dataDir}.`,
      hint: expect.stringContaining(`entity-data start --data-dir ${dataDir}`),
    });
  });

  it('names what is missing', async () => {
    const finding = findConnection({ apiUrl: 'https://api.example.com/', clientId: 'c' }, {});

    await expect(finding).rejects.toThrow('Missing: --token-url, --client-secret.');
  });

  it('takes what is empty for missing, not for a wish for the local service', async () => {
    const nothing = { apiUrl: '', tokenUrl: '', clientId: '', clientSecret: '' };

    await expect(findConnection({ ...nothing, dataDir: directory.path() }, {})).rejects.toThrow('Missing: --api-url,');
  });

  it('refuses what is no address', async () => {
    await expect(findConnection({ apiUrl: 'api.example.com' }, env)).rejects.toThrow('is not an http or https address');
  });
});

describe('createTokenCache', () => {
  const owner = { tokenUrl: local.tokenUrl, clientId: 'a', clientSecret: 'b' };
  const token = { token: 't', expires: 5 };

  it('keeps a token for its owner only', async () => {
    const tokens = directory.path('tokens');
    await createTokenCache(tokens, owner).write(token);

    expect(await createTokenCache(tokens, owner).read()).toEqual(token);
    expect(await createTokenCache(tokens, { ...owner, clientSecret: 'changed' }).read()).toBeUndefined();
    expect(await createTokenCache(tokens, { ...owner, scope: 'svc/query.search' }).read()).toBeUndefined();
  });

  it('does without a place to keep it', async () => {
    const cache = createTokenCache('/dev/null/tokens', owner);

    await cache.write(token);

    expect(await cache.read()).toBeUndefined();
  });

  it('lies in the cache directory of the user', () => {
    expect(tokenCacheDirectory({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/entity-data/tokens');
  });
});
