export const defaultPort = 4000;
export const defaultHost = '127.0.0.1';

/**
 * Where the service may listen. Tokens name its address as their issuer, and only a loopback issuer may do without
 * https; a service that listens everywhere is its own issuer by loopback.
 */
export const hosts: readonly string[] = [defaultHost, '0.0.0.0', '::1', '::'];

/** The address by which this machine reaches what listens on a host and port. */
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

/** Whether only programs of this machine reach what listens on a host. */
export function isLoopback(host: string): boolean {
  return host === defaultHost || host === '::1';
}
