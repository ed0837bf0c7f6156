import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { type PageAnswer, textAnswer } from '../../../functions/console/answer.ts';
import { authorizePath } from './authorization-endpoint.ts';
import { escaped, hiddenInputs } from './form-fields.ts';
import { longestName, personField } from './person-cookie.ts';

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
