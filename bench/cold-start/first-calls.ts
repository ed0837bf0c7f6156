import type { FunctionName } from '../../scripts/bundle.ts';

/** The first call of a function, and what its answer has to hold so that the measurement counts. */
export interface FirstCall {
  readonly what: string;
  event(token: string): object;
  /** Part of the answer as JSON. */
  readonly answer: string;
}

const requestContext = {
  requestId: 'bench',
  domainName: 'localhost',
  authorizer: { lambda: { clientId: 'bench', scope: 'svc/query.entity svc/query.entityByRecord' } },
  http: { method: 'POST', path: '/', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
};

const post = (body: object) => ({
  version: '2.0',
  rawPath: '/',
  rawQueryString: '',
  headers: { 'content-type': 'application/json' },
  requestContext,
  body: JSON.stringify(body),
  isBase64Encoded: false,
});

const notification = JSON.stringify({
  Records: [{ s3: { bucket: { name: 'bench' }, object: { key: 'loads/bench/load.json', size: 100, eTag: 'bench' } } }],
});

/** A function without an entry is only imported, if at all. */
export const firstCalls: Readonly<Partial<Record<FunctionName, FirstCall>>> = {
  api: {
    what: '`entityByRecord` of an empty table, the documents read from theirs',
    event: () => post({ query: '{ entityByRecord(input: { id: "unknown" }) { entity { id } } }' }),
    answer: JSON.stringify('{"data":{"entityByRecord":{"entity":null}}}'),
  },
  authorizer: {
    what: 'a token accepted, the issuer asked for its keys',
    event: (token) => ({
      version: '2.0',
      type: 'REQUEST',
      identitySource: [`Bearer ${token}`],
      headers: { authorization: `Bearer ${token}` },
      requestContext,
    }),
    answer: '"isAuthorized":true',
  },
  guidance: {
    what: '`tools/list`',
    event: () => post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    answer: 'svc_lint_rule_config',
  },
  console: {
    what: 'the page',
    event: () => ({ ...post({}), routeKey: 'GET /console', rawPath: '/console', body: '' }),
    answer: '"statusCode":200',
  },
  sweeper: { what: 'nothing to finish', event: () => ({}), answer: '' },
  ingest: {
    what: '`load.json` of a load, read and counted',
    event: () => ({
      Records: [{ messageId: 'bench', attributes: { ApproximateReceiveCount: '1' }, body: notification }],
    }),
    answer: '"batchItemFailures":[]',
  },
  events: { what: 'nothing to tell', event: () => ({}), answer: '' },
};
