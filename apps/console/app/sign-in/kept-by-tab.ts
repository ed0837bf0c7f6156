import type { PendingSignIn } from './request.ts';

/** A sign-in for which the page went to the authorization server, and the view to come back to. */
export interface LeftPage extends PendingSignIn {
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
