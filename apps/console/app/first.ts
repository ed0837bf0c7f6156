import { configuration, takeConfiguration } from './api/configuration.ts';
import { pageData, pageFiles } from './page-data.ts';
import { placeOf } from './place.ts';
import { keepLeftPage, leftPage, wasSignedOut } from './sign-in/kept-by-tab.ts';
import { pageAddress } from './sign-in/page-address.ts';
import { requestSignIn } from './sign-in/request.ts';

/**
 * The script in the page itself. A visit without a sign-in asks the authorization server at once: by a request beside the
 * scripts of the console where both have one origin, else by going there. On the way back, and where the sign-in needs more
 * than this, the scripts of the console run.
 */
const { scripts, views, styles } = pageFiles();
takeConfiguration(pageData('configuration'));

const { authorization_endpoint: endpoint } = configuration().signIn.authorizationServer;
const isAnswer = new URLSearchParams(window.location.search).has('state');
if (endpoint === undefined || isAnswer || wasSignedOut()) run(Promise.resolve());
else begin(endpoint).catch(() => run(Promise.resolve()));

async function begin(at: string): Promise<void> {
  const { address, pending } = await requestSignIn(at, configuration().signIn, pageAddress());
  keepLeftPage({ ...pending, hash: window.location.hash });
  if (new URL(address).origin === window.location.origin) run(askHere(address));
  else window.location.replace(address);
}

/** Puts the answer into the address, as on the way back. Goes to the authorization server if a person must answer it. */
async function askHere(address: string): Promise<void> {
  const answer = await fetch(address).then(
    ({ url }) => new URL(url),
    () => undefined,
  );
  if (answer === undefined || answer.origin + answer.pathname !== pageAddress()) {
    window.location.replace(address);
    // The console runs when the browser is back.
    return new Promise(() => {});
  }
  window.history.replaceState(null, '', `${answer.search}${window.location.hash}`);
}

/** Loads the scripts, and runs the one that completes the sign-in when there is an answer. */
function run(answered: Promise<void>): void {
  const [start, ...others] = scripts;
  for (const file of start ?? []) link('modulepreload', file);
  void answered.then(() => runScript(start ?? []));
  link('stylesheet', styles);
  others.forEach(runScript);
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
