import type { Problem } from '../api/problem.ts';
import { completeSignIn, type Granted, renewSignIn, revokeSignIn, SignInEnded } from './protocol.ts';
import type { PendingSignIn } from './request.ts';

/** Where the sign-in is. */
export type SignInState =
  /** On the way to the authorization server, or back. */
  | { readonly step: 'starting' }
  | { readonly step: 'signed in'; readonly person: string | undefined }
  /** The views stay as they are, and their requests wait. */
  | { readonly step: 'ended' }
  | { readonly step: 'signed out'; readonly problems?: readonly Problem[] }
  /** This window signed in for the page that opened it. */
  | { readonly step: 'handed over' };

let state: SignInState = { step: 'starting' };
/** Tokens are in memory only: a page that is loaded again signs in again. */
let held: Granted | undefined;
let renewal: Promise<Granted> | undefined;
/** Counts the times that tokens were forgotten. */
let forgotten = 0;
let waiting: ((granted: Granted) => void)[] = [];
const listeners = new Set<() => void>();

export const signInState = (): SignInState => state;

export function onSignInState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the views where the sign-in is. */
export function go(next: SignInState): void {
  state = next;
  for (const listener of listeners) listener();
}

function hold(granted: Granted): void {
  held = granted;
  go({ step: 'signed in', person: granted.person });
  const served = waiting;
  waiting = [];
  for (const serve of served) serve(granted);
}

/**
 * A token that need not be renewed yet. Waits while the person signs in.
 *
 * @throws RequestFailed when the authorization server does not answer
 */
export async function accessToken(): Promise<Granted> {
  if (held === undefined) return new Promise((resolve) => waiting.push(resolve));
  if (Date.now() < held.renewAt) return held;
  renewal ??= renew(held).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renew(former: Granted): Promise<Granted> {
  const { refreshToken } = former;
  const before = forgotten;
  try {
    if (refreshToken === undefined) throw new SignInEnded();
    const renewed = await renewSignIn({ ...former, refreshToken });
    // The person has signed out meanwhile.
    if (forgotten !== before) await revokeSignIn(renewed).catch(() => {});
    else hold(renewed);
  } catch (error) {
    if (!(error instanceof SignInEnded)) throw error;
    if (forgotten === before) {
      held = undefined;
      go({ step: 'ended' });
    }
  }
  return accessToken();
}

/** Lets the next request renew the token, because the API refused it. */
export function discardToken(): void {
  if (held !== undefined) held = { ...held, renewAt: 0 };
}

/**
 * Completes a sign-in. The requests that waited for it go on.
 *
 * @throws RequestFailed
 */
export async function finishSignIn(pending: PendingSignIn, answer: URLSearchParams): Promise<void> {
  hold(await completeSignIn(pending, answer));
}

/** Forgets the tokens and returns them. */
export function forgetTokens(): Granted | undefined {
  const former = held;
  held = undefined;
  forgotten += 1;
  return former;
}
