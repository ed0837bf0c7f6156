import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';
import type { ExampleOperation } from './examples.ts';
import { page, startScript, styles } from './page.ts';

/** A token as a token endpoint answers it. */
export interface GrantedToken {
  readonly token: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface GraphiqlOptions {
  readonly examples: readonly ExampleOperation[];
  /** A token of the local client. */
  grantToken(): Promise<GrantedToken>;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const require = createRequire(import.meta.url);

/** Files of packages, by the name under which the page asks for them. Read when they are first asked for. */
const packageFiles: ReadonlyMap<string, { readonly package: string; readonly file: string; readonly type: string }> =
  new Map([
    ['react.js', { package: 'react', file: 'umd/react.production.min.js', type: 'text/javascript' }],
    ['react-dom.js', { package: 'react-dom', file: 'umd/react-dom.production.min.js', type: 'text/javascript' }],
    ['graphiql.js', { package: 'graphiql', file: 'graphiql.min.js', type: 'text/javascript' }],
    ['graphiql.css', { package: 'graphiql', file: 'graphiql.min.css', type: 'text/css' }],
  ]);

// CodeMirror writes styles into the page.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The console of the local service: GraphiQL with a token of the local client, everything from this machine. As it hands
 * out a token without asking who one is, it is there for programs of this machine only, and only under a name of this
 * machine: a page of another site that made its name point here would have its own name in `Host`.
 */
export function graphiqlRoutes(options: GraphiqlOptions): Route[] {
  const guarded = (answer: (event: HttpEvent) => Answer | Promise<Answer>) => async (event: HttpEvent) =>
    isFromHere(event)
      ? answer(event)
      : json(403, { message: 'GraphiQL is for the machine that runs the service: open http://localhost there.' });
  return [
    {
      routeKey: 'GET /graphiql',
      integration: guarded(() => text('text/html', page, { 'content-security-policy': policy })),
    },
    { routeKey: 'GET /graphiql/session', integration: guarded((event) => session(options, event)) },
    { routeKey: 'GET /graphiql/start.js', integration: guarded(() => text('text/javascript', startScript)) },
    { routeKey: 'GET /graphiql/start.css', integration: guarded(() => text('text/css', styles)) },
    {
      routeKey: 'GET /graphiql/{file}',
      integration: guarded(({ pathParameters }) => packageFile(pathParameters?.['file'] ?? '')),
    },
  ];
}

async function session({ grantToken, examples }: GraphiqlOptions, event: HttpEvent): Promise<Answer> {
  if (!isOfThisPage(event)) return json(403, { message: 'Only the page of GraphiQL gets a token.' });
  return json(200, { ...(await grantToken()), examples });
}

async function packageFile(name: string): Promise<Answer> {
  const known = packageFiles.get(name);
  if (known === undefined) return json(404, { message: 'Not Found' });
  let folder: string;
  try {
    folder = dirname(require.resolve(`${known.package}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return json(404, { message: `The package ${known.package} is not installed: run npm ci.` });
  }
  return text(known.type, await readFile(join(folder, known.file), 'utf8'), { 'cache-control': 'max-age=3600' });
}

function isFromHere({ headers, requestContext }: HttpEvent): boolean {
  const { sourceIp } = requestContext.http;
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(sourceIp)) return false;
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(headers['host'] ?? '');
}

/** Whether no page of another site asks: browsers say from where a request comes. */
function isOfThisPage({ headers }: HttpEvent): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

function text(type: string, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    statusCode: 200,
    headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff', ...headers },
    body,
  };
}

function json(statusCode: number, body: object): Answer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  };
}
