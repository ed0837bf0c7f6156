import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPatientServer } from './patient-server.ts';

/** Stands where a service of AWS would, and keeps the headers of every request. */
export interface HeaderServer {
  readonly url: string;
  /** In the order of the requests. */
  readonly received: readonly IncomingHttpHeaders[];
  stop(): Promise<void>;
}

/** @param answer the body of every answer, as JSON */
export async function startHeaderServer(answer: object = {}): Promise<HeaderServer> {
  const received: IncomingHttpHeaders[] = [];
  const server = createPatientServer((request, response) => {
    received.push(request.headers);
    response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
