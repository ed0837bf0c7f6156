import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { accepts } from '../../src/runtime/accept-encoding.ts';
import { jsonAnswer, type PageAnswer, textAnswer, textType } from './answer.ts';
import { leastWorthCompressing } from './compressed.ts';
import type { ConsoleConfiguration } from './configuration.ts';
import { brotliOf, type ConsoleBundle, type ConsoleFile } from './front-end.ts';
import { consolePage, contentSecurityPolicy, icon } from './page.ts';

/** The answers of the console that do not depend on who asks. */
export interface Console {
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
