import { afterAll } from '@jest/globals';
import type { LogEntry } from '../../../../functions/guidance/guidance.ts';
import { createGuidance, createOffer, type Guidance } from '../../../../functions/guidance/guidance.ts';
import type { OriginPolicy } from '../../../../functions/guidance/protocol/messages.ts';

import type { ToolCalls } from '../../../../functions/guidance/workers/tool-workers.ts';

/** Milliseconds that no call takes, however slow the machine. */
export const PATIENCE = 300_000;

/** What the tests look at, of every kind of result. */
export interface RpcResult {
  readonly protocolVersion: string;
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly tools: readonly { readonly name: string }[];
  readonly resources: readonly { readonly uri: string }[];
  readonly contents: readonly { readonly text: string }[];
  readonly messages: readonly { readonly content: { readonly text: string } }[];
  readonly completion: { readonly values: readonly string[] };
}

export interface RpcAnswer {
  readonly result: RpcResult;
  readonly error?: { readonly code: number; readonly message: string };
}

const opened: ToolCalls[] = [];

afterAll(() => Promise.all(opened.map((calls) => calls.close())));

/** A guidance server with everything, and what it logged. */
export function guidanceUnderTest(
  options: { serviceIdentifier?: string; origins?: Partial<OriginPolicy>; timeLimit?: number } = {},
) {
  const entries: LogEntry[] = [];
  const { serviceIdentifier = 'svc', timeLimit = PATIENCE } = options;
  const offer = createOffer({ serviceIdentifier, timeLimit });
  opened.push(offer.calls);
  const guidance = createGuidance({
    offer,
    origins: { allowedOrigins: [], loopbackOnly: false, ...options.origins },
    log: (entry) => entries.push(entry),
  });
  const send = (request: Partial<Parameters<Guidance>[0]>) =>
    guidance({
      method: 'POST',
      host: 'mcp.example.com',
      headers: { 'content-type': 'application/json' },
      body: '',
      requestId: 'r-1',
      ...request,
    });
  return {
    entries,
    send,
    post: (body: string, headers: Readonly<Record<string, string>> = {}) =>
      send({ body, headers: { 'content-type': 'application/json', ...headers } }),
    /** Posts a request of the handshake era and answers what came back. */
    async request(method: string, params?: object): Promise<RpcAnswer> {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) });
      const answer = await send({ body });
      return JSON.parse(answer.body!);
    },
  };
}
