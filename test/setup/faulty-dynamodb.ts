import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { listenLocally } from './local-server.ts';
import { createPatientServer } from './patient-server.ts';

/**
 * - `none`: every call reaches the table.
 * - `quoting`: AWS refuses every call, with a message that quotes it.
 * - `throttling`: the table is busy, and says so with a message that quotes the call.
 * - `corrupting`: what is read comes back damaged, so that a parser fails over it.
 * - `breaking`: no answer comes.
 */
export type Fault = 'none' | 'quoting' | 'throttling' | 'corrupting' | 'breaking';

/** Stands before a DynamoDB emulator and fails in the ways in which a table, a network or a disk can. */
export interface FaultyDynamoDB {
  readonly url: string;
  /** From now on. */
  fail(fault: Fault): void;
  /** Resolves when so many more calls have come. */
  calls(count: number): Promise<void>;
  /** Resolves when all who called have closed their connections, and what they had sent by then has been done. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** @param damage what `corrupting` makes of an answer */
export async function startFaultyDynamoDB(
  dynamodb: string,
  damage: (answer: string) => string,
): Promise<FaultyDynamoDB> {
  let fault: Fault = 'none';
  const waiting: { left: number; resolve: () => void }[] = [];
  const connections = new Set<Socket>();
  let underWay = 0;
  const server = createPatientServer((incoming, outgoing) => {
    if (incoming.method === 'GET') return void outgoing.writeHead(204, { connection: 'close' }).end();
    underWay += 1;
    serve(incoming, outgoing)
      // A caller that aborts its request gets no response.
      .catch((cause: Error) => outgoing.destroy(cause))
      .finally(() => {
        underWay -= 1;
        server.emit('less');
      });
  });
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => {
      connections.delete(connection);
      server.emit('less');
    });
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    for (const one of waiting) if (--one.left === 0) one.resolve();
    const answer = (status: number, text: string) => {
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': 'AWS-REQUEST' });
      outgoing.end(text);
    };
    const refusal = (type: string) =>
      JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: `${type} of ${body}` });
    if (fault === 'quoting') return answer(400, refusal('ValidationException'));
    if (fault === 'throttling') return answer(400, refusal('ProvisionedThroughputExceededException'));
    if (fault === 'breaking') return void outgoing.destroy();
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': String(incoming.headers['x-amz-target']),
      authorization: String(incoming.headers.authorization),
      'x-amz-date': String(incoming.headers['x-amz-date']),
    };
    const real = await fetch(dynamodb, { method: 'POST', headers, body });
    const text = await real.text();
    answer(real.status, fault === 'corrupting' ? damage(text) : text);
  }

  const { url, stop } = await listenLocally(server);
  return {
    url,
    settled: async () => {
      // Connections are taken in their order: before this one's, whatever was connected until now.
      const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
      response.resume();
      while (connections.size > 0 || underWay > 0) await once(server, 'less');
    },
    fail: (next) => {
      fault = next;
    },
    calls: (count) => new Promise((resolve) => void waiting.push({ left: count, resolve })),
    stop,
  };
}
