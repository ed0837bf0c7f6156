import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * A server that keeps a connection as long as its client does. Node's own ends one that has idled for some seconds: where
 * the machine stood still for as long, the client's next request is already on its way there and fails.
 */
export function createPatientServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: 0 }, listener);
}
