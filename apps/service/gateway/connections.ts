import type { Server } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { sourceAddress } from './event.ts';

interface ConnectionLimits {
  /** Open connections; the server closes any further one immediately. */
  readonly most: number;
  /** Open connections of one address. IPv6 addresses count by /64 network, which one machine may have to itself. */
  readonly mostPerAddress: number;
}

/** Called at most once a minute with the number of connections refused since the last call. */
export type OnConnectionsRefused = (count: number) => void;

const millisecondsBetweenReports = 60_000;

/** Limits the number of open connections of a server. */
export function limitConnections(
  server: Server,
  { most, mostPerAddress }: ConnectionLimits,
  onRefused: OnConnectionsRefused,
  now: () => number,
): void {
  const open = new Map<string, number>();
  let refused = 0;
  let reported = Number.NEGATIVE_INFINITY;

  const countRefusal = (): void => {
    refused += 1;
    if (now() - reported < millisecondsBetweenReports) return;
    onRefused(refused);
    reported = now();
    refused = 0;
  };

  server.maxConnections = most;
  server.on('drop', countRefusal);
  server.on('connection', (socket: Socket) => {
    const caller = callerOf(socket.remoteAddress);
    const others = open.get(caller) ?? 0;
    if (others >= mostPerAddress) {
      socket.destroy();
      countRefusal();
      return;
    }
    open.set(caller, others + 1);
    socket.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1;
      if (left === 0) open.delete(caller);
      else open.set(caller, left);
    });
  });
}

/** The unit by which connections are counted: an IPv4 address, or the /64 network of an IPv6 address. */
export function callerOf(remoteAddress: string | undefined): string {
  const address = sourceAddress(remoteAddress);
  return isIPv6(address) ? ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':') : address;
}

/** Headers that proxies add, in addition to names that begin with `x-forwarded`, `x-original-` or `cf-`. */
const names: ReadonlySet<string> = new Set([
  'client-ip',
  'fastly-client-ip',
  'forwarded',
  'forwarded-for',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-proxyuser-ip',
  'x-real-ip',
]);

/**
 * Finds the first header that shows that a proxy forwarded the request. Undefined does not prove a direct connection: a
 * proxy may add no header.
 *
 * @param rawHeaders names and values in turns, as the caller sent them
 * @returns the header's name as it was sent
 */
export function forwardingHeader(rawHeaders: readonly string[]): string | undefined {
  return rawHeaders.find((text, index) => {
    if (index % 2 === 1) return false;
    const name = text.toLowerCase();
    return names.has(name) || /^(?:x-forwarded|x-original-|cf-)/.test(name);
  });
}
