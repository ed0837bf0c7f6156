import { type PageAnswer, textAnswer } from '../../../functions/console/answer.ts';
import type { FormPost } from './authorization-endpoint.ts';
import { escaped, hiddenInputs } from './form-fields.ts';

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
