import { parsedJson } from '../../../src/text/json.ts';

/** Size of a request body in bytes, after base64 is decoded. */
export const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** Brackets that may be open at once in a body: far above use, far below a full stack. */
const MAX_NESTING = 200;

/** Messages in one batch. Each is one call's work, and one request must end in time. */
export const MAX_BATCH = 20;

/** Milliseconds that one call of a tool may take before it is cut off. */
export const TOOL_TIME_LIMIT = 5_000;

/** Milliseconds until the thread that runs the tools has to be ready for its first call, however busy the machine. */
export const START_TIME_LIMIT = 15_000;

/** Milliseconds that the calls of one request, a batch, may take together: well below the function's own time. */
export const REQUEST_TIME_LIMIT = 8_000;

/** A request, a notification, or an answer to something that this server never asks. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
}

/** What a body holds. */
export interface ReadBody {
  /** What JSON made of it. */
  readonly parsed: unknown;
  /** One, or those of a batch. */
  readonly messages: readonly Message[];
  readonly isBatch: boolean;
}

/** The only revision with batches; it is also what a request without a version means. */
const revisionWithBatches = '2025-03-26';

/** Reads a body within the limits; an answer when it cannot be taken. */
export function readMessages(body: string, protocolVersion: string | undefined): ReadBody | HttpAnswer {
  // A UTF-16 unit is one to three bytes of UTF-8: most bodies need not be measured.
  if (body.length * 3 > MAX_REQUEST_BYTES && Buffer.byteLength(body) > MAX_REQUEST_BYTES) {
    return rpcError(413, NOT_ACCEPTED, `The body is larger than ${MAX_REQUEST_BYTES} bytes.`);
  }
  const parsed = parsedJson(body);
  if (parsed === undefined) return rpcError(400, PARSE_ERROR, 'The body is not JSON.');
  if (nestsDeeperThan(parsed, MAX_NESTING)) {
    return rpcError(400, INVALID_REQUEST, `The body nests values more than ${MAX_NESTING} levels deep.`);
  }
  const isBatch = Array.isArray(parsed);
  const messages: unknown[] = isBatch ? (parsed as unknown[]) : [parsed];
  if (isBatch) {
    const problem = batchProblem(messages, protocolVersion);
    if (problem !== undefined) return rpcError(400, INVALID_REQUEST, problem);
  }
  if (!messages.every(isMessage)) {
    return rpcError(
      400,
      INVALID_REQUEST,
      'Expected a JSON-RPC 2.0 message: "jsonrpc": "2.0", a "method", and an "id" that is a text or a whole number.',
      idOf(parsed),
    );
  }
  return { parsed, messages, isBatch };
}

function batchProblem(messages: readonly unknown[], protocolVersion: string | undefined): string | undefined {
  if (protocolVersion !== undefined && protocolVersion !== revisionWithBatches) {
    return `Protocol version ${revisionWithBatches} alone has batches: send one message per request.`;
  }
  if (messages.length === 0) return 'The batch is empty.';
  if (messages.length > MAX_BATCH) return `A batch holds at most ${MAX_BATCH} messages.`;
  const ids = messages.map(idOf).filter((id) => id !== null);
  // The answers of a batch are told apart by their ids alone.
  return new Set(ids).size === ids.length ? undefined : 'Two requests of the batch have the same id.';
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, id, method, result, error } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return false;
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  if (typeof method === 'string') return true;
  return method === undefined && id !== undefined && (result !== undefined || error !== undefined);
}

function idOf(value: unknown): JsonRpcId {
  if (typeof value !== 'object' || value === null) return null;
  const { id, method } = value as Record<string, unknown>;
  if (typeof method !== 'string') return null;
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as JsonRpcId) : null;
}

/** Without recursion: this guards everything behind it, which does recurse. */
function nestsDeeperThan(root: unknown, most: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; depth <= most; depth++) {
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) for (const element of value) below.push(element);
      else for (const name of Object.keys(value)) below.push((value as Record<string, unknown>)[name]);
    }
    if (below.length === 0) return false;
    level = below;
  }
  return true;
}

/** An HTTP answer; without a body where the protocol wants none. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type JsonRpcId = string | number | null;

/** JSON-RPC 2.0 error codes: section 5.1 of its specification, and the range that it leaves to servers. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
/** Refused before there was a message to answer: method, media type, origin, size. */
export const NOT_ACCEPTED = -32000;

/** An error that answers the request as a whole. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  id: JsonRpcId = null,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  };
}

/** Which pages of a browser may talk to the server. */
export interface OriginPolicy {
  /** Origins besides the server's own, such as `https://inspector.example.com`. */
  readonly allowedOrigins: readonly string[];
  /**
   * True where nothing in front checks the Host header, as on a laptop: only loopback names are served then, because a
   * foreign name that leads to this address (DNS rebinding) would make a foreign page look like the server's own.
   */
  readonly loopbackOnly: boolean;
}

/**
 * What is wrong with where a request comes from; undefined when it may pass. Programs send no Origin, browsers always
 * do: a page of another site is refused, whatever it asks for.
 *
 * @param host the name, and port where there is one, that the request was sent to
 */
export function originProblem(origin: string | undefined, host: string, policy: OriginPolicy): string | undefined {
  if (policy.loopbackOnly && !isLoopback(nameOf(host))) return 'This server answers to loopback names only.';
  if (origin === undefined || policy.allowedOrigins.includes(origin)) return undefined;
  const own = policy.loopbackOnly ? isLoopbackOrigin(origin) : origin.toLowerCase() === `https://${host.toLowerCase()}`;
  return own ? undefined : 'Requests from this origin are not served.';
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

function nameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}
