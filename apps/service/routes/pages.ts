import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { jsonAnswer, type PageAnswer } from '../../../functions/console/answer.ts';
import type { BodyLimits } from '../gateway/body.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';
import { authorizePath } from '../identity/authorization-endpoint.ts';
import { isSameSecret } from '../identity/private-file.ts';

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

/** Grants access to the pages' tokens to browsers that have the address printed at start. */
export interface PageAccess {
  /** The address of a page, with the secret of this start. */
  addressOf(page: URL): string;
  /**
   * Redirects an address that carries a secret to the same page without it, so that the browser's history does not keep
   * it. The right secret is exchanged for a cookie. Undefined when the address carries none.
   */
  enter(event: HttpEvent): PageAnswer | undefined;
  /** Undefined when the request carries the cookie, else the refusal. */
  refusalOf(event: HttpEvent): PageAnswer | undefined;
  /** Undefined when the request carries the cookie, else why it is refused. */
  problemOf(event: HttpEvent): typeof secretMissing | undefined;
  /** Cookies that take the access of a browser back. */
  readonly leave: readonly string[];
}

/** The query parameter that carries the secret. */
const parameter = 'token';

/**
 * The paths that hand out tokens or change something. The cookie is limited to them: other servers on this machine rarely
 * use them.
 */
const guardedPaths = [authorizePath, '/console/your-data'];

/**
 * Creates access by a secret that is valid until the service stops; every start generates a new one.
 *
 * @param port port of the service; part of the cookie's name, because browsers send cookies to every port of a machine
 */
export function createPageAccess(port: number): PageAccess {
  const secret = randomBytes(24).toString('base64url');
  // The cookie's value differs from the secret, so that no address can be made from it.
  const session = randomBytes(24).toString('base64url');
  const cookieName = `entity-data-${port}`;
  const cookiesWith = (value: string, more = '') =>
    guardedPaths.map((path) => `${cookieName}=${value}; Path=${path}; HttpOnly; SameSite=Strict${more}`);
  const cookies = cookiesWith(session);
  const problemOf = ({ cookies: sent = [] }: HttpEvent) => {
    const prefix = `${cookieName}=`;
    const given = sent.filter((cookie) => cookie.startsWith(prefix)).map((cookie) => cookie.slice(prefix.length));
    return given.some((value) => isSameSecret(value, session)) ? undefined : secretMissing;
  };
  return {
    addressOf(page) {
      const address = new URL(page);
      address.searchParams.set(parameter, secret);
      return address.href;
    },
    enter({ rawPath, queryStringParameters }) {
      const given = queryStringParameters?.[parameter];
      if (given === undefined) return undefined;
      return {
        statusCode: 303,
        headers: { location: rawPath, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
        ...(isSameSecret(given, secret) ? { cookies } : {}),
        body: '',
      };
    },
    problemOf,
    refusalOf(event) {
      const problem = problemOf(event);
      return problem && jsonAnswer(403, problem);
    },
    leave: cookiesWith('', '; Max-Age=0'),
  };
}

const secretMissing = {
  code: 'PAGE_SECRET_MISSING',
  message: 'This page was not opened with the address that the current start of the service printed.',
  hint: 'Open the address that the service printed when it started; `npx entity-data console-url` prints it again.',
};

/** An answer whose body is sent while it is made. API Gateway has no such answers. */
export interface StreamedAnswer extends PageAnswer {
  readonly stream: Readable;
}
