import { randomBytes } from 'node:crypto';
import type { HttpEvent } from '../gateway/event.ts';
import { isSameSecret } from '../identity/same-secret.ts';
import { jsonAnswer, type PageAnswer } from './answer.ts';

/** Who may have what the pages hand out: those who have the address that a start of the service printed. */
export interface PageAccess {
  /** The address of a page with the secret of this start. */
  addressOf(page: URL): string;
  /**
   * Answers an address that has a secret by leading to the same page without it, which alone the browser remembers; the
   * right secret is exchanged for a cookie. Undefined where the address has none.
   */
  enter(event: HttpEvent): PageAnswer | undefined;
  /** Undefined when the request carries the cookie, else the refusal. */
  refusalOf(event: HttpEvent): PageAnswer | undefined;
}

/** The parameter of the address that carries the secret. */
const parameter = 'token';

/** The paths that hand something out. The cookie goes to these alone: other servers of this machine rarely have them. */
const guardedPaths = ['/console/session', '/graphiql/session'];

/**
 * Access by a secret that is good for as long as the service runs; every start makes another one.
 *
 * @param port of the service: browsers send a cookie to every port of a machine
 */
export function createPageAccess(port: number): PageAccess {
  const secret = randomBytes(24).toString('base64url');
  // The cookie does not hold the secret: it cannot be made an address of.
  const session = randomBytes(24).toString('base64url');
  const cookieName = `entity-data-${port}`;
  const cookies = guardedPaths.map((path) => `${cookieName}=${session}; Path=${path}; HttpOnly; SameSite=Strict`);
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
    refusalOf({ cookies: sent = [] }) {
      const prefix = `${cookieName}=`;
      const given = sent.filter((cookie) => cookie.startsWith(prefix)).map((cookie) => cookie.slice(prefix.length));
      return given.some((value) => isSameSecret(value, session)) ? undefined : jsonAnswer(403, secretMissing);
    },
  };
}

const secretMissing = {
  code: 'PAGE_SECRET_MISSING',
  message: 'This page was not opened by the address of the present start of the service.',
  hint: 'Open the address that the service printed when it started; `npx entity-data console-url` prints it again.',
};
