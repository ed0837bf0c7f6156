/** An HTTP answer; without a body where the protocol wants none. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type JsonRpcId = string | number | null;

/** JSON-RPC 2.0 error codes: section 5.1 of its specification, and the range that it leaves to servers. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
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
