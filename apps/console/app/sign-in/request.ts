import type { SignInConfiguration } from '../../../../functions/console/configuration.ts';

/** A sign-in that the page asked for. Its secrets are worthless without the code that answers it. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The address that the authorization server sends the answer to. */
  readonly redirectUri: string;
}

/** A sign-in to begin by opening the address. */
export interface PreparedSignIn {
  readonly address: string;
  readonly pending: PendingSignIn;
}

/**
 * Makes an authorization request with PKCE.
 *
 * @param endpoint the authorization endpoint
 * @param redirectUri address of the page
 * @returns the address to open, and what completes the sign-in
 */
export async function requestSignIn(
  endpoint: string,
  { clientId, scope, parameters }: SignInConfiguration,
  redirectUri: string,
): Promise<PreparedSignIn> {
  const pending = { state: random(), nonce: random(), verifier: random(), redirectUri };
  const address = new URL(endpoint);
  address.search = new URLSearchParams({
    ...parameters,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await challengeOf(pending.verifier),
    code_challenge_method: 'S256',
  }).toString();
  return { address: address.href, pending };
}

/** 256 random bits. */
const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** RFC 7636, section 4.2. */
async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
