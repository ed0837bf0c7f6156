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
      body { display: grid; place-content: center; min-height: 90vh; margin: 1rem; font: 1rem/1.5 system-ui, sans-serif }
      main { max-width: 24rem }
      label, input { display: block }
      input { box-sizing: border-box; width: 100%; margin: .25rem 0 1rem; padding: .5rem; font: inherit }
      button { padding: .5rem 1rem; font: inherit }
    </style>
  </head>
  <body>
    <main>
      <h1>Sign in</h1>
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
