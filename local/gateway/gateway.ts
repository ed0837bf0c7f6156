import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { gatewayAnswer, type HttpAnswer, readAnswer } from './answer.ts';
import { type Authorizer, type AuthorizerRunner, createAuthorizerRunner } from './authorizer.ts';
import { announcesBody, type BodyLimits, BodyPool } from './body.ts';
import { limitConnections, type OnConnectionsRefused } from './connections.ts';
import { type ApiIdentity, type AuthorizerContext, integrationEvent, type RequestHead, readHead } from './event.ts';
import { forwardingHeader } from './forwarded.ts';
import { createRouter, type Route, type RouteMatch, type Router } from './route.ts';

export interface GatewayOptions {
  /** What is served from the start; {@link Gateway.deploy} replaces it. */
  readonly routes?: readonly Route[];
  /** Account, API id, region and stage as events name them. */
  readonly api?: Partial<ApiIdentity>;
  /** What the bodies of routes without limits of their own may hold in memory. */
  readonly bodies?: Partial<BodyLimits>;
  /** Connections that are open at once. */
  readonly connectionLimit?: number;
  /** Connections of one address that are open at once. */
  readonly connectionLimitPerAddress?: number;
  /** Told once a minute at most how many connections were refused. */
  readonly onConnectionsRefused?: OnConnectionsRefused;
  /** Within this a caller must have sent the head of a request, from when its connection is open. */
  readonly headersTimeoutInSeconds?: number;
  /** Within this a caller must have sent a request, its body too. */
  readonly requestTimeoutInSeconds?: number;
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
  /** Bytes that the bodies of requests hold in memory now, those of the given routes' limits or of the gateway's own. */
  heldBytes(limits?: BodyLimits): number;
}

const internalServerError = gatewayAnswer(500, 'Internal Server Error');
const serviceUnavailable = gatewayAnswer(503, 'Service Unavailable');
const unauthorized = gatewayAnswer(401, 'Unauthorized');
const forbidden = gatewayAnswer(403, 'Forbidden');
const notFound = gatewayAnswer(404, 'Not Found');
const requestTooLong = gatewayAnswer(413, 'Request Too Long');
const noRoom: HttpAnswer = {
  ...gatewayAnswer(503, 'The bodies of other requests fill the memory that is kept for them. Repeat the request.'),
  headers: ['content-type', 'application/json', 'retry-after', '1'],
};

const forwardedAnswer = (header: string): HttpAnswer =>
  gatewayAnswer(403, `A proxy forwards this request (it has a header ${header}); here only direct ones are answered.`);

const megabyte = 1024 * 1024;
/** API Gateway's largest body; six of them at once. */
const defaultBodies: BodyLimits = { largest: 10 * megabyte, together: 64 * megabyte };
/** Milliseconds for which a refused caller is listened to, so that it reads the answer before the connection ends. */
const lingerTime = 2_000;

/**
 * An emulator of API Gateway's HTTP APIs: turns requests into events of payload format 2.0, asks REQUEST authorizers
 * with simple responses, caches their verdicts, and turns what the functions answer into HTTP answers.
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const now = options.now ?? Date.now;
  const bodies: BodyLimits = { ...defaultBodies, ...options.bodies };
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

  const headersTimeout = (options.headersTimeoutInSeconds ?? 15) * 1000;
  const pools = new WeakMap<BodyLimits, BodyPool>();
  const server = createServer(
    {
      keepAlive: true,
      // The limit of API Gateway for the request line and all headers together.
      maxHeaderSize: 10_240,
      keepAliveTimeout: 65_000,
      headersTimeout,
      requestTimeout: (options.requestTimeoutInSeconds ?? 60) * 1000,
      connectionsCheckingInterval: Math.min(5_000, headersTimeout / 2),
    },
    handle,
  );
  // A caller that waits for leave to send its body gets it when the body is about to be read.
  server.on('checkContinue', handle);
  limitConnections(
    server,
    { most: options.connectionLimit ?? 1_000, mostPerAddress: options.connectionLimitPerAddress ?? 250 },
    options.onConnectionsRefused ?? (() => {}),
    now,
  );

  function handle(request: IncomingMessage, response: ServerResponse): void {
    serve(request, response).catch((cause: unknown) => {
      // The caller went away while sending or receiving: no answer can reach it.
      response.destroy(cause instanceof Error ? cause : undefined);
    });
  }

  function poolOf(limits: BodyLimits): BodyPool {
    const pool = pools.get(limits) ?? new BodyPool(limits);
    pools.set(limits, pool);
    return pool;
  }

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
    const answer = await answerTo(request, response, head);
    const isRead = !announcesBody(request) || (await hasArrived(request));
    const headers = answer.headers.concat('apigw-requestid', head.requestId);
    headers.push('content-length', String(Buffer.byteLength(answer.body)));
    if (closing || !isRead) headers.push('connection', 'close');
    response.writeHead(answer.statusCode, headers);
    const body = head.method === 'HEAD' ? '' : answer.body;
    if (isRead) {
      response.end(body);
      return;
    }
    // The answer goes out whole; the end, which closes the connection, waits until the caller is likely to have it.
    if (body.length > 0) response.write(body);
    else response.flushHeaders();
    await dropRest(request);
    response.end();
  }

  async function answerTo(request: IncomingMessage, response: ServerResponse, head: RequestHead): Promise<HttpAnswer> {
    const match = router(head.method, head.path);
    if (match === undefined) return notFound;
    const { authorizer, bodies: limits = bodies, refusesForwarded = false } = match.route;
    const forwarded = refusesForwarded ? forwardingHeader(request.rawHeaders) : undefined;
    if (forwarded !== undefined) return forwardedAnswer(forwarded);
    let context: AuthorizerContext | undefined;
    if (authorizer !== undefined) {
      const verdict = await authorize(authorizer, head, match);
      if (verdict.answer !== undefined) return verdict.answer;
      context = verdict.context;
    }
    const reading = await poolOf(limits).read(request, () => {
      if (request.headers.expect !== undefined) response.writeContinue();
    });
    if (reading.kind !== 'read') return reading.kind === 'too long' ? requestTooLong : noRoom;
    try {
      return await integrate(match, head, reading.body, context);
    } finally {
      reading.release();
    }
  }

  async function authorize(
    authorizer: Authorizer,
    head: RequestHead,
    match: RouteMatch,
  ): Promise<{ answer?: HttpAnswer; context?: AuthorizerContext | undefined }> {
    const runner = runners.get(authorizer) ?? createAuthorizerRunner(authorizer, now);
    try {
      const verdict = await withinTime(runner(api, head, match), authorizerTimeout);
      if (verdict.kind === 'authorized') return { context: verdict.context };
      return { answer: verdict.kind === 'forbidden' ? forbidden : unauthorized };
    } catch (cause) {
      report(head, match, 'authorizer', cause);
      return { answer: internalServerError };
    }
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
    heldBytes: (limits = bodies) => pools.get(limits)?.heldBytes ?? 0,
  };
}

/** True when the whole request is there already, though its body may be unread. */
async function hasArrived(request: IncomingMessage): Promise<boolean> {
  // What came in one packet with the head is taken out of it in this turn of the event loop.
  if (!request.complete) await setImmediate();
  return request.complete;
}

/** Drops what a refused caller still sends: one that is still sending when its connection ends loses the answer. */
async function dropRest(request: IncomingMessage): Promise<void> {
  // A caller that goes on sending for longer, or breaks off, is none to wait for.
  await finished(request.resume(), { signal: AbortSignal.timeout(lingerTime) }).catch(() => {});
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
