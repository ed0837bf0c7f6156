import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Answers every request with the same bytes, as they are, and then ends the connection. */
export interface RawServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * @param answer the bytes of the answer; `reset` breaks the connection off without one
 * @param ends false: the connection stays open and nothing more comes
 */
export async function startRawServer(answer: string | 'reset', ends = true): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      if (answer === 'reset') socket.resetAndDestroy();
      else if (ends) socket.end(answer);
      else socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
