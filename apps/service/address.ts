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
