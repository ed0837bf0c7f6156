import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { credentialsFileName, provisionClients } from '../../../../../apps/service/identity/credentials.ts';
import { IdentityFileError } from '../../../../../apps/service/identity/private-file.ts';
import { loadSigningKey, signingKeyFileName } from '../../../../../apps/service/identity/signing-key.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const definition = (name: string) => ({ name, allowedScopes: ['svc/query.search'], accessTokenValidityMinutes: 60 });

const directory = temporaryDirectory('beforeEach');

const modeOf = async (name: string) => (await stat(directory.path(name))).mode & 0o777;

describe('provisionClients', () => {
  it('makes up credentials of the usual shape, once', async () => {
    const [first] = await provisionClients([definition('a')], directory.path());
    const [second] = await provisionClients([definition('a')], directory.path());

    expect(first).toMatchObject({
      clientId: expect.stringMatching(/^[a-z0-9]{26}$/),
      clientSecret: expect.stringMatching(/^[a-z0-9]{52}$/),
    });
    expect(second).toEqual(first);
  });

  it('keeps them for its owner only, whatever the directory was', async () => {
    const nested = directory.path('new', 'identity');

    await provisionClients([definition('a')], nested);

    expect((await stat(join(nested, credentialsFileName))).mode & 0o777).toBe(0o600);
    expect((await stat(nested)).mode & 0o777).toBe(0o700);
  });

  it('narrows who can read a file that was copied', async () => {
    await provisionClients([definition('a')], directory.path());
    await chmod(directory.path(credentialsFileName), 0o644);

    await provisionClients([definition('a')], directory.path());

    expect(await modeOf(credentialsFileName)).toBe(0o600);
  });

  it('gives a client that was away its old credentials', async () => {
    const [before] = await provisionClients([definition('a')], directory.path());
    await provisionClients([definition('b')], directory.path());

    expect((await provisionClients([definition('b'), definition('a')], directory.path()))[1]).toEqual(before);
  });

  it('takes the credentials a client is defined with, and keeps none of these', async () => {
    const defined = { ...definition('a'), clientId: 'id-1', clientSecret: 'a-secret-of-some-length' };

    expect(await provisionClients([defined], directory.path())).toEqual([defined]);
    await expect(stat(directory.path(credentialsFileName))).rejects.toThrow('ENOENT');
  });

  it('makes up the half that is missing', async () => {
    const [client] = await provisionClients([{ ...definition('a'), clientId: 'id-1' }], directory.path());

    expect(client).toMatchObject({ clientId: 'id-1', clientSecret: expect.stringMatching(/^[a-z0-9]{52}$/) });
  });

  it('refuses two clients with one id', async () => {
    const [a] = await provisionClients([definition('a')], directory.path());

    await expect(
      provisionClients([definition('a'), { ...definition('b'), clientId: a!.clientId }], directory.path()),
    ).rejects.toThrow('the same client id');
  });

  it.each(['{', '[]', 'null', '{"a":{}}', '{"a":{"client_id":"x","client_secret":""}}'])(
    'does not write over a file that holds %s',
    async (text) => {
      await writeFile(directory.path(credentialsFileName), text);

      await expect(provisionClients([definition('a')], directory.path())).rejects.toThrow(IdentityFileError);
      expect(await readFile(directory.path(credentialsFileName), 'utf8')).toBe(text);
    },
  );
});

describe('loadSigningKey', () => {
  it('makes a key once and keeps it for its owner only', async () => {
    const first = await loadSigningKey(directory.path());
    const second = await loadSigningKey(directory.path());

    expect(second.publicJwk).toEqual(first.publicJwk);
    expect(await modeOf(signingKeyFileName)).toBe(0o600);
  });

  it('publishes nothing private', async () => {
    const { publicJwk } = await loadSigningKey(directory.path());

    expect(Object.keys(publicJwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it.each(['', 'null', '{}', '{"kty":"RSA","n":"AQAB","e":"AQAB"}', '{"kty":"oct","k":"x"}'])(
    'refuses a file that holds %j',
    async (text) => {
      await writeFile(directory.path(signingKeyFileName), text);

      await expect(loadSigningKey(directory.path())).rejects.toThrow(
        expect.objectContaining({ code: 'IDENTITY_FILE_UNUSABLE', hint: expect.any(String) }),
      );
    },
  );

  it('says when the directory cannot be used', async () => {
    await writeFile(directory.path('file'), '');

    await expect(loadSigningKey(directory.path('file'))).rejects.toThrow(IdentityFileError);
  });
});
