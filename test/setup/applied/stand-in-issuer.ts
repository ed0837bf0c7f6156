import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Client } from '../../../apps/service/identity/credentials.ts';
import { createSignIns } from '../../../apps/service/identity/sign-ins.ts';
import { createTokenEndpoint, type TokenEndpoint } from '../../../apps/service/identity/token-endpoint.ts';
import { listenLocally } from '../local-server.ts';
import { createPatientServer } from '../patient-server.ts';

/** Issues tokens where the emulated cloud has no token endpoint. */
export interface StandInIssuer {
  readonly issuer: string;
  readonly tokenUrl: string;
  /** From now on these clients get tokens. */
  setClients(clients: readonly Client[]): Promise<void>;
  /** Signs a person in, as the page of the issuer would, and returns the access token. */
  tokenOfPerson(person: PersonToSignIn): Promise<string>;
  stop(): Promise<void>;
}

interface PersonToSignIn {
  /** Id of the public client of the console. */
  readonly clientId: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
}

export async function startStandInIssuer(path: string): Promise<StandInIssuer> {
  const keyDirectory = mkdtempSync(join(tmpdir(), 'entity-data-issuer-'));
  let endpoint: TokenEndpoint | undefined;
  const server: Server = createPatientServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const body = await text(request);
    const answer = await endpoint!.handle({ method: request.method ?? '', path: request.url ?? '', headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const local = await listenLocally(server);
  const issuer = `${local.url}${path}`;
  const setClients = async (clients: readonly Client[]) => {
    endpoint = await createTokenEndpoint({ clients, issuer, keyDirectory });
  };
  await setClients([]);

  const tokenOfPerson = async ({ clientId, groups, scopes }: PersonToSignIn): Promise<string> => {
    const verifier = 'v'.repeat(43);
    const redirectUri = 'https://console.example.com/console';
    const signIns = createSignIns();
    const client = {
      clientId,
      redirectUris: [redirectUri],
      allowedScopes: scopes,
      groups,
      accessTokenValidityMinutes: 60,
    };
    const code = signIns.codeFor({
      person: 'person',
      redirectUri,
      scopes,
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      nonce: undefined,
      authTime: Math.floor(Date.now() / 1000),
    });
    const people = await createTokenEndpoint({ clients: [], issuer, keyDirectory, people: { client, signIns } });
    const answer = await people.handle({
      method: 'POST',
      path: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }).toString(),
    });
    return (JSON.parse(answer.body) as { access_token: string }).access_token;
  };
  return {
    issuer,
    tokenUrl: endpoint!.tokenUrl,
    setClients,
    tokenOfPerson,
    stop: async () => {
      await local.stop();
      rmSync(keyDirectory, { recursive: true, force: true });
    },
  };
}
