import { jsonAnswer, type PageAnswer } from '../../../functions/console/answer.ts';
import type { BodyLimits } from '../gateway/body.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';

/** Pages take no request bodies. */
const noBodies: BodyLimits = { largest: 0, together: 0 };

/**
 * A route that only browsers on this machine can use, under a name of this machine. Others must not get a page that
 * hands out a token. The check of `Host` stops DNS rebinding: a page of another site would send its own name. The route
 * also refuses requests that a proxy on this machine forwards, since these may come from elsewhere.
 *
 * @param page what the refusal calls the page
 * @param bodies limits of request bodies; default: there are none
 */
export function pageRoute(
  routeKey: string,
  page: string,
  answer: (event: HttpEvent) => PageAnswer | Promise<PageAnswer>,
  bodies: BodyLimits = noBodies,
): Route {
  return {
    routeKey,
    bodies,
    refusesForwarded: true,
    integration: async (event) =>
      isFromHere(event)
        ? answer(event)
        : jsonAnswer(403, {
            message: `${page} is available only on the machine that runs the service: open the printed address there.`,
          }),
  };
}

function isFromHere({ headers, requestContext }: HttpEvent): boolean {
  const { sourceIp } = requestContext.http;
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(sourceIp)) return false;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers['host'] ?? '');
}

/** True unless a page of another site sent the request; browsers report this in `Sec-Fetch-Site` and `Origin`. */
export function isOfOwnPage({ headers }: HttpEvent): boolean {
  const site = headers['sec-fetch-site'];
  const origin = headers['origin'];
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  return isOwnSite && (origin === undefined || origin === `http://${headers['host']}`);
}
