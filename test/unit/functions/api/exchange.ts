import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Api, type ApiDependencies, createApi } from '../../../../functions/api/api.ts';
import type { ApiEvent } from '../../../../functions/api/http.ts';
import { loadRecordSchema } from '../../../../src/rules/record-schema/record-schema.ts';
import type { Log, LogFields } from '../../../../src/runtime/log.ts';
import { scopesOf } from '../../../../src/scopes.ts';
import { fakeResolution } from './fake-resolution.ts';
import { FakeRuleChanges } from './fake-rule-changes.ts';

export const recordSchema = loadRecordSchema(/* GraphQL */ `
  type Record {
    id: ID!
    name: String
    age: Int
    height: Float
    emails: [String!]
    address: Address
    anything: Any
    attributes: Map
    labels: StringMap
    seen: Time
    born: Date
    constructor: String
    toString: String
    secret: String @hasPrivilege(privilege: "svc/record.secret")
  }
  type Address {
    city: String
    lines: [String]
  }
`);

export const allScopes = scopesOf('svc').all.join(' ');

export interface EventOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly rawQueryString?: string;
  readonly scope?: string | undefined;
  /** The person who signed in. */
  readonly person?: string;
}

/** A payload 2.0 event as API Gateway makes it for `POST /` behind the authorizer. */
export function apiEvent(options: EventOptions = {}): ApiEvent {
  const { method = 'POST', rawQueryString = '', person } = options;
  const scope = 'scope' in options ? options.scope : allScopes;
  return {
    version: '2.0',
    routeKey: `${method} /`,
    rawPath: '/',
    rawQueryString,
    headers: options.headers ?? { 'content-type': 'application/json' },
    requestContext: {
      accountId: '1',
      apiId: 'api',
      authorizer: {
        lambda: {
          clientId: 'client',
          ...(scope === undefined ? {} : { scope }),
          ...(person === undefined ? {} : { person }),
        },
      },
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method, path: '/', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: `${method} /`,
      stage: '$default',
      time: '01/Jan/2025:00:00:00 +0000',
      timeEpoch: 0,
    },
    isBase64Encoded: options.isBase64Encoded ?? false,
    ...(options.body === undefined ? {} : { body: options.body }),
  };
}

export class RecordingLog implements Log {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: LogFields }[] = [];
  info(message: string, fields: LogFields): void {
    this.lines.push({ level: 'info', message, fields });
  }
  warn(message: string, fields: LogFields): void {
    this.lines.push({ level: 'warn', message, fields });
  }
  error(message: string, fields: LogFields): void {
    this.lines.push({ level: 'error', message, fields });
  }
  get text(): string {
    return JSON.stringify(this.lines);
  }
}

interface AnsweredError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions: { readonly code: string; readonly hint?: string; readonly [name: string]: unknown };
}

export interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly data: any;
  readonly errors: readonly AnsweredError[];
  readonly codes: readonly string[];
  readonly raw: APIGatewayProxyStructuredResultV2;
}

export function read(raw: APIGatewayProxyStructuredResultV2): Answer {
  const bytes = Buffer.from(raw.body ?? '', raw.isBase64Encoded ? 'base64' : 'utf8');
  const text = raw.headers?.['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const { data, errors = [] } = JSON.parse(text.toString());
  const codes = errors.map((error: AnsweredError) => error.extensions?.code);
  return { status: raw.statusCode, headers: raw.headers ?? {}, data, errors, codes, raw };
}

/** An API over a fake resolution, with what a test asks of it. */
export function createTestApi(overrides: Partial<ApiDependencies> = {}) {
  const resolution = fakeResolution();
  const ruleChanges = new FakeRuleChanges();
  const log = new RecordingLog();
  const api: Api = createApi({ resolution, ruleChanges, recordSchema, serviceIdentifier: 'svc', log, ...overrides });
  const send = async (options: EventOptions) => read(await api(apiEvent(options)));
  const ask = (query: string, variables?: unknown, options: EventOptions & { operationName?: string } = {}) =>
    send({ ...options, body: JSON.stringify({ query, variables, operationName: options.operationName }) });
  return { api, resolution, ruleChanges, log, send, ask };
}

export type TestApi = ReturnType<typeof createTestApi>;

export const SUBMIT = /* GraphQL */ `
  mutation Submit($input: SubmitInput!) {
    submit(input: $input) { recordsAdded records { id entityID outcome } }
  }
`;
