import type { Server } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { sourceAddress } from './event.ts';

export interface ConnectionLimits {
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
