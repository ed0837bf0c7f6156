import { randomBytes } from 'node:crypto';
import { jsonAnswer, type PageAnswer, textAnswer } from './answer.ts';
import type { ConsoleConfiguration } from './configuration.ts';
import type { ConsoleBundle, ConsoleFile } from './front-end.ts';
import { consolePage, contentSecurityPolicy, icon } from './page.ts';

/** The answers of the console that do not depend on who asks. */
export interface Console {
  /** The page, with its configuration in it. */
  page(configuration: ConsoleConfiguration): Promise<PageAnswer>;
  /** A file of the front-end; 404 for a name that is none. */
  file(name: string | undefined): Promise<PageAnswer>;
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
    file: async (name = '') => fileAnswer((await front()).files.get(name)),
    icon: () => textAnswer('image/svg+xml', icon, kept),
  };
}

function fileAnswer(file: ConsoleFile | undefined): PageAnswer {
  if (file === undefined) return jsonAnswer(404, { message: 'Not Found' });
  const contents = Buffer.from(file.contents.buffer, file.contents.byteOffset, file.contents.byteLength);
  if (file.isText) return textAnswer(file.type, contents.toString('utf8'), kept);
  return {
    statusCode: 200,
    headers: { 'content-type': file.type, 'x-content-type-options': 'nosniff', ...kept },
    body: contents.toString('base64'),
    isBase64Encoded: true,
  };
}
