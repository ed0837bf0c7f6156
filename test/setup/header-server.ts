import type { IncomingHttpHeaders } from 'node:http';
import { listenLocally } from './local-server.ts';
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
  });
  const local = await listenLocally(server);
  return {
    url: local.url,
    received,
    stop: local.stop,
  };
}
