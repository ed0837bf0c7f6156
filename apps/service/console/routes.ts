import { randomBytes } from 'node:crypto';
import type { ConsoleBundle, ConsoleFile } from '../../console/bundle.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';
import type { InstanceDocuments } from '../instance.ts';
import { jsonAnswer, type PageAnswer, textAnswer } from '../pages/answer.ts';
import type { GrantedToken } from '../pages/granted-token.ts';
import type { PageAccess } from '../pages/page-access.ts';
import { isOfOwnPage, pageRoute } from '../pages/this-machine.ts';
import { consolePage, contentSecurityPolicy, icon } from './page.ts';

export interface ConsoleOptions {
  /** The documents of the deployment, which the playground starts with. */
  readonly documents: InstanceDocuments;
  /** Prefix of the scopes and of the guidance server's tools. */
  readonly serviceIdentifier: string;
  readonly access: PageAccess;
  /** Issues a token of the local client that permits reading only. */
  grantToken(): Promise<GrantedToken>;
  /** Called when the page could not be bundled. */
  onFailure(cause: unknown): void;
  /** Bundles the front-end; called when the page is first opened, and again after a failure. */
  readonly bundle?: () => Promise<ConsoleBundle>;
}

/** The data that the page starts with. */
export interface ConsoleSession extends GrantedToken, InstanceDocuments {
  readonly serviceIdentifier: string;
}

/**
 * Routes of the console at the root of the local service, for this machine only. They serve the page, its files and a
 * token; the page reads everything else from the public API and the guidance server.
 */
export function consoleRoutes(options: ConsoleOptions): Route[] {
  const front = frontEnd(options.bundle ?? bundleWhenAsked);
  const route = (routeKey: string, answer: (event: HttpEvent) => PageAnswer | Promise<PageAnswer>) =>
    pageRoute(routeKey, 'The console', async (event) => {
      try {
        return await answer(event);
      } catch (cause) {
        options.onFailure(cause);
        return jsonAnswer(500, { message: 'The console could not be built; see the log of the service.' });
      }
    });
  return [
    route('GET /', async (event) => options.access.enter(event) ?? page(await front())),
    route('GET /console/session', (event) => session(options, event)),
    route('GET /console/icon.svg', () => textAnswer('image/svg+xml', icon, kept)),
    route('GET /console/{file}', async ({ pathParameters }) =>
      fileAnswer((await front()).files.get(pathParameters?.['file'] ?? '')),
    ),
  ];
}

/** File names change with the contents, so browsers may cache the files forever. */
const kept = { 'cache-control': 'private, max-age=31536000, immutable' };

/** Loads esbuild with the first visit, not with the service. The npm package has the bundle instead. */
async function bundleWhenAsked(): Promise<ConsoleBundle> {
  const { bundleConsole, readBuiltConsole } = await import('../../console/bundle.ts');
  return (await readBuiltConsole()) ?? bundleConsole();
}

/** Bundles the front-end once, also for concurrent requests. */
function frontEnd(bundle: () => Promise<ConsoleBundle>): () => Promise<ConsoleBundle> {
  let made: Promise<ConsoleBundle> | undefined;
  return () => {
    made ??= bundle().catch((cause: unknown) => {
      made = undefined;
      throw cause;
    });
    return made;
  };
}

function page(bundle: ConsoleBundle): PageAnswer {
  const nonce = randomBytes(16).toString('base64');
  return textAnswer('text/html', consolePage(bundle, nonce), {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
}

async function session(options: ConsoleOptions, event: HttpEvent): Promise<PageAnswer> {
  if (!isOfOwnPage(event)) return jsonAnswer(403, { message: 'Only the page of the console gets a token.' });
  const { access, documents, serviceIdentifier, grantToken } = options;
  const refusal = access.refusalOf(event);
  if (refusal !== undefined) return refusal;
  const started: ConsoleSession = { ...(await grantToken()), serviceIdentifier, ...documents };
  return jsonAnswer(200, started);
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
