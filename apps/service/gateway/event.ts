import type { IncomingMessage } from 'node:http';
import type {
  APIGatewayEventRequestContextV2,
  APIGatewayProxyEventV2WithRequestContext,
  APIGatewayRequestAuthorizerEventV2,
} from 'aws-lambda';

/** The context that an authorizer returned; integrations read it from `requestContext.authorizer.lambda`. */
export type AuthorizerContext = Readonly<Record<string, unknown>>;

type HttpRequestContext = APIGatewayEventRequestContextV2 & {
  readonly authorizer?: { readonly lambda: AuthorizerContext };
};

/** The event of a Lambda integration in payload format 2.0. */
export type HttpEvent = APIGatewayProxyEventV2WithRequestContext<HttpRequestContext>;

/** A Lambda function: takes the event of a request and returns a result in payload format 2.0. */
export type Integration = (event: HttpEvent) => unknown;

/** The account, API and stage that the emulated API writes into its events. */
export interface ApiIdentity {
  readonly accountId: string;
  readonly apiId: string;
  readonly region: string;
  readonly stage: string;
}

/** A request before its body is read and before it is authorized. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly rawQueryString: string;
  readonly headers: Record<string, string>;
  readonly cookies: string[] | undefined;
  readonly sourceIp: string;
  readonly protocol: string;
  readonly requestId: string;
  readonly timeEpoch: number;
}

/** Reads a request's head as API Gateway does: header names in lower case, repeated headers joined by commas. */
export function readHead(request: IncomingMessage, requestId: string, timeEpoch: number): RequestHead {
  const url = request.url ?? '/';
  const queryAt = url.indexOf('?');
  const sourceIp = sourceAddress(request.socket.remoteAddress);
  const headers: Record<string, string> = Object.create(null);
  let cookies: string[] | undefined;
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    if (name === 'cookie') {
      // API Gateway moves cookies from the headers to a list of their own.
      cookies = [...(cookies ?? []), ...value.split(/;\s*/)];
    } else {
      const earlier = headers[name];
      headers[name] = earlier === undefined ? value : `${earlier},${value}`;
    }
  }
  const forwarded = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = forwarded === undefined ? sourceIp : `${forwarded}, ${sourceIp}`;
  headers['x-forwarded-proto'] = 'http';
  headers['x-forwarded-port'] = String(request.socket.localPort ?? '');
  return {
    method: request.method ?? 'GET',
    path: decodePath(queryAt === -1 ? url : url.slice(0, queryAt)),
    rawQueryString: queryAt === -1 ? '' : url.slice(queryAt + 1),
    headers,
    cookies,
    sourceIp,
    protocol: `HTTP/${request.httpVersion}`,
    requestId,
    timeEpoch,
  };
}

/** The event of a Lambda integration; `body` is undefined when the request has none. */
export function integrationEvent(
  api: ApiIdentity,
  head: RequestHead,
  routeKey: string,
  pathParameters: HttpEvent['pathParameters'],
  body: Buffer | undefined,
  authorizerContext: AuthorizerContext | undefined,
): HttpEvent {
  const isBase64Encoded = body !== undefined && !isText(head.headers['content-type']);
  return {
    version: '2.0',
    routeKey,
    rawPath: head.path,
    rawQueryString: head.rawQueryString,
    ...(head.cookies === undefined ? {} : { cookies: head.cookies }),
    headers: head.headers,
    ...queryStringParameters(head),
    requestContext: {
      ...requestContext(api, head, routeKey),
      ...(authorizerContext === undefined ? {} : { authorizer: { lambda: authorizerContext } }),
    },
    ...(pathParameters === undefined ? {} : { pathParameters }),
    ...(body === undefined ? {} : { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

/** The event of a REQUEST authorizer in payload format 2.0. */
export function authorizerEvent(
  api: ApiIdentity,
  head: RequestHead,
  routeKey: string,
  pathParameters: HttpEvent['pathParameters'],
  identitySource: string[],
): APIGatewayRequestAuthorizerEventV2 {
  const { accountId, apiId, region, stage } = api;
  return {
    version: '2.0',
    type: 'REQUEST',
    routeArn: `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${head.method}${head.path}`,
    identitySource,
    routeKey,
    rawPath: head.path,
    rawQueryString: head.rawQueryString,
    cookies: head.cookies ?? [],
    headers: head.headers,
    ...queryStringParameters(head),
    requestContext: requestContext(api, head, routeKey),
    ...(pathParameters === undefined ? {} : { pathParameters }),
  } as APIGatewayRequestAuthorizerEventV2;
}

/** The decoded value of a query parameter; repeated ones are joined by commas. Undefined when it is missing. */
export function queryParameter(head: RequestHead, name: string): string | undefined {
  if (head.rawQueryString === '') return undefined;
  const values = new URLSearchParams(head.rawQueryString).getAll(name);
  return values.length === 0 ? undefined : values.join(',');
}

function queryStringParameters(head: RequestHead): { queryStringParameters?: Record<string, string> } {
  if (head.rawQueryString === '') return {};
  const parameters = new URLSearchParams(head.rawQueryString);
  const joined: Record<string, string> = Object.create(null);
  for (const name of new Set(parameters.keys())) joined[name] = parameters.getAll(name).join(',');
  return { queryStringParameters: joined };
}

function requestContext(api: ApiIdentity, head: RequestHead, routeKey: string): HttpRequestContext {
  const domainName = head.headers['host'] ?? '';
  return {
    accountId: api.accountId,
    apiId: api.apiId,
    domainName,
    domainPrefix: domainName.split(/[.:]/, 1)[0] ?? '',
    http: {
      method: head.method,
      path: head.path,
      protocol: head.protocol,
      sourceIp: head.sourceIp,
      userAgent: head.headers['user-agent'] ?? '',
    },
    requestId: head.requestId,
    routeKey,
    stage: api.stage,
    time: logTime(head.timeEpoch),
    timeEpoch: head.timeEpoch,
  };
}

/** Converts `::ffff:a.b.c.d`, which dual-stack sockets report for IPv4 callers, to `a.b.c.d` as API Gateway does. */
export function sourceAddress(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined) return '';
  return remoteAddress.startsWith('::ffff:') && remoteAddress.includes('.') ? remoteAddress.slice(7) : remoteAddress;
}

/** Decodes a path as API Gateway does; a path with invalid escapes stays as it is. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True for content types whose bodies API Gateway passes on as text; it encodes all others in base64. */
function isText(contentType: string | undefined): boolean {
  return contentType !== undefined && /^(text\/|application\/(json|javascript|xml)\b)/i.test(contentType);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const lastTime = { second: -1, text: '' };

/** The time in access-log format, computed once per second. */
function logTime(epoch: number): string {
  const second = Math.floor(epoch / 1000);
  if (second !== lastTime.second) {
    const date = new Date(epoch);
    const day = String(date.getUTCDate()).padStart(2, '0');
    lastTime.second = second;
    lastTime.text = `${day}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}:${date.toISOString().slice(11, 19)} +0000`;
  }
  return lastTime.text;
}
