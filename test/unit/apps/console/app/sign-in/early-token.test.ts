import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { takeConfiguration } from '../../../../../../apps/console/app/api/configuration.ts';
import { askToken, takeTokenAnswer } from '../../../../../../apps/console/app/sign-in/kept-by-tab.ts';
import { completeSignIn } from '../../../../../../apps/console/app/sign-in/protocol.ts';

const issuer = 'http://127.0.0.1:4000';
const endpoint = `${issuer}/oauth2/token`;
const pending = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), redirectUri: `${issuer}/` };
const configuration = {
  serviceIdentifier: 'svc',
  mcpUrl: null,
  pages: [],
  signIn: {
    clientId: 'console',
    scope: 'openid',
    parameters: {},
    authorizationServer: { issuer, token_endpoint: endpoint, authorization_response_iss_parameter_supported: true },
    signOutParameter: 'post_logout_redirect_uri',
  },
};

describe('the token that is asked for early', () => {
  const asked = jest.fn<typeof fetch>();
  const { fetch: former } = globalThis;

  beforeEach(() => {
    asked.mockReset();
    globalThis.fetch = asked;
    Object.assign(globalThis, { window: {} });
    takeConfiguration(JSON.stringify(configuration));
  });
  afterEach(() => {
    globalThis.fetch = former;
    Reflect.deleteProperty(globalThis, 'window');
  });

  it('is asked for with the code and what proves that this page asked for it, and is taken once', async () => {
    const answer = new Response('{}');
    asked.mockResolvedValue(answer);

    askToken(endpoint, 'console', pending, 'a code');

    const [to, options] = asked.mock.calls[0]!;
    expect(to).toBe(endpoint);
    expect(Object.fromEntries(options?.body as URLSearchParams)).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      redirect_uri: pending.redirectUri,
      code_verifier: pending.verifier,
      client_id: 'console',
    });
    expect(await takeTokenAnswer('a code')).toBe(answer);
    expect(takeTokenAnswer('a code')).toBeUndefined();
  });

  it('is not taken for another code, nor for none', () => {
    for (const code of ['another code', null]) {
      asked.mockResolvedValue(new Response('{}'));
      askToken(endpoint, 'console', pending, 'a code');

      expect(takeTokenAnswer(code)).toBeUndefined();
      expect(takeTokenAnswer('a code')).toBeUndefined();
    }
  });

  it('is asked for again by a sign-in with another code', async () => {
    asked.mockResolvedValueOnce(new Response('{}')).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    askToken(endpoint, 'console', pending, 'a code');

    const completed = completeSignIn(pending, new URLSearchParams({ state: 's', iss: issuer, code: 'another code' }));

    await expect(completed).rejects.toMatchObject({ problems: [{ message: 'The service does not answer.' }] });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('leaves a failure to who takes it, which says that the service does not answer', async () => {
    asked.mockRejectedValue(new TypeError('Failed to fetch'));
    askToken(endpoint, 'console', pending, 'a code');

    const completed = completeSignIn(pending, new URLSearchParams({ state: 's', iss: issuer, code: 'a code' }));

    await expect(completed).rejects.toMatchObject({ problems: [{ message: 'The service does not answer.' }] });
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
