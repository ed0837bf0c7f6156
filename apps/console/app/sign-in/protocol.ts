import * as oauth from 'oauth4webapi';
import type { SignInConfiguration } from '../../../../functions/console/configuration.ts';
import { configuration } from '../api/configuration.ts';
import { RequestFailed, unreachable } from '../api/problem.ts';
import { takeTokenAnswer } from './kept-by-tab.ts';
import { type PendingSignIn, type PreparedSignIn, requestSignIn } from './request.ts';

/** What a sign-in or a renewal gives. */
export interface Granted {
  readonly accessToken: string;
  /** When to renew the token, in milliseconds since 1970: a minute before its end, or after half of a shorter life. */
  readonly renewAt: number;
  /** Undefined where the authorization server issues none: then the person signs in again when the token ends. */
  readonly refreshToken: string | undefined;
  /** Name of the person; undefined if no claim has it. */
  readonly person: string | undefined;
}

interface Parties {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** The local service has no https; everything else has. */
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

let parties: { readonly of: SignInConfiguration; readonly found: Promise<Parties> } | undefined;

/**
 * The client and the authorization server, whose metadata are fetched once for a configuration if it has only the issuer.
 */
function findParties(): Promise<Parties> {
  const { signIn } = configuration();
  if (parties?.of !== signIn) {
    const found = partiesOf(signIn);
    parties = { of: signIn, found };
    found.catch(() => {
      parties = undefined;
    });
  }
  return parties.found;
}

async function partiesOf({ clientId, authorizationServer: known }: SignInConfiguration): Promise<Parties> {
  const issuer = new URL(known.issuer);
  const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };
  const server =
    known.token_endpoint === undefined
      ? await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
      : { ...known };
  return { server, client: { client_id: clientId }, options };
}

/**
 * Makes an authorization request with PKCE.
 *
 * @param redirectUri address of the page
 * @returns the address to open, and what completes the sign-in
 * @throws RequestFailed
 */
export function prepareSignIn(redirectUri: string): Promise<PreparedSignIn> {
  return explained(async () => {
    const { server } = await findParties();
    return requestSignIn(server.authorization_endpoint ?? '', configuration().signIn, redirectUri);
  });
}

/**
 * Exchanges the code that answers a sign-in.
 *
 * @param answer the parameters that the authorization server sent
 * @throws RequestFailed when the answer is not that of the sign-in, or is refused
 */
export function completeSignIn(pending: PendingSignIn, answer: URLSearchParams): Promise<Granted> {
  return explained(async () => {
    const { server, client, options } = await findParties();
    const checked = oauth.validateAuthResponse(server, client, answer, pending.state);
    const asked = takeTokenAnswer(answer.get('code'));
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      checked,
      pending.redirectUri,
      pending.verifier,
      asked === undefined ? options : { ...options, [oauth.customFetch]: () => asked },
    );
    const expected = { expectedNonce: pending.nonce, requireIdToken: true };
    return granted(await oauth.processAuthorizationCodeResponse(server, client, response, expected));
  });
}

/**
 * Gets the next access token.
 *
 * @throws RequestFailed; SignInEnded when the authorization server refuses the refresh token
 */
export function renewSignIn(former: Granted & { readonly refreshToken: string }): Promise<Granted> {
  return explained(async () => {
    const { server, client, options } = await findParties();
    const { refreshToken } = former;
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
    try {
      const renewed = granted(await oauth.processRefreshTokenResponse(server, client, response));
      return { ...renewed, person: former.person, refreshToken: renewed.refreshToken ?? refreshToken };
    } catch (error) {
      throw error instanceof oauth.ResponseBodyError && error.status < 500 ? new SignInEnded() : error;
    }
  });
}

/** The authorization server does not go on with a sign-in. */
export class SignInEnded extends Error {}

/** Makes the refresh token worthless, where the authorization server can do that. */
export async function revokeSignIn({ refreshToken }: Granted): Promise<void> {
  const { server, client, options } = await findParties();
  if (refreshToken === undefined || server.revocation_endpoint === undefined) return;
  await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
}

/**
 * The address that ends the person's session at the authorization server; undefined if it has none.
 *
 * @param redirectUri address of the page, to come back to
 */
export async function signOutAddress(redirectUri: string): Promise<string | undefined> {
  const { server, client } = await findParties();
  if (server.end_session_endpoint === undefined) return undefined;
  const { signOutParameter } = configuration().signIn;
  const address = new URL(server.end_session_endpoint);
  address.searchParams.set('client_id', client.client_id);
  address.searchParams.set(signOutParameter, redirectUri);
  return address.href;
}

function granted(response: oauth.TokenEndpointResponse): Granted {
  const claims = oauth.getValidatedIdTokenClaims(response);
  const names = [claims?.['email'], claims?.['preferred_username'], claims?.['cognito:username']];
  const { expires_in: seconds = 300 } = response;
  return {
    accessToken: response.access_token,
    renewAt: Date.now() + Math.max(seconds - 60, seconds / 2) * 1000,
    refreshToken: response.refresh_token,
    person: names.find((name) => typeof name === 'string') as string | undefined,
  };
}

const hint = 'Sign in again. If it fails again, tell the owner of the deployment.';

/** Turns the errors of the library into problems to show. */
async function explained<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestFailed || error instanceof SignInEnded) throw error;
    if (error instanceof oauth.AuthorizationResponseError) throw refusedBy(error);
    if (error instanceof TypeError) throw new RequestFailed([unreachable]);
    const message = error instanceof Error ? error.message : String(error);
    throw new RequestFailed([{ code: 'SIGN_IN_FAILED', message: `The sign-in failed: ${message}.`, hint }]);
  }
}

/** The local service begins its description with a code of its own. */
function refusedBy({ error, error_description: description = '' }: oauth.AuthorizationResponseError): RequestFailed {
  const [, code, message] = /^([A-Z][A-Z_]+): (.+)$/s.exec(description) ?? [];
  if (message !== undefined) return new RequestFailed([{ code, message }]);
  const reason = description === '' ? error : `${error}, ${description}`;
  return new RequestFailed([{ code: 'SIGN_IN_FAILED', message: `The sign-in was refused: ${reason}.`, hint }]);
}

/** How a window that signs in hands its answer to the page that opened it. Only pages of this origin hear it. */
const channelName = 'entity-data-sign-in';

/** Milliseconds until a window knows that no page waits for its answer. */
const patience = 2_000;

interface Message {
  /** Parameters of the authorization server's answer. */
  readonly answer?: string;
  /** State of an answer that a page took. */
  readonly taken?: string;
}

/**
 * Hands an answer to the page that waits for it.
 *
 * @returns whether a page took it
 */
export function handAnswer(answer: URLSearchParams): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    channel.onmessage = ({ data }: { readonly data: Message }) => {
      if (data.taken === undefined || data.taken !== answer.get('state')) return;
      clearTimeout(timer);
      resolve(true);
    };
    channel.postMessage({ answer: answer.toString() } satisfies Message);
  }).finally(() => channel.close());
}

/**
 * Waits for the answer to the sign-in with this state.
 *
 * @returns stops waiting
 */
export function onAnswer(state: string, take: (answer: URLSearchParams) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: { readonly data: Message }) => {
    const answer = new URLSearchParams(data.answer ?? '');
    if (answer.get('state') !== state) return;
    channel.postMessage({ taken: state } satisfies Message);
    take(answer);
  };
  return () => channel.close();
}
