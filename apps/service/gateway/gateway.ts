import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished, pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { gatewayAnswer, type HttpAnswer, readAnswer } from './answer.ts';
import { type AuthorizerRunner, createAuthorizerRunner } from './authorizer.ts';
import { announcesBody, type BodyLimits, BodyPool } from './body.ts';
import { forwardingHeader, limitConnections, type OnConnectionsRefused } from './connections.ts';
import { type ApiIdentity, type AuthorizerContext, integrationEvent, type RequestHead, readHead } from './event.ts';
import { type Authorizer, createRouter, type Route, type RouteMatch, type Router } from './route.ts';

export interface GatewayOptions {
  /** Routes served from the start; {@link Gateway.deploy} replaces them. */
  readonly routes?: readonly Route[];
  /** Account, API id, region and stage for events. */
  readonly api?: Partial<ApiIdentity>;
  /** Memory limits for the bodies of routes without limits of their own. */
  readonly bodies?: Partial<BodyLimits>;
  /** Open connections. */
  readonly connectionLimit?: number;
  /** Open connections of one address. */
  readonly connectionLimitPerAddress?: number;
  /** Called at most once a minute with the number of refused connections. */
  readonly onConnectionsRefused?: OnConnectionsRefused;
  /** Seconds, from when the connection opens, in which a caller must send the headers of a request. */
  readonly headersTimeoutInSeconds?: number;
  /** Seconds in which a caller must send a whole request, body included. */
  readonly requestTimeoutInSeconds?: number;
  /** Largest answer of an integration, in bytes; Lambda's limit is 6 MB. */
  readonly answerLimit?: number;
  /** Seconds after which the caller of an integration gets a 503; API Gateway's limit is 30 s. */
  readonly integrationTimeoutInSeconds?: number;
  /** Seconds after which a request fails because of its authorizer; API Gateway's limit is 10 s. */
  readonly authorizerTimeoutInSeconds?: number;
  /** Called for what callers see only as `Internal Server Error`: a function failed or its result is invalid. */
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
  /** Replaces the routes for all later requests and clears the cached verdicts of authorizers that stay. */
  deploy(routes: readonly Route[]): void;
  /** Starts to listen; port 0 picks a free one. Rejects as `net.Server.listen` does, for example with EADDRINUSE. */
  listen(port: number, host?: string): Promise<AddressInfo>;
  /** Accepts no more connections, waits for requests in flight, and cuts off those that take longer. */
  close(withinMilliseconds?: number): Promise<void>;
  /** Bytes that request bodies occupy now, under the given limits or the gateway's own. */
  heldBytes(limits?: BodyLimits): number;
}

const internalServerError = gatewayAnswer(500, 'Internal Server Error');
const serviceUnavailable = gatewayAnswer(503, 'Service Unavailable');
const unauthorized = gatewayAnswer(401, 'Unauthorized');
const forbidden = gatewayAnswer(403, 'Forbidden');
const notFound = gatewayAnswer(404, 'Not Found');
const requestTooLong = gatewayAnswer(413, 'Request Too Long');
const noRoom: HttpAnswer = {
  ...gatewayAnswer(503, 'The bodies of other requests use all the memory for bodies. Send the request again later.'),
  headers: ['content-type', 'application/json', 'retry-after', '1'],
};

const forwardedAnswer = (header: string): HttpAnswer =>
  gatewayAnswer(
    403,
    `A proxy forwards this request (it has a header ${header}); this address accepts direct requests only.`,
  );

const megabyte = 1024 * 1024;
/** The largest body is API Gateway's limit; at most six such bodies fit at once. */
const defaultBodies: BodyLimits = { largest: 10 * megabyte, together: 64 * megabyte };
/** Milliseconds for which the gateway keeps reading from a refused caller, so that the caller can read the answer. */
const lingerTime = 2_000;

/**
 * Emulates API Gateway's HTTP APIs. Turns requests into events of payload format 2.0, calls REQUEST authorizers with
 * simple responses, caches their verdicts, and turns the results of functions into HTTP answers.
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
      // API Gateway's limit for the request line and all headers together.
      maxHeaderSize: 10_240,
      keepAliveTimeout: 65_000,
      headersTimeout,
      requestTimeout: (options.requestTimeoutInSeconds ?? 60) * 1000,
      connectionsCheckingInterval: Math.min(5_000, headersTimeout / 2),
    },
    handle,
  );
  // `Expect: 100-continue`: the caller may send its body once the handler is about to read it.
  server.on('checkContinue', handle);
  limitConnections(
    server,
    { most: options.connectionLimit ?? 1_000, mostPerAddress: options.connectionLimitPerAddress ?? 500 },
    options.onConnectionsRefused ?? (() => {}),
    now,
  );

  function handle(request: IncomingMessage, response: ServerResponse): void {
    serve(request, response).catch((cause: unknown) => {
      // The caller disconnected while sending or receiving, so no answer can reach it.
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
    if (answer.stream === undefined) headers.push('content-length', String(Buffer.byteLength(answer.body)));
    if (closing || !isRead) headers.push('connection', 'close');
    response.writeHead(answer.statusCode, headers);
    if (answer.stream !== undefined) {
      // A stream that fails cuts the connection, so that the caller does not take a part for the whole.
      await pipeline(answer.stream, response);
      return;
    }
    const body = head.method === 'HEAD' ? '' : answer.body;
    if (isRead) {
      response.end(body);
      return;
    }
    // Send the whole answer now, and end it, which closes the connection, once the caller has probably read it.
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
        throw new RangeError(`The answer has ${answer.body.length} bytes; the limit is ${answerLimit}.`);
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

/** True when the whole request has arrived, even if its body is unread. */
async function hasArrived(request: IncomingMessage): Promise<boolean> {
  // A body that came in the same packet as the headers is parsed in this turn of the event loop.
  if (!request.complete) await setImmediate();
  return request.complete;
}

/** Discards what a refused caller still sends. A caller that is sending when its connection closes loses the answer. */
async function dropRest(request: IncomingMessage): Promise<void> {
  // Ignore callers that send for longer than `lingerTime` or disconnect.
  await finished(request.resume(), { signal: AbortSignal.timeout(lingerTime) }).catch(() => {});
}

class TimeLimitError extends Error {}

/** The result of `work`, or a rejection after `milliseconds`; a later result is dropped. */
async function withinTime<Result>(work: Result | Promise<Result>, milliseconds: number): Promise<Result> {
  if (typeof (work as { then?: unknown } | undefined)?.then !== 'function') return work;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`No answer within ${milliseconds} ms.`)), milliseconds);
    // The timer must not keep the process alive.
    timer.unref();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
