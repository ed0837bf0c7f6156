import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listenLocally } from '../../test/setup/local-server.ts';

const root = join(import.meta.dirname, '..', '..');

/** What a function finds around it: its environment, and a token that its issuer has signed. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  readonly token: string;
  stop(): Promise<void>;
}

/** What every object of the bucket holds: what is to come, since a table that keeps nothing takes no records. */
const object = '{"format": 1, "records": 1, "parts": 1, "final": true}';

/**
 * A DynamoDB that holds the deployment's documents and no record, and an issuer, both on loopback in this process. They
 * answer at once, so that what is measured is the function.
 */
export async function startSurroundings(): Promise<Surroundings> {
  const documents = new Map<string, string>();
  const place = (name: string, file: string): string => {
    const content = readFileSync(join(root, 'examples', 'people', file));
    const hash = createHash('sha256').update(content).digest('hex');
    documents.set(`${name}/${hash}`, content.toString('base64'));
    return `dynamodb://bench-configuration/${name}/${hash}`;
  };
  const locations = {
    RULE_CONFIG_FILE: place('rule-config', 'rule-config.json'),
    SCHEMA_FILE: place('schema', 'schema.graphqls'),
  };
  const dynamodb = await listenLocally(createServer(tableOf(documents)));
  const issuer = await startIssuer('svc/query.search');
  return {
    environment: {
      ...locations,
      TABLE_NAME: 'bench',
      SERVICE_IDENTIFIER: 'svc',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: dynamodb.url,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      MAX_OBJECT_BYTES: '1000000',
      MAX_RECEIVE_COUNT: '3',
      DEPLOYMENT: 'bench',
      QUEUE_ARN: 'arn:aws:sqs:eu-central-1:123456789012:bench.fifo',
      AUTHORIZER_ISSUER_URL: issuer.url,
      AUTHORIZER_AUDIENCE: '["bench"]',
      SIGN_IN: JSON.stringify({ clientId: 'bench', scope: 'openid', authorizationServer: { issuer: issuer.url } }),
      POWERTOOLS_METRICS_NAMESPACE: 'bench',
      POWERTOOLS_SERVICE_NAME: 'bench',
    },
    token: issuer.token,
    stop: async () => void (await Promise.all([dynamodb, issuer].map(({ stop }) => stop()))),
  };
}

/** An issuer on loopback, which answers everything with its keys, and a token that it has signed. */
export async function startIssuer(scope: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, keys: [jwk] }));
  });
  const issuer = await listenLocally(server);
  const token = await new SignJWT({ scope, client_id: 'bench', token_use: 'access' })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(issuer.url)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  return { ...issuer, token };
}

/**
 * Answers who asks for documents with them, for the register with what the first start wrote, as one in use, and everything
 * else as an empty table does; and what S3 is asked for with the object.
 */
function tableOf(documents: ReadonlyMap<string, string>): RequestListener {
  let register: object | undefined;
  return (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method === 'GET') return void response.end(object);
      const { RequestItems = {}, Item, Key } = JSON.parse(body);
      if (Item?.pk?.S === 'Q#') register ??= { ...Item, u: { N: '1' } };
      const asked = Object.entries<{ Keys: Record<string, { S: string }>[] }>(RequestItems);
      const responses = asked.map(([table, { Keys = [] }]) => [
        table,
        Keys.flatMap(({ id, part }) => {
          const data = id && documents.get(id.S);
          return data === undefined ? [] : [{ id, part, data: { B: data } }];
        }),
      ]);
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(
        JSON.stringify({
          ...(Key?.pk?.S === 'Q#' && register !== undefined ? { Item: register } : {}),
          Items: [],
          Count: 0,
          Responses: Object.fromEntries(responses),
          UnprocessedKeys: {},
        }),
      );
    });
  };
}
