import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonAnswer, type PageAnswer, textAnswer } from '../../../functions/console/answer.ts';
import { ifThere } from '../../../src/if-there.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Route } from '../gateway/route.ts';
import type { GrantedToken } from '../pages/granted-token.ts';
import type { PageAccess } from '../pages/page-access.ts';
import { isOfOwnPage, pageRoute } from '../pages/this-machine.ts';
import type { ExampleOperation } from './examples.ts';
import { page, startScript, styles } from './page.ts';

export interface GraphiqlOptions {
  /** Called when the page is opened. */
  examples(): Promise<readonly ExampleOperation[]>;
  readonly access: PageAccess;
  /** True if the token may run mutations; otherwise the page explains how to enable them. */
  readonly mutations: boolean;
  /** Issues a token of the local client, with or without the scopes of mutations. */
  grantToken(): Promise<GrantedToken>;
}

const require = createRequire(import.meta.url);

/** Where the npm package has these files, by the names that the page requests. */
export const builtFolder = fileURLToPath(new URL('./files', import.meta.url));

/** Files of packages by the name that the page requests; read on first use. */
export const packageFiles: ReadonlyMap<
  string,
  { readonly package: string; readonly file: string; readonly type: string }
> = new Map([
  ['react.js', { package: 'react', file: 'umd/react.production.min.js', type: 'text/javascript' }],
  ['react-dom.js', { package: 'react-dom', file: 'umd/react-dom.production.min.js', type: 'text/javascript' }],
  ['graphiql.js', { package: 'graphiql', file: 'graphiql.min.js', type: 'text/javascript' }],
  ['graphiql.css', { package: 'graphiql', file: 'graphiql.min.css', type: 'text/css' }],
]);

// CodeMirror adds inline styles to the page.
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
 * GraphiQL with a token of the local client. Only browsers on this machine can use it, and it loads nothing from
 * elsewhere.
 */
export function graphiqlRoutes(options: GraphiqlOptions): Route[] {
  const { access } = options;
  const route = (routeKey: string, answer: (event: HttpEvent) => PageAnswer | Promise<PageAnswer>) =>
    pageRoute(routeKey, 'GraphiQL', answer);
  return [
    route(
      'GET /graphiql',
      (event) => access.enter(event) ?? textAnswer('text/html', page, { 'content-security-policy': policy }),
    ),
    route('GET /graphiql/session', (event) => session(options, event)),
    route('GET /graphiql/start.js', () => textAnswer('text/javascript', startScript)),
    route('GET /graphiql/start.css', () => textAnswer('text/css', styles)),
    route('GET /graphiql/{file}', ({ pathParameters }) => packageFile(pathParameters?.['file'] ?? '')),
  ];
}

async function session(options: GraphiqlOptions, event: HttpEvent): Promise<PageAnswer> {
  const { access, grantToken, examples, mutations } = options;
  if (!isOfOwnPage(event)) return jsonAnswer(403, { message: 'Only the page of GraphiQL gets a token.' });
  return access.refusalOf(event) ?? jsonAnswer(200, { ...(await grantToken()), examples: await examples(), mutations });
}

async function packageFile(name: string): Promise<PageAnswer> {
  const known = packageFiles.get(name);
  if (known === undefined) return jsonAnswer(404, { message: 'Not Found' });
  try {
    const built = await ifThere(readFile(join(builtFolder, name), 'utf8'));
    const text = built ?? (await readFile(pathInPackage(known), 'utf8'));
    return textAnswer(known.type, text, { 'cache-control': 'max-age=3600' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return jsonAnswer(404, { message: `The package ${known.package} is not installed: run npm ci.` });
  }
}

/** @throws an error with the code MODULE_NOT_FOUND if the package is not installed */
export function pathInPackage({ package: name, file }: { readonly package: string; readonly file: string }): string {
  return join(dirname(require.resolve(`${name}/package.json`)), file);
}
