import { parsedJson } from '../../../src/text/json.ts';
import { MAX_BATCH, MAX_NESTING, MAX_REQUEST_BYTES } from './limits.ts';
import { type HttpAnswer, INVALID_REQUEST, type JsonRpcId, NOT_ACCEPTED, PARSE_ERROR, rpcError } from './rpc-error.ts';

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
