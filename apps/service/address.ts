import { EntityDataError } from '../../src/errors.ts';
import type { Gateway } from './gateway/gateway.ts';

export const defaultPort = 4000;
export const defaultHost = '127.0.0.1';

/**
 * Addresses that the service may listen on. Tokens name the service as their issuer, and only a loopback issuer works
 * without https. A service that listens on all interfaces therefore uses its loopback address as issuer.
 */
export const hosts: readonly string[] = [defaultHost, '0.0.0.0', '::1', '::'];

/** The address by which programs on this machine reach a server that listens on this host and port. */
export function originOf(host: string, port: number): string {
  switch (host) {
    case '::':
    case '::1':
      return `http://[::1]:${port}`;
    case '0.0.0.0':
      return `http://127.0.0.1:${port}`;
    default:
      return `http://${host}:${port}`;
  }
}

/** True if only programs on this machine can reach a server that listens on this host. */
export function isLoopback(host: string): boolean {
  return host === defaultHost || host === '::1';
}

/** Listens, and returns the port. Throws `PortInUseError` and `PortUnavailableError`. */
export async function listen(gateway: Gateway, port: number, host: string): Promise<number> {
  try {
    return (await gateway.listen(port, host)).port;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new PortInUseError(host, port)
      : new PortUnavailableError(host, port, error);
  }
}

/** The service may not listen on this port, or this machine does not have the address. */
export class PortUnavailableError extends EntityDataError {
  readonly code = 'PORT_UNAVAILABLE';

  constructor(host: string, port: number, cause: unknown) {
    super(`The service cannot listen on port ${port} of ${host}: ${(cause as Error).message}.`, {
      hint: 'Choose another port with --port (ports below 1024 may be reserved for administrators), or another --host.',
      cause,
    });
  }
}

/** Another program listens on the port. */
export class PortInUseError extends EntityDataError {
  readonly code = 'PORT_IN_USE';

  constructor(host: string, port: number) {
    super(`The port ${port} of ${host} is in use.`, {
      hint: 'Another service may be running; stop it, or choose another port with --port (0 picks a free one).',
    });
  }
}
