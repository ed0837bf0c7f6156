import { answerEvent, createGuidance, createLog, createOffer, type Log } from '../../../functions/guidance/guidance.ts';
import { MAX_REQUEST_BYTES } from '../../../functions/guidance/protocol/messages.ts';
import type { BodyLimits } from '../gateway/body.ts';
import type { Route } from '../gateway/route.ts';

interface GuidanceRouteOptions {
  /** Prefix of tool names. */
  readonly serviceIdentifier: string;
  /** Origins of pages, in addition to those of this machine, that may call the server. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Accepts requests only under localhost names; default true. This stops DNS rebinding: a page of another site, open
   * in a browser on this machine, could otherwise call the service by a name that points to it. Set false to use other
   * names.
   */
  readonly loopbackOnly?: boolean;
  readonly log?: Log;
  /** Milliseconds for a tool call and for a request; default: as in the cloud. */
  readonly timeLimit?: number | undefined;
}

/** A route that holds threads. */
export interface GuidanceRoute extends Route {
  /** Ends the calls that still run, and the threads. */
  close(): Promise<void>;
}

/** Strangers may call it, and must not take the memory of callers with a token. */
const bodies: BodyLimits = { largest: MAX_REQUEST_BYTES, together: 4 * MAX_REQUEST_BYTES };

/** Calls of tools at the same time: the API needs a core too. */
const threads = 2;

/** The guidance server as a route of the local gateway, at /mcp. The very code that runs in the cloud. */
export function guidanceRoute(options: GuidanceRouteOptions): GuidanceRoute {
  const { serviceIdentifier, allowedOrigins = [], loopbackOnly = true, log = createLog(), timeLimit } = options;
  const offer = createOffer({ serviceIdentifier, threads, ...(timeLimit === undefined ? {} : { timeLimit }) });
  const guidance = createGuidance({ offer, origins: { allowedOrigins, loopbackOnly }, log });
  return {
    routeKey: 'ANY /mcp',
    bodies,
    integration: (event) => answerEvent(event, guidance),
    close: () => offer.calls.close(),
  };
}
