import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection by which a test sends bytes of its own choice. */
export interface RawCaller {
  readonly socket: Socket;
  /** Sends bytes, and is done when the system has taken them, or the connection has ended. */
  send(bytes: string | Buffer): Promise<void>;
  /** Resolves once what came contains a text, with all that came so far. Rejects when the connection ends before. */
  receive(text: string): Promise<string>;
  /** Resolves when the connection has ended, with all that came. */
  readonly ended: Promise<string>;
}

export async function callRaw(port: number): Promise<RawCaller> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  let watchers: (() => void)[] = [];
  const notify = () => {
    const told = watchers;
    watchers = [];
    for (const tell of told) tell();
  };
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    notify();
  });
  // A reset ends the connection as well; what came before counts.
  socket.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => {
      notify();
      resolve(received);
    });
  });
  await once(socket, 'connect');
  return {
    socket,
    ended,
    send: (bytes) =>
      new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.write(bytes, () => resolve());
      }),
    async receive(text) {
      while (!received.includes(text)) {
        if (socket.closed) throw new Error(`the connection ended after ${JSON.stringify(received)}`);
        const { promise, resolve } = Promise.withResolvers<void>();
        watchers.push(resolve);
        await promise;
      }
      return received;
    },
  };
}

/** The head of a POST that announces a body. */
export function postHead(path: string, length: number, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: '127.0.0.1', 'content-length': String(length), ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
