import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Client, OnToolCall } from './mcp-server.ts';
import type { Message, ReadBody } from './messages.ts';
import { type HttpAnswer, METHOD_NOT_FOUND, rpcError } from './messages.ts';

/**
 * Takes a body that was read, with the headers it came with, to the library and its answer back. `onToolCall` learns how
 * every call went.
 */
export type Exchange = (body: ReadBody, headers: Headers, onToolCall: OnToolCall) => Promise<HttpAnswer>;

/** The address plays no part for the library. */
const address = 'https://guidance.invalid/';

/**
 * Serves both eras of the protocol: requests that carry their protocol version in the message (2026-07-28), and those
 * of the handshake revisions, without a session. The library's own path for the latter answers an event stream and
 * refuses callers that do not accept one, so these go to its transport with JSON answers, under the Accept header that
 * it insists on.
 */
export function createExchange(createServer: (client: Client, onToolCall: OnToolCall) => Server): Exchange {
  const listeners = new WeakMap<Request, OnToolCall>();
  const modern = createMcpHandler(({ requestInfo }) => createServer(modernClient, listeners.get(requestInfo!)!), {
    legacy: 'reject',
    keepAliveMs: 0,
  });
  return async (body, headers, onToolCall) => {
    // A stream of changes would hold a function open, and nothing here ever changes.
    const listening = body.messages.find(({ method }) => method === 'subscriptions/listen');
    if (listening !== undefined && !body.isBatch) {
      return rpcError(404, METHOD_NOT_FOUND, 'Method not found', listening.id ?? null);
    }
    headers.set('accept', 'application/json, text/event-stream');
    const request = new Request(address, { method: 'POST', headers });
    if (await isLegacyRequest(request, body.parsed)) {
      return legacy(body, request, createServer(legacyClient(headers), onToolCall));
    }
    listeners.set(request, onToolCall);
    return readResponse(await modern.fetch(request, { parsedBody: body.parsed }));
  };
}

const modernClient: Client = { era: 'modern', readsStructuredContent: true };

/** The first revision with structured content, whose clients name their revision in each request after the handshake. */
const firstStructured = '2025-06-18';

const legacyClient = (headers: Headers): Client => ({
  era: 'legacy',
  readsStructuredContent: (headers.get('mcp-protocol-version') ?? '') >= firstStructured,
});

async function legacy(body: ReadBody, request: Request, server: Server): Promise<HttpAnswer> {
  // Without a session there is nothing that a notification could change, and a cancellation within a batch would leave
  // a request without its answer.
  const requests = body.messages.filter((message) => message.id !== undefined && message.method !== undefined);
  if (requests.length === 0) return { status: 202, headers: {} };
  const parsedBody: Message | readonly Message[] = body.isBatch ? requests : requests[0]!;
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await readResponse(await transport.handleRequest(request, { parsedBody }));
  } finally {
    await server.close();
  }
}

async function readResponse(response: Response): Promise<HttpAnswer> {
  const body = await response.text();
  const contentType = response.headers.get('content-type');
  return {
    status: response.status,
    headers: contentType === null ? {} : { 'content-type': contentType },
    ...(body === '' ? {} : { body }),
  };
}
