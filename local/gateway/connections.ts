import type { Server } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { sourceAddress } from './event.ts';

export interface ConnectionLimits {
  /** Connections that are open at once; a further one is closed at once. */
  readonly most: number;
  /** The same for one address (IPv6: one network of 64 bits, which one machine may have to itself). */
  readonly mostPerAddress: number;
}

/** Told once a minute at most, with the number of connections that were refused since it was told last. */
export type OnConnectionsRefused = (count: number) => void;

const millisecondsBetweenReports = 60_000;

/** Limits how many connections a server has at once. */
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

/** Whom connections are counted for: an IPv4 address, or the network of an IPv6 one. */
export function callerOf(remoteAddress: string | undefined): string {
  const address = sourceAddress(remoteAddress);
  return isIPv6(address) ? ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':') : address;
}
