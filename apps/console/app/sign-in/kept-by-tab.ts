import type { PendingSignIn } from './request.ts';

/** A sign-in for which the page went to the authorization server, and the view to come back to. */
interface LeftPage extends PendingSignIn {
  /** The part of the address after `#`, with it. */
  readonly hash: string;
}

const leftKey = 'sign-in';

const signedOutKey = 'signed-out';

/** Keeps what completes a sign-in while the tab is at the authorization server. Tokens are never kept. */
export function keepLeftPage(left: LeftPage): void {
  sessionStorage.setItem(leftKey, JSON.stringify(left));
}

/** What was kept, once. */
export function takeLeftPage(): LeftPage | undefined {
  const left = leftPage();
  sessionStorage.removeItem(leftKey);
  return left;
}

/** What is kept. */
export function leftPage(): LeftPage | undefined {
  const text = sessionStorage.getItem(leftKey);
  return text === null ? undefined : (JSON.parse(text) as LeftPage);
}

/** Notes that the person signed out, so that the next load does not sign in again by itself. */
export function keepSignedOut(isSignedOut: boolean): void {
  if (isSignedOut) sessionStorage.setItem(signedOutKey, '1');
  else sessionStorage.removeItem(signedOutKey);
}

export const wasSignedOut = (): boolean => sessionStorage.getItem(signedOutKey) !== null;

/** What the script in the page leaves for those that complete the sign-in. */
const page: {
  /** An answer of the token endpoint that is not checked yet, and the code that it was asked with. */
  tokenAnswer?: { readonly code: string; readonly response: Promise<Response> };
} = globalThis as object;

/**
 * Asks for the token while the scripts that check the sign-in are on their way. {@link takeTokenAnswer} gives them the answer.
 *
 * @param endpoint the token endpoint
 */
export function askToken(endpoint: string, clientId: string, pending: PendingSignIn, code: string): void {
  const response = fetch(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: pending.redirectUri,
      code_verifier: pending.verifier,
      client_id: clientId,
    }),
  });
  // Who takes the answer learns of a failure.
  response.catch(() => {});
  page.tokenAnswer = { code, response };
}

/** What was asked with the code, once; undefined if it was not asked yet. */
export function takeTokenAnswer(code: string | null): Promise<Response> | undefined {
  const { tokenAnswer } = page;
  delete page.tokenAnswer;
  return tokenAnswer?.code === code ? tokenAnswer.response : undefined;
}
