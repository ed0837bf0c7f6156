import type { HttpEvent } from '../gateway/event.ts';
import { authorizePath } from './authorization-endpoint.ts';

/** The field of the form, and of the request that it sends. */
export const personField = 'person';
/** In characters; decisions take no longer user. */
export const longestName = 200;

const cookieName = 'entity-data-person';
/** Seconds: browsers keep no cookie for more than 400 days. */
const lifetime = 400 * 24 * 60 * 60;
const cookieWith = (value: string, seconds: number): string =>
  `${cookieName}=${value}; Path=${authorizePath}; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;

/** The cookie that makes the browser forget the name. */
export const forgottenPerson: string = cookieWith('', 0);

/** The name that a person gave in this request or before, and the cookie that keeps a new one. */
export function personOf({ rawQueryString, cookies: sent = [] }: HttpEvent): {
  readonly person: string | undefined;
  readonly cookies: readonly string[];
} {
  const given = new URLSearchParams(rawQueryString).get(personField);
  if (given !== null) {
    const person = nameIn(given);
    return { person, cookies: person === undefined ? [] : [cookieWith(encodeURIComponent(person), lifetime)] };
  }
  const prefix = `${cookieName}=`;
  const kept = sent.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
  return { person: kept === undefined ? undefined : nameIn(decoded(kept)), cookies: [] };
}

/** The name without spaces around it; undefined for a text that is none. */
function nameIn(text: string): string | undefined {
  const name = text.trim();
  return name === '' || name.length > longestName || /\p{Cc}/u.test(name) ? undefined : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
