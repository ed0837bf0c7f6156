import { createHash, randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { accepts } from '../../src/runtime/accept-encoding.ts';
import { jsonAnswer, leastWorthCompressing, type PageAnswer, textAnswer, textType } from './answer.ts';
import type { ConsoleConfiguration } from './configuration.ts';
import { brotliOf, type ConsoleBundle, type ConsoleFile, type PageParts } from './front-end.ts';

/** The answers of the console that do not depend on who asks. */
interface Console {
  /** The page, with its configuration in it. */
  page(configuration: ConsoleConfiguration): Promise<PageAnswer>;
  /**
   * A file of the front-end; 404 for a name that is none. Scripts and styles are in Brotli for browsers that accept it.
   *
   * @param acceptEncoding the header of the request
   */
  file(name: string | undefined, acceptEncoding: string | undefined): Promise<PageAnswer>;
  icon(): PageAnswer;
}

/** File names change with the contents, so browsers may cache the files forever. */
const kept = { 'cache-control': 'private, max-age=31536000, immutable' };

/**
 * Creates the answers of the console. The local service and the function of a deployment give the same ones.
 *
 * @param front the bundled front-end
 * @param connects origins, besides its own, that the page may send requests to
 */
export function createConsole(front: () => Promise<ConsoleBundle>, connects: readonly string[]): Console {
  /** Texts of a front-end that was not built, in Brotli: each is compressed once. */
  const packed = new WeakMap<ConsoleFile, Promise<Uint8Array>>();
  const packedOf = (file: ConsoleFile): Promise<Uint8Array> => {
    const known = packed.get(file) ?? brotliOf(file.contents);
    packed.set(file, known);
    return known;
  };
  return {
    async page(configuration) {
      const nonce = randomBytes(16).toString('base64');
      const parts = await front();
      return textAnswer('text/html', consolePage(parts, configuration, nonce), {
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(parts.first, nonce, connects),
        'referrer-policy': 'no-referrer',
        // For browsers that do not know frame-ancestors.
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    },
    async file(name = '', acceptEncoding) {
      const file = (await front()).files.get(name);
      if (file === undefined) return jsonAnswer(404, { message: 'Not Found' });
      const { type, isText, isPacked = false, contents } = file;
      if (!isText) return bytesAnswer(type, contents);
      if (accepts('br', acceptEncoding) && (isPacked || contents.length >= leastWorthCompressing)) {
        const brotli = isPacked ? contents : await packedOf(file);
        return bytesAnswer(textType(type), brotli, { 'content-encoding': 'br', vary: 'accept-encoding' });
      }
      return textAnswer(type, Buffer.from(isPacked ? brotliDecompressSync(contents) : contents).toString('utf8'), kept);
    },
    icon: () => textAnswer('image/svg+xml', icon, kept),
  };
}

function bytesAnswer(type: string, bytes: Uint8Array, headers: Readonly<Record<string, string>> = {}): PageAnswer {
  return {
    statusCode: 200,
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff', ...kept, ...headers },
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    isBase64Encoded: true,
  };
}

/**
 * The HTML page. It loads only files from beside it. Its one inline script is named by its digest in the page's policy.
 *
 * @param configuration put into the page, so that it needs no request
 * @param styleNonce nonce for inline style sheets: that of the page, and one that the editor adds
 */
function consolePage(
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
function contentSecurityPolicy(first: string, styleNonce: string, connects: readonly string[]): string {
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
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" fill="#4053d6" />
  <path d="M10 21.5 16 10.5 22 21.5Z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" opacity=".75" />
  <circle cx="16" cy="10.5" r="3.6" fill="#fff" />
  <circle cx="10" cy="21.5" r="3.6" fill="#fff" />
  <circle cx="22" cy="21.5" r="3.6" fill="#fff" />
</svg>
`;
