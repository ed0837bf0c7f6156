import { createHash } from 'node:crypto';
import type { ConsoleConfiguration } from './configuration.ts';
import type { PageParts } from './front-end.ts';

/**
 * The HTML page. It loads only files from beside it. Its one inline script is named by its digest in the page's policy.
 *
 * @param configuration put into the page, so that it needs no request
 * @param styleNonce nonce for inline style sheets: that of the page, and one that the editor adds
 */
export function consolePage(
  { first, firstStyles, named }: PageParts,
  configuration: ConsoleConfiguration,
  styleNonce: string,
): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="style-nonce" content="${styleNonce}" />
    <title>Entity Data</title>
    <link rel="icon" href="/console/icon.svg" type="image/svg+xml" />
    <script type="application/json" id="configuration">${jsonInPage(configuration)}</script>
    <script type="application/json" id="files">${jsonInPage(named)}</script>
    <style nonce="${styleNonce}">${firstStyles}</style>
    <script>${first}</script>
  </head>
  <body>
    <div id="console"></div>
    <noscript>The console needs scripts. The API at this address does not.</noscript>
  </body>
</html>
`;
}

/** JSON that cannot end its element. */
const jsonInPage = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * The Content-Security-Policy of the page.
 *
 * @param first text of the script in the page
 * @param connects origins, besides its own, that the page may send requests to
 */
export function contentSecurityPolicy(first: string, styleNonce: string, connects: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(first).digest('base64')}'`,
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
