import { createHash } from 'node:crypto';
import type { ConsoleConfiguration } from '../../functions/console/configuration.ts';

/** What the console holds after a sign-in. */
export interface PersonTokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly idToken: string;
  readonly clientId: string;
}

const verifier = 'v'.repeat(43);

/**
 * Signs in to a local service as its console does.
 *
 * @param cookies of a browser that opened the printed address
 * @param person the name that the form gets
 */
export async function signInAsPerson(
  pageUrl: string,
  cookies: readonly string[],
  person = 'Ada',
): Promise<PersonTokens> {
  const { signIn } = (await (await fetch(`${pageUrl}console/configuration`)).json()) as ConsoleConfiguration;
  const { clientId, scope, authorizationServer } = signIn;
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: pageUrl,
    scope,
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    person,
  });
  const sent = await fetch(`${authorizationServer.authorization_endpoint}?${asked}`, {
    headers: { cookie: cookies.join('; ') },
    redirect: 'manual',
  });
  const code = new URL(sent.headers.get('location') ?? pageUrl).searchParams.get('code') ?? '';
  const answer = await fetch(authorizationServer.token_endpoint ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: pageUrl,
      code,
      code_verifier: verifier,
    }),
  });
  const granted = (await answer.json()) as Record<string, string>;
  const { access_token: token = '', refresh_token: refreshToken = '', id_token: idToken = '' } = granted;
  return { token, refreshToken, idToken, clientId };
}
