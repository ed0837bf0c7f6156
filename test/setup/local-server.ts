import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server at a free port of this machine. */
export interface LocalServer {
  readonly port: number;
  readonly url: string;
  /** Ends it and every connection. */
  stop(): Promise<void>;
}

export async function listenLocally(server: Server): Promise<LocalServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { port, url: `http://127.0.0.1:${port}`, stop };
}
