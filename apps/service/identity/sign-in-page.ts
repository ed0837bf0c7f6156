import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { type PageAnswer, textAnswer } from '../../../functions/console/answer.ts';
import type { HttpEvent } from '../gateway/event.ts';
import { authorizePath, type FormPost } from './authorization-endpoint.ts';

/**
 * Asks a person for a name, then repeats the authorization request with it.
 *
 * @param query of the authorization request, which was found to be good
 */
export function personForm(query: string): PageAnswer {
  const nonce = randomBytes(16).toString('base64url');
  const kept = [...new URLSearchParams(query)].filter(([name]) => name !== personField);
  return textAnswer(
    'text/html',
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Sign in to Entity Data</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; --accent: light-dark(#4053d6, #97a5ff); --line: light-dark(#8a94a3, #667283) }
      body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#f6f7f9, #0e1116);
        color: light-dark(#171c24, #e8ecf2); font: .9375rem/1.5 sans-serif }
      main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); padding: 1.75rem; border-radius: .875rem;
        background: light-dark(#fff, #161b22); box-shadow: 0 0 0 1px light-dark(#e2e6ec, #29313c) }
      h1 { margin: 0 0 1.25rem; font-size: 1.375rem; line-height: 1.25 }
      label { font-size: .8125rem; font-weight: 600 }
      input { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .5rem .6875rem;
        border: 1px solid var(--line); border-radius: .5rem; background: none; color: inherit; font: inherit }
      p { margin: .75rem 0 1.25rem; color: light-dark(#566070, #a2adbb); font-size: .875rem }
      button { width: 100%; padding: .5rem 1rem; border: 0; border-radius: .5rem; background: var(--accent);
        color: light-dark(#fff, #10142c); font: inherit; font-weight: 600; cursor: pointer }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
    </style>
  </head>
  <body>
    <main>
      <h1>Sign in to Entity Data</h1>
      <form action="${authorizePath}" method="get">
        ${hiddenInputs(kept)}
        <label for="person">Your name</label>
        <input id="person" name="${personField}" value="${escaped(loginName())}" maxlength="${longestName}"
          aria-describedby="why" autocomplete="name" required autofocus />
        <p id="why">Your decisions about records carry it. This browser remembers it until you sign out.</p>
        <button type="submit">Sign in</button>
      </form>
    </main>
  </body>
</html>
`,
    {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
    },
  );
}

/** The name of the login of this machine's user; empty for a user without one. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/**
 * A page whose form posts the answer of the authorization endpoint. The console reads the form and posts nothing: its page
 * takes no POST. No script sends the form.
 */
export function formPost({ postTo, fields }: FormPost, cookies: readonly string[]): PageAnswer {
  const page = textAnswer(
    'text/html',
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Sign in to Entity Data</title>
  </head>
  <body>
    <main>
      <form action="${escaped(postTo)}" method="post">
        ${hiddenInputs(fields)}
        <button type="submit">Go on</button>
      </form>
    </main>
  </body>
</html>
`,
    {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
    },
  );
  return { ...page, cookies };
}

/** The field of the form, and of the request that it sends. */
const personField = 'person';
/** In characters; decisions take no longer user. */
const longestName = 200;

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

/** Fields of a form that people do not see, one a line. */
const hiddenInputs = (fields: readonly (readonly [name: string, value: string])[]): string =>
  fields
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}" />`)
    .join('\n        ');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the text of an element, or as an attribute in double quotes. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!);
