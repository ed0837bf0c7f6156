import { configuration, takeConfiguration } from './api/configuration.ts';
import { pageData, pageFiles } from './page-data.ts';
import { placeOf } from './place.ts';
import { keepLeftPage, leftPage, wasSignedOut } from './sign-in/kept-by-tab.ts';
import { pageAddress } from './sign-in/page-address.ts';
import { requestSignIn } from './sign-in/request.ts';

/**
 * The script in the page itself. A visit without a sign-in goes to the authorization server at once. On the way back, and where
 * the sign-in needs more than this, the scripts of the console run.
 */
const { scripts, views, styles } = pageFiles();
takeConfiguration(pageData('configuration'));

const { authorization_endpoint: endpoint } = configuration().signIn.authorizationServer;
const isAnswer = new URLSearchParams(window.location.search).has('state');
if (endpoint === undefined || isAnswer || wasSignedOut()) run();
else leave(endpoint).catch(run);

async function leave(to: string): Promise<void> {
  const { address, pending } = await requestSignIn(to, configuration().signIn, pageAddress());
  keepLeftPage({ ...pending, hash: window.location.hash });
  window.location.replace(address);
}

function run(): void {
  link('stylesheet', styles);
  scripts.forEach(runScript);
  for (const file of views[openView()] ?? []) link('modulepreload', file);
}

function runScript([entry, ...parts]: readonly string[]): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = `/console/${entry}`;
  document.head.append(script);
  for (const file of parts) link('modulepreload', file);
}

/** The view that is opened after the sign-in. */
function openView(): string {
  return placeOf(leftPage()?.hash ?? window.location.hash).view;
}

function link(rel: string, file: string): void {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = `/console/${file}`;
  document.head.append(element);
}
