import { type Documents, documentsAnswer, documentsRoute } from '../../../functions/api/documents.ts';
import type { ApiEvent } from '../../../functions/api/http.ts';
import { compressed, jsonAnswer, type PageAnswer } from '../../../functions/console/answer.ts';
import type { ConsoleConfiguration } from '../../../functions/console/configuration.ts';
import { createConsole } from '../../../functions/console/console.ts';
import type { ConsoleBundle } from '../../../functions/console/front-end.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Authorizer, Route } from '../gateway/route.ts';
import {
  type AuthorizationEndpoint,
  authorizePath,
  logoutPath,
  type RequestProblem,
} from '../identity/authorization-endpoint.ts';
import { forgottenPerson, formPost, personForm, personOf } from '../identity/sign-in-page.ts';
import { type PageAccess, pageRoute } from './pages.ts';

export interface ConsoleOptions {
  /** The documents that are in force, which the playground starts with. */
  documents(): Promise<Documents>;
  /** The configuration of the page at this origin. */
  configuration(origin: string): ConsoleConfiguration;
  readonly authorization: AuthorizationEndpoint;
  readonly access: PageAccess;
  /** The authorizer of the API, which also judges who reads the documents. */
  readonly authorizer: Authorizer;
  /** Called when the page could not be bundled. */
  onFailure(cause: unknown): void;
  /** Bundles the front-end; called when the page is first opened, and again after a failure. */
  readonly bundle?: () => Promise<ConsoleBundle>;
}

/**
 * Routes of the console at the root of the local service, for this machine only. They serve the page and its files, sign in
 * who opened the printed address, and give the documents to who has a token. The page reads everything else from the public
 * API and the guidance server.
 */
export function consoleRoutes(options: ConsoleOptions): Route[] {
  const { access, authorization } = options;
  const console = createConsole(frontEnd(options.bundle ?? bundleWhenAsked), []);
  const route = (routeKey: string, answer: (event: HttpEvent) => PageAnswer | Promise<PageAnswer>) =>
    pageRoute(routeKey, 'The console', async (event) => {
      try {
        return compressed(await answer(event), event.headers['accept-encoding']);
      } catch (cause) {
        options.onFailure(cause);
        return jsonAnswer(500, { message: 'The console could not be built; see the log of the service.' });
      }
    });
  const configurationFor = ({ headers }: HttpEvent) => options.configuration(`http://${headers['host']}`);
  return [
    route('GET /', (event) => access.enter(event) ?? console.page(configurationFor(event))),
    route('GET /console/configuration', (event) => jsonAnswer(200, configurationFor(event))),
    {
      ...route(documentsRoute, async (event) => documentsAnswer(event as ApiEvent, await options.documents())),
      authorizer: options.authorizer,
    },
    route('GET /console/icon.svg', () => console.icon()),
    route('GET /console/{file}', ({ pathParameters, headers }) =>
      console.file(pathParameters?.['file'], headers['accept-encoding']),
    ),
    route(`GET ${authorizePath}`, (event) => {
      const problem = access.problemOf(event);
      const refusal = problem && `${problem.code}: ${problem.message} ${problem.hint}`;
      const { person, cookies } = personOf(event);
      const to = authorization.authorize(event.rawQueryString, refusal, person);
      if ('needs' in to) return personForm(event.rawQueryString);
      return 'postTo' in to ? formPost(to, cookies) : goTo(to, cookies);
    }),
    route(`GET ${logoutPath}`, (event) =>
      goTo(authorization.signOut(event.rawQueryString), [...access.leave, forgottenPerson]),
    ),
  ];
}

function goTo(to: URL | RequestProblem, cookies: readonly string[] = []): PageAnswer {
  if (!(to instanceof URL)) return jsonAnswer(400, to);
  const headers = { location: to.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { statusCode: 302, headers, cookies, body: '' };
}

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
