import type { Agent, ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * NAT gateways, endpoints of a VPC and load balancers of AWS forget a connection after 350 seconds without a word, and
 * then throw away what is sent by it ("Implementing long-running TCP connections within VPC networking").
 */
const MOST_IDLE_MILLISECONDS = 300_000;

/** What every agent has, since requests are handed to it by this, but its types do not name. */
interface Asked {
  addRequest(request: ClientRequest, ...more: unknown[]): void;
}

/**
 * Keeps an agent from sending by connections that died unnoticed: a function stands still between its requests and hears
 * of no end. One that idled for too long is not used again; and where a kept one fails, those that idled even longer are
 * taken for dead with it. Else each of them would cost an attempt, and a batch leaves more of them than there are attempts.
 *
 * @param now milliseconds that go on while the process stands still
 * @returns the agent
 */
export function distrustingIdle<Kept extends Agent>(agent: Kept, now: () => number = Date.now): Kept {
  const plain: Agent = agent;
  const { addRequest, keepSocketAlive, reuseSocket } = plain as Agent & Asked;
  const keptAt = new WeakMap<Duplex, number>();
  const endThoseKeptUntil = (latest: number) => {
    for (const sockets of Object.values(agent.freeSockets)) {
      // In the order in which they were kept: the last one is used first.
      for (const socket of sockets ?? []) {
        if ((keptAt.get(socket) ?? 0) > latest) break;
        socket.destroy();
      }
    }
  };
  const changed: Asked & Pick<Agent, 'keepSocketAlive' | 'reuseSocket'> = {
    addRequest: (...request) => {
      endThoseKeptUntil(now() - MOST_IDLE_MILLISECONDS);
      addRequest.apply(agent, request);
    },
    // Node asks whether to keep it, which its types do not say.
    keepSocketAlive: (socket) => {
      keptAt.set(socket, now());
      return keepSocketAlive.call(agent, socket);
    },
    reuseSocket: (socket, request) => {
      const since = keptAt.get(socket as Duplex) ?? 0;
      request.once('error', () => endThoseKeptUntil(since));
      reuseSocket.call(agent, socket, request);
    },
  };
  return Object.assign(agent, changed);
}
