/** An HTTP answer; without a body where the protocol wants none. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

type JsonRpcId = string | number | null;

/** JSON-RPC 2.0 error codes: section 5.1 of its specification, and the range it leaves to servers. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const UNAVAILABLE = -32000;

/**
 * Answers one HTTP request of a Model Context Protocol client. This version has the address but no tools: every request
 * gets a well-formed JSON-RPC error that says so, which a client can show, rather than a gateway's bare 404.
 */
export function answer(method: string, body: string): HttpAnswer {
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return rpcError(400, null, PARSE_ERROR, 'The body is not JSON.');
  }
  if (!isMessage(message)) {
    return rpcError(400, null, INVALID_REQUEST, 'Expected one JSON-RPC 2.0 message with jsonrpc "2.0" and a method.');
  }
  // A notification has no id and is never answered.
  if (message.id === undefined) return { status: 202, headers: {} };
  return rpcError(200, message.id, UNAVAILABLE, 'The guidance server is not part of this version yet.');
}

function isMessage(value: unknown): value is { id?: JsonRpcId; method: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, id, method } = value as Record<string, unknown>;
  const validId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  return jsonrpc === '2.0' && typeof method === 'string' && validId;
}

function rpcError(status: number, id: JsonRpcId, code: number, message: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  };
}
