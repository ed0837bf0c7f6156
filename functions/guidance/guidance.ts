import { isJsonContentType } from '@modelcontextprotocol/server';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { prompts } from '../../src/guidance/prompts/registry.ts';
import { readResources } from '../../src/guidance/resources/registry.ts';
import { tools } from '../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../src/guidance/tools/toolbox.ts';
import { placeOf, writeToStandardOutput } from '../../src/runtime/log.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import { version } from '../../src/version.ts';
import { createExchange } from './protocol/exchange.ts';
import { createMcpServer, type Offer } from './protocol/mcp-server.ts';
import {
  type HttpAnswer,
  type Message,
  NOT_ACCEPTED,
  type OriginPolicy,
  originProblem,
  readMessages,
  rpcError,
} from './protocol/messages.ts';
import { createToolWorkers, type ToolWorkersOptions } from './workers/tool-workers.ts';

/** One HTTP request, its header names in lower case. */
interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The name, and port where there is one, that the request was sent to. */
  readonly host: string;
  readonly body: string;
  readonly requestId: string;
}

interface GuidanceDependencies {
  readonly offer: Offer;
  readonly origins: OriginPolicy;
  readonly log: Log;
  /** Counts the calls in which the server's own code failed: callers get a result that says so, with status 200. */
  readonly meter?: Meter;
  /** Milliseconds, from any start. */
  readonly now?: () => number;
}

/** Answers one HTTP request of a Model Context Protocol client. Never rejects, and has no state. */
export type Guidance = (request: HttpRequest) => Promise<HttpAnswer>;

/** Headers that the protocol reads. All others stay where they are. */
const protocolHeader = /^(?:content-type$|mcp-)/;

/** Methods that may be named in the log. */
const knownMethods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

export function createGuidance({
  offer,
  origins,
  log,
  meter,
  now = performance.now.bind(performance),
}: GuidanceDependencies) {
  const exchange = createExchange((client, onToolCall) => createMcpServer(offer, client, onToolCall));
  const answer: Guidance = async (request) => {
    const start = now();
    const calls: { tool: string; outcome: string; place?: string | undefined }[] = [];
    let method: string | undefined;
    let result: HttpAnswer;
    try {
      const refused = refusal(request, origins);
      if (refused !== undefined) result = refused;
      else {
        const body = readMessages(request.body, request.headers['mcp-protocol-version']);
        if ('status' in body) result = body;
        else {
          method = methodOf(body.messages);
          result = await exchange(body, protocolHeaders(request.headers), (tool, { outcome, place }) => {
            calls.push({ tool, outcome, place });
          });
        }
      }
    } catch (error) {
      calls.push({ tool: 'unknown', outcome: 'failed', place: placeOf(error) });
      result = rpcError(500, -32603, `Something unexpected went wrong. Request id: ${request.requestId}`);
    }
    const entry = {
      requestId: request.requestId,
      ...(method === undefined ? {} : { method }),
      status: result.status,
      requestBytes: Buffer.byteLength(request.body),
      answerBytes: result.body === undefined ? 0 : Buffer.byteLength(result.body),
      milliseconds: Math.round((now() - start) * 10) / 10,
    };
    if (calls.length === 0) log({ level: 'info', message: 'request', ...entry, outcome: outcomeOf(result.status) });
    for (const { tool, outcome, place } of calls) {
      if (place !== undefined) meter?.record('GuidanceFailures', 1);
      const level = place === undefined ? 'info' : 'error';
      log({ level, message: 'request', ...entry, tool, outcome, ...(place === undefined ? {} : { place }) });
    }
    return result;
  };
  return answer;
}

function refusal(request: HttpRequest, origins: OriginPolicy): HttpAnswer | undefined {
  const problem = originProblem(request.headers['origin'], request.host, origins);
  if (problem !== undefined) return rpcError(403, NOT_ACCEPTED, problem);
  if (request.method !== 'POST') {
    return rpcError(405, NOT_ACCEPTED, 'Send a JSON-RPC message with POST.', null, { allow: 'POST' });
  }
  if (isJsonContentType(request.headers['content-type'] ?? null)) return undefined;
  return rpcError(415, NOT_ACCEPTED, 'Send the header content-type: application/json.');
}

function protocolHeaders(headers: HttpRequest['headers']): Headers {
  const chosen = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && protocolHeader.test(name)) chosen.set(name, value);
  }
  return chosen;
}

function methodOf(messages: readonly Message[]): string {
  if (messages.length > 1) return 'batch';
  const method = messages[0]!.method;
  if (method === undefined) return 'answer';
  if (knownMethods.has(method)) return method;
  return method.startsWith('notifications/') ? 'notification' : 'unknown';
}

function outcomeOf(status: number): string {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/**
 * Everything that the guidance server offers, for the deployment with this service identifier. A time limit, where it is
 * not the usual one, is that of a request too.
 */
export function createOffer(options: ToolWorkersOptions): Offer {
  const { serviceIdentifier, timeLimit } = options;
  return {
    toolbox: createToolbox(tools, { serviceIdentifier }),
    calls: createToolWorkers(options),
    resources: readResources,
    prompts: new Map(prompts.map((prompt) => [prompt.name, prompt])),
    version,
    ...(timeLimit === undefined ? {} : { timeLimit }),
  };
}

/** Passes an event of payload format 2.0 to the guidance server and converts its answer for the gateway. */
export async function answerEvent(
  event: APIGatewayProxyEventV2,
  guidance: Guidance,
): Promise<APIGatewayProxyStructuredResultV2> {
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : event.body;
  const answer = await guidance({
    method: event.requestContext.http.method,
    headers: event.headers,
    host: event.requestContext.domainName,
    body: body ?? '',
    requestId: event.requestContext.requestId,
  });
  return {
    statusCode: answer.status,
    headers: { ...answer.headers },
    ...(answer.body === undefined ? {} : { body: answer.body }),
  };
}

/**
 * A line of the guidance server's log: what was asked for and how it went, never anything that a caller sent. Names of
 * tools and methods are the server's own; what it does not know is `unknown`.
 */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly tool?: string;
  /** `ok`, `tool-error`, `refused` and the like; stable, for alarms. */
  readonly outcome?: string;
  readonly status?: number;
  readonly requestBytes?: number;
  readonly answerBytes?: number;
  readonly milliseconds?: number;
  /** Where the server's own code failed: names of files and functions, no message. */
  readonly place?: string;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON. */
export function createLog(write: (line: string) => void = writeToStandardOutput): Log {
  return (entry) => write(JSON.stringify({ timestamp: new Date().toISOString(), service: 'guidance', ...entry }));
}
