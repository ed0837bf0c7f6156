import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { createGateway, type Gateway } from '../../apps/service/gateway/gateway.ts';
import type { Service } from '../../apps/service/service.ts';
import type { Api } from '../../functions/api/api.ts';
import { createAuthorizer } from '../../functions/authorizer/authorizer.ts';
import { loadConfig } from '../../functions/authorizer/config.ts';
import { documentFetcher } from '../../functions/authorizer/document.ts';
import { createLog } from '../../functions/authorizer/log.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { createTestApi } from '../unit/functions/api/exchange.ts';
import { createCaller } from './api-caller.ts';
import { startExample } from './example-service.ts';

/**
 * The audits ask with GET as well, which the gateway of a deployment does not route: here every method of `/` leads to
 * the function, behind the authorizer, as in a deployment. The service is there for its tokens.
 */
describe('GraphQL over HTTP', () => {
  let service: Service;
  let gateway: Gateway;
  let url: string;
  let token: string;

  const directory = temporaryDirectory('beforeAll', async () => {
    await gateway.close(0);
    await service.close(0);
  });
  beforeAll(async () => {
    service = await startExample(directory.path());
    ({ token } = await createCaller(service));
    const { api } = createTestApi();
    const config = loadConfig({
      AUTHORIZER_ISSUER_URL: new URL(service.apiUrl).origin,
      AUTHORIZER_AUDIENCE: JSON.stringify([service.clientId]),
      IP_RANGE_ALLOW_LIST: 'null',
      SERVICE_IDENTIFIER: 'svc',
    });
    gateway = createGateway({
      authorizerTimeoutInSeconds: 300,
      integrationTimeoutInSeconds: 300,
      routes: [
        {
          routeKey: 'ANY /',
          integration: (event) => api(event as Parameters<Api>[0]),
          authorizer: {
            authorize: createAuthorizer(config, {
              // As long as any machine takes.
              fetch: documentFetcher(300_000),
              log: createLog('authorizer', () => {}),
            }),
            identitySources: ['$request.header.Authorization'],
            resultTtlInSeconds: 0,
          },
        },
      ],
    });
    const { port }: AddressInfo = await gateway.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${port}/`;
  });

  const audits = serverAudits({
    url: () => url,
    fetchFn: (address: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(address, { ...init, headers });
    },
  });

  it('is audited by all 61 of the public audits', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    if (result.status !== 'ok') throw new Error(`${result.status}: ${result.reason}`);
    expect(result.status).toBe('ok');
  });

  it.each([
    ['no token', {}, 401],
    ['a token that is none', { authorization: 'Bearer x' }, 403],
  ])('is closed to requests with %s', async (_what, headers, status) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"query":"{ __typename }"}',
    });

    expect(answer.status).toBe(status);
  });
});
