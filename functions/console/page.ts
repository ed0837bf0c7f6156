import type { ConsoleBundle } from './front-end.ts';

/**
 * The HTML page. It has no inline script and loads only files from beside it.
 *
 * @param styleNonce nonce for the one inline style sheet, which the editor adds to the page
 */
export function consolePage({ script, styles }: ConsoleBundle, styleNonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="style-nonce" content="${styleNonce}" />
    <title>Entity Data</title>
    <link rel="icon" href="/console/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/console/${styles}" />
    <script type="module" src="/console/${script}"></script>
  </head>
  <body>
    <div id="console"></div>
    <noscript>The console needs scripts. The API at this address does not.</noscript>
  </body>
</html>
`;
}

/**
 * The Content-Security-Policy of the page.
 *
 * @param connects origins, besides its own, that the page may send requests to
 */
export function contentSecurityPolicy(styleNonce: string, connects: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    ["connect-src 'self'", ...connects].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Three records that form one entity. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" fill="#4053d6" />
  <path d="M10 21.5 16 10.5 22 21.5Z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" opacity=".75" />
  <circle cx="16" cy="10.5" r="3.6" fill="#fff" />
  <circle cx="10" cy="21.5" r="3.6" fill="#fff" />
  <circle cx="22" cy="21.5" r="3.6" fill="#fff" />
</svg>
`;
