import { createServer, type Socket } from 'node:net';
import { listenLocally } from './local-server.ts';

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
  });
  const local = await listenLocally(server);
  return {
    url: local.url,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await local.stop();
    },
  };
}
