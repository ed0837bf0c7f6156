import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface PostOptions {
  readonly url: URL;
  readonly agent: NonNullable<RequestOptions['agent']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for a new connection to stand. */
  readonly connectionTimeout: number;
  /** Milliseconds for the whole answer. */
  readonly requestTimeout: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * Sends a POST and reads the whole answer.
 *
 * @throws Error named `TimeoutError` when one of the times is over, else as Node has it, with its `code`.
 */
export function post(options: PostOptions): Promise<PostAnswer> {
  const { url, agent, headers, body, connectionTimeout, requestTimeout } = options;
  return new Promise((resolve, reject) => {
    let connecting: NodeJS.Timeout | undefined;
    const end = <Argument>(settle: (argument: Argument) => void) => {
      return (argument: Argument) => {
        clearTimeout(waiting);
        clearTimeout(connecting);
        settle(argument);
      };
    };
    const fail = end(reject);
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const request: ClientRequest = send(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', fail);
        answer.on('end', () =>
          end(resolve)({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    const waiting = setTimeout(() => request.destroy(timeout('no answer', requestTimeout)), requestTimeout);
    request.on('error', fail);
    request.on('socket', (socket) => {
      if (!socket.connecting) return;
      connecting = setTimeout(() => request.destroy(timeout('no connection', connectionTimeout)), connectionTimeout);
      socket.once(url.protocol === 'http:' ? 'connect' : 'secureConnect', () => clearTimeout(connecting));
    });
    request.end(body);
  });
}

function timeout(what: string, milliseconds: number): Error {
  return Object.assign(new Error(`${what} within ${milliseconds} ms`), { name: 'TimeoutError' });
}
