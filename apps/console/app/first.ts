import { configuration, takeConfiguration } from './api/configuration.ts';
import { pageData, pageFiles } from './page-data.ts';
import { placeOf } from './place.ts';
import { askToken, keepLeftPage, leftPage, wasSignedOut } from './sign-in/kept-by-tab.ts';
import { pageAddress } from './sign-in/page-address.ts';

import { type PendingSignIn, requestSignIn } from './sign-in/request.ts';

/**
 * The script in the page itself. A visit without a sign-in asks the authorization server at once: by a request beside the
 * scripts of the console where both have one origin, else by going there. In the first case the answer is a form, as
 * `response_mode=form_post` asks, which needs no further load of the page; the token is asked for as well. On the way back,
 * and where the sign-in needs more than this, the scripts of the console run.
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
  if (isHere(address)) run(askHere(address, pending));
  else window.location.replace(address);
}

/** Puts the answer into the address, as on the way back. Goes to the authorization server if a person must answer it. */
async function askHere(address: string, pending: PendingSignIn): Promise<void> {
  const asked = new URL(address);
  asked.searchParams.set('response_mode', 'form_post');
  const answer = await fetch(asked, { redirect: 'error' })
    .then(async (response) => answerIn(await response.text()))
    .catch(() => undefined);
  if (answer === undefined) {
    window.location.replace(address);
    // The console runs when the browser is back.
    return new Promise(() => {});
  }
  const { clientId, authorizationServer } = configuration().signIn;
  const { token_endpoint: endpoint = 'about:blank' } = authorizationServer;
  const code = answer.get('code');
  const isAsked = answer.get('state') === pending.state;
  if (code !== null && isAsked && isHere(endpoint)) askToken(endpoint, clientId, pending, code);
  window.history.replaceState(null, '', `?${answer}${window.location.hash}`);
}

/** The parameters in a form that posts an answer to this page; undefined for every other text, such as a form for a person. */
function answerIn(html: string): URLSearchParams | undefined {
  // Not a document: Chromium applies the page's policy to the styles of one that is parsed, and reports those of the person's form.
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const form = content.querySelector('form[method="post"]');
  if (form?.getAttribute('action') !== pageAddress()) return undefined;
  const inputs = form.querySelectorAll<HTMLInputElement>('input[type="hidden"]');
  const answer = new URLSearchParams([...inputs].map(({ name, value }) => [name, value]));
  return answer.has('state') ? answer : undefined;
}

const isHere = (address: string): boolean => new URL(address).origin === window.location.origin;

/**
 * Loads the scripts, and runs the one that completes the sign-in when there is an answer. What only the view needs is asked for
 * then: on a slow network the token would wait for it.
 */
function run(answered: Promise<void>): void {
  const [start = [], ...others] = scripts;
  for (const file of start) link('modulepreload', file);
  others.forEach(runScript);
  void answered.then(() => {
    runScript(start);
    link('stylesheet', styles);
    for (const file of views[openView()] ?? []) link('modulepreload', file);
  });
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
  if (rel === 'stylesheet') element.id = 'styles';
  document.head.append(element);
}
