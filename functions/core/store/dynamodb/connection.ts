import { Agent, type ClientRequest, type RequestOptions, request } from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';
import type { Answer } from './answer.ts';
import { SOCKETS } from './dynamodb.ts';
import { distrustingIdle } from './kept-connections.ts';

/** What stands for a lost answer in Node.js; the SDK calls all of them timeouts. */
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Begins a request. */
export type Open = (options: RequestOptions) => ClientRequest;

/** Connections to one host, which are kept for the next request. */
export class Connection {
  readonly #open: Open;
  readonly #options: RequestOptions;
  readonly #agent: Agent;
  readonly #connectionMilliseconds: number;

  /**
   * @param connectionMilliseconds for a connection to stand
   * @param open for tests
   */
  constructor(endpoint: URL, connectionMilliseconds: number, open?: Open) {
    const secure = endpoint.protocol === 'https:';
    const limits = { keepAlive: true, maxSockets: SOCKETS };
    this.#open = open ?? (secure ? httpsRequest : request);
    this.#agent = distrustingIdle(secure ? new SecureAgent(limits) : new Agent(limits));
    this.#connectionMilliseconds = connectionMilliseconds;
    this.#options = {
      method: 'POST',
      // An address of IPv6 has brackets in an URL only.
      host: endpoint.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: endpoint.port,
      path: '/',
      agent: this.#agent,
    };
  }

  /**
   * @param milliseconds until the answer has come as a whole
   * @throws Node's error with its `code`; a `TimeoutError` without a whole answer in time, which has the status in
   *   `$metadata` when its beginning came
   */
  post(headers: Readonly<Record<string, string>>, body: Uint8Array, milliseconds: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let connecting: NodeJS.Timeout | undefined;
      let status: number | undefined;
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(connecting);
        clearTimeout(waiting);
        if (LOST.has(error.code ?? '')) error.name = 'TimeoutError';
        reject(Object.assign(error, { $metadata: { httpStatusCode: status } }));
        sent.destroy();
      };
      const sent = this.#open({ ...this.#options, headers });
      const waiting = setTimeout(() => fail(timeout(`No answer came within ${milliseconds} ms`)), milliseconds);
      // The listeners stay: what fails twice must not end the process.
      sent.on('error', fail);
      sent.once('socket', (socket) => {
        if (!socket.connecting) return;
        const most = this.#connectionMilliseconds;
        connecting = setTimeout(() => fail(timeout(`No connection stood within ${most} ms`)), most);
        socket.once('connect', () => clearTimeout(connecting));
      });
      sent.once('response', (answer) => {
        const chunks: Buffer[] = [];
        status = answer.statusCode;
        answer.on('error', fail);
        answer.on('data', (chunk: Buffer) => void chunks.push(chunk));
        answer.once('end', () => {
          clearTimeout(waiting);
          const text = chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode!, headers: answer.headers, body: text });
        });
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function timeout(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}
