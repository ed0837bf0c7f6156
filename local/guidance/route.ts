import { createGuidance } from '../../functions/guidance/answer.ts';
import { answerEvent } from '../../functions/guidance/event.ts';
import { createLog, type Log } from '../../functions/guidance/log.ts';
import { createOffer } from '../../functions/guidance/offer.ts';
import { MAX_REQUEST_BYTES } from '../../functions/guidance/protocol/limits.ts';
import type { BodyLimits } from '../gateway/body.ts';
import type { Route } from '../gateway/route.ts';

export interface GuidanceRouteOptions {
  /** Prefix of the tools' names. */
  readonly serviceIdentifier: string;
  /** Origins of pages, besides those of this machine, that may call it. */
  readonly allowedOrigins?: readonly string[];
  /**
   * False where the service is meant to be reached under names other than localhost. Default true: a page of somebody
   * else's, open in a browser on this machine, must not talk to the service behind a name that it made point here.
   */
  readonly loopbackOnly?: boolean;
  readonly log?: Log;
  /** Milliseconds for a call of a tool and for a request; default: as in the cloud. */
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
