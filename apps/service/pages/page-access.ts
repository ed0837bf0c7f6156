import { randomBytes } from 'node:crypto';
import { jsonAnswer, type PageAnswer } from '../../../functions/console/answer.ts';
import type { HttpEvent } from '../gateway/event.ts';
import { authorizePath } from '../identity/authorization-endpoint.ts';
import { isSameSecret } from '../identity/same-secret.ts';

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
