import { problemsOf } from '../api/problem.ts';
import { keepLeftPage, keepSignedOut, takeLeftPage, wasSignedOut } from './kept-by-tab.ts';
import { pageAddress } from './page-address.ts';
import { handAnswer, prepareSignIn, revokeSignIn, signOutAddress } from './protocol.ts';

import type { PendingSignIn } from './request.ts';
import { finishSignIn, forgetTokens, go } from './sign-in.ts';

/** Completes or begins the sign-in of a page that was just loaded. */
export async function startSignIn(): Promise<void> {
  const answer = new URLSearchParams(window.location.search);
  const left = takeLeftPage();
  try {
    if (!answer.has('state')) return wasSignedOut() ? go({ step: 'signed out' }) : await signIn();
    // Neither the address bar nor the history keeps the code.
    window.history.replaceState(null, '', `${window.location.pathname}${left?.hash ?? ''}`);
    if (left === undefined && (await handAnswer(answer))) {
      go({ step: 'handed over' });
      return window.close();
    }
    await finishSignIn(left ?? unasked, answer);
  } catch (error) {
    go({ step: 'signed out', problems: problemsOf(error) });
  }
}

/** No answer has these: an answer that no page asked for is refused. */
const unasked: PendingSignIn = { state: 'none', nonce: 'none', verifier: 'none', redirectUri: 'none' };

/** Goes to the authorization server and comes back to the open view. */
export async function signIn(): Promise<void> {
  go({ step: 'starting' });
  try {
    const { address, pending } = await prepareSignIn(pageAddress());
    keepSignedOut(false);
    keepLeftPage({ ...pending, hash: window.location.hash });
    window.location.replace(address);
  } catch (error) {
    go({ step: 'signed out', problems: problemsOf(error) });
  }
}

/** Forgets the tokens, makes the refresh token worthless, and ends the session at the authorization server. */
export async function signOut(): Promise<void> {
  const former = forgetTokens();
  keepSignedOut(true);
  go({ step: 'signed out' });
  if (former === undefined) return;
  // An authorization server that does not answer must not keep the person signed in here.
  await revokeSignIn(former).catch(() => {});
  const address = await signOutAddress(pageAddress()).catch(() => undefined);
  if (address !== undefined) window.location.replace(address);
}
