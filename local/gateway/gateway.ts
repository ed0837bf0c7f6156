import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayAnswer, type HttpAnswer, readAnswer } from './answer.ts';
import { type Authorizer, type AuthorizerRunner, createAuthorizerRunner } from './authorizer.ts';
import { type ApiIdentity, type AuthorizerContext, integrationEvent, type RequestHead, readHead } from './event.ts';
import { createRouter, type Route, type RouteMatch, type Router } from './route.ts';

export interface GatewayOptions {
  /** What is served from the start; {@link Gateway.deploy} replaces it. */
  readonly routes?: readonly Route[];
  /** Account, API id, region and stage as events name them. */
  readonly api?: Partial<ApiIdentity>;
  /** The largest body, in bytes; API Gateway's is 10 MB. */
  readonly payloadLimit?: number;
  /** The largest answer of an integration, in bytes; Lambda's is 6 MB. */
  readonly answerLimit?: number;
  /** After this an integration's caller gets a 503; API Gateway waits 30 s at most. */
  readonly integrationTimeoutInSeconds?: number;
  /** After this a request fails for its authorizer; API Gateway waits 10 s. */
  readonly authorizerTimeoutInSeconds?: number;
  /** Told what callers only see as `Internal Server Error`: a function that failed or answered nonsense. */
  readonly onFailure?: (failure: GatewayFailure) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface GatewayFailure {
  readonly requestId: string;
  readonly routeKey: string;
  readonly part: 'authorizer' | 'integration';
  readonly cause: unknown;
}

export interface Gateway {
  /** Replaces the routes for all requests from now on. Cached verdicts of authorizers that stay are forgotten. */
  deploy(routes: readonly Route[]): void;
  /** Starts to listen; port 0 picks a free one. Rejects as `net.Server.listen` does (EADDRINUSE and the like). */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /** Takes no more connections, lets requests in flight finish for so long, then cuts off what is left. */
  close(withinMilliseconds?: number): Promise<void>;
}

const internalServerError = gatewayAnswer(500, 'Internal Server Error');
const serviceUnavailable = gatewayAnswer(503, 'Service Unavailable');
const unauthorized = gatewayAnswer(401, 'Unauthorized');
const forbidden = gatewayAnswer(403, 'Forbidden');
const notFound = gatewayAnswer(404, 'Not Found');
const requestTooLong = gatewayAnswer(413, 'Request Too Long');

/**
 * An emulator of API Gateway's HTTP APIs: turns requests into events of payload format 2.0, asks REQUEST authorizers
 * with simple responses, caches their verdicts, and turns what the functions answer into HTTP answers.
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const now = options.now ?? Date.now;
  const payloadLimit = options.payloadLimit ?? 10 * 1024 * 1024;
  const answerLimit = options.answerLimit ?? 6 * 1024 * 1024;
  const integrationTimeout = (options.integrationTimeoutInSeconds ?? 30) * 1000;
  const authorizerTimeout = (options.authorizerTimeoutInSeconds ?? 10) * 1000;
  const api: ApiIdentity = {
    accountId: '000000000000',
    apiId: 'local',
    region: 'local',
    stage: '$default',
    ...options.api,
  };
  let router: Router;
  let runners: Map<Authorizer, AuthorizerRunner>;
  let closing = false;
  deploy(options.routes ?? []);

  // The limit of API Gateway for the request line and all headers together.
  const server = createServer({ keepAlive: true, maxHeaderSize: 10_240 }, (request, response) => {
    serve(request, response).catch((cause: unknown) => {
      // The caller went away while sending or receiving: there is nobody to answer.
      response.destroy(cause instanceof Error ? cause : undefined);
    });
  });
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 60_000;

  function deploy(routes: readonly Route[]): void {
    const nextRouter = createRouter(routes);
    const nextRunners = new Map<Authorizer, AuthorizerRunner>();
    for (const { authorizer } of routes) {
      if (authorizer !== undefined) nextRunners.set(authorizer, createAuthorizerRunner(authorizer, now));
    }
    router = nextRouter;
    runners = nextRunners;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = readHead(request, randomUUID(), now());
    const answer = await answerTo(request, head);
    const headers = answer.headers.concat('apigw-requestid', head.requestId);
    headers.push('content-length', String(Buffer.byteLength(answer.body)));
    if (closing || answer === requestTooLong) headers.push('connection', 'close');
    response.writeHead(answer.statusCode, headers);
    response.end(head.method === 'HEAD' ? undefined : answer.body);
  }

  async function answerTo(request: IncomingMessage, head: RequestHead): Promise<HttpAnswer> {
    const match = router(head.method, head.path);
    if (match === undefined) return notFound;
    // Read while the authorizer is asked: the caller sends it anyway.
    const reading = readBody(request, payloadLimit);
    // A caller that breaks off meanwhile is noticed where the body is awaited, below.
    reading.catch(() => {});
    const { authorizer } = match.route;
    let context: AuthorizerContext | undefined;
    if (authorizer !== undefined) {
      const verdict = await authorize(authorizer, head, match, reading);
      if (verdict.answer !== undefined) return verdict.answer;
      context = verdict.context;
    }
    const body = await reading;
    if (body === 'too long') return requestTooLong;
    return integrate(match, head, body, context);
  }

  async function authorize(
    authorizer: Authorizer,
    head: RequestHead,
    match: RouteMatch,
    reading: Promise<unknown>,
  ): Promise<{ answer?: HttpAnswer; context?: AuthorizerContext | undefined }> {
    const runner = runners.get(authorizer) ?? createAuthorizerRunner(authorizer, now);
    let refusal: HttpAnswer;
    try {
      const verdict = await withinTime(runner(api, head, match), authorizerTimeout);
      if (verdict.kind === 'authorized') return { context: verdict.context };
      refusal = verdict.kind === 'forbidden' ? forbidden : unauthorized;
    } catch (cause) {
      report(head, match, 'authorizer', cause);
      refusal = internalServerError;
    }
    // Reading to the end keeps the connection usable; a caller that breaks off fails here and gets no answer.
    await reading;
    return { answer: refusal };
  }

  async function integrate(
    match: RouteMatch,
    head: RequestHead,
    body: Buffer | undefined,
    context: AuthorizerContext | undefined,
  ): Promise<HttpAnswer> {
    try {
      const event = integrationEvent(api, head, match.route.routeKey, match.pathParameters, body, context);
      const answer = readAnswer(await withinTime(match.route.integration(event), integrationTimeout));
      if (answer.body.length > answerLimit) {
        throw new RangeError(
          `The answer has ${answer.body.length} bytes, more than the ${answerLimit} that are allowed.`,
        );
      }
      return answer;
    } catch (cause) {
      report(head, match, 'integration', cause);
      return cause instanceof TimeLimitError ? serviceUnavailable : internalServerError;
    }
  }

  function report(head: RequestHead, match: RouteMatch, part: GatewayFailure['part'], cause: unknown): void {
    options.onFailure?.({ requestId: head.requestId, routeKey: match.route.routeKey, part, cause });
  }

  return {
    deploy,
    async listen(port, host = '127.0.0.1') {
      server.listen(port, host);
      await once(server, 'listening');
      return server.address() as AddressInfo;
    },
    async close(withinMilliseconds = 5000) {
      if (closing || !server.listening) return;
      closing = true;
      const closed = once(server, 'close');
      server.close();
      const cutOff = setTimeout(() => server.closeAllConnections(), withinMilliseconds);
      await closed;
      clearTimeout(cutOff);
    },
  };
}

/**
 * The body of a request, undefined when it has none. One that is too long is read on, and dropped, up to a bound: a
 * caller that is still sending would not see the answer. Rejects when the caller breaks off.
 */
function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined | 'too long'> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        if (length > 4 * limit) {
          request.pause();
          resolve('too long');
        }
      }
    });
    request.on('end', () => {
      if (length > limit) resolve('too long');
      else if (length === 0) resolve(undefined);
      else resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length));
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('The caller broke off.')));
  });
}

class TimeLimitError extends Error {}

/** The outcome of work that may take so long; what comes later is dropped. */
async function withinTime<Result>(work: Result | Promise<Result>, milliseconds: number): Promise<Result> {
  if (typeof (work as { then?: unknown } | undefined)?.then !== 'function') return work;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`No answer within ${milliseconds} ms.`)), milliseconds);
    // A request that was cut off must not keep the process.
    timer.unref();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
