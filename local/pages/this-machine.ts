import type { BodyLimits } from '../gateway/body.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';
import { jsonAnswer, type PageAnswer } from './answer.ts';

/** Pages are asked for, and told nothing. */
const noBodies: BodyLimits = { largest: 0, together: 0 };

/**
 * A route that answers browsers of this machine only, and only under a name of this machine: a page that hands out a
 * token must not be there for others, and a page of another site that made its name point here would have its own name
 * in `Host`. A proxy on this machine would bring others in: what it forwards is refused.
 *
 * @param page how a refusal calls what was asked for
 */
export function pageRoute(
  routeKey: string,
  page: string,
  answer: (event: HttpEvent) => PageAnswer | Promise<PageAnswer>,
): Route {
  return {
    routeKey,
    bodies: noBodies,
    refusesForwarded: true,
    integration: async (event) =>
      isFromHere(event)
        ? answer(event)
        : jsonAnswer(403, {
            message: `${page} is for the machine that runs the service: open the address that it printed there.`,
          }),
  };
}

function isFromHere({ headers, requestContext }: HttpEvent): boolean {
  const { sourceIp } = requestContext.http;
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(sourceIp)) return false;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers['host'] ?? '');
}

/** Whether no page of another site asks: browsers say from where a request comes. */
export function isOfOwnPage({ headers }: HttpEvent): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
