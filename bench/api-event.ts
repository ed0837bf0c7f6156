import type { ApiEvent } from '../functions/api/http.ts';

/** What API Gateway gives the function for a request of a client with these scopes. */
export const apiEvent = (body: string, clientId: string, scope: string): ApiEvent => ({
  version: '2.0',
  routeKey: 'POST /',
  rawPath: '/',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext: {
    accountId: '123456789012',
    apiId: clientId,
    authorizer: { lambda: { clientId, scope } },
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: clientId },
    requestId: 'JKJaXmPLvHcESHA=',
    routeKey: 'POST /',
    stage: '$default',
    time: '01/Jan/2026:00:00:00 +0000',
    timeEpoch: 0,
  },
  isBase64Encoded: false,
  body,
});
