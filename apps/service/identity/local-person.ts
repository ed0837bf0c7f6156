import type { SignInConfiguration } from '../../../functions/console/configuration.ts';
import { scopeNamesOfRole, scopesOf } from '../../../src/scopes.ts';
import { authorizePath, logoutPath, openidScope, type PeopleClient } from './authorization-endpoint.ts';
import type { Client } from './credentials.ts';

export interface LocalPersonOptions {
  /** Id of the public client of the console. */
  readonly clientId: string;
  readonly port: number;
  /** The client whose scopes limit those of the person. */
  readonly client: Client;
  readonly serviceIdentifier: string;
}

/** People of a local service: all who opened the printed address own it. Each gives a name at the sign-in. */
export interface LocalPerson {
  readonly client: PeopleClient;
  /** What the authorizer is told about people, as AUTHORIZER_PEOPLE. */
  readonly rules: object;
}

const group = 'owner';

/** The owner of the machine, in the role of the same name, with the privileges of the client and no scope beyond its own. */
export function localPerson({ clientId, port, client, serviceIdentifier }: LocalPersonOptions): LocalPerson {
  const { all } = scopesOf(serviceIdentifier);
  const privileges = client.allowedScopes.filter((scope) => !all.includes(scope));
  const ofRole = scopeNamesOfRole[group].map((name) => `${serviceIdentifier}/${name}`);
  return {
    client: {
      clientId,
      redirectUris: ['127.0.0.1', 'localhost', '[::1]'].map((name) => new URL(`http://${name}:${port}/`).href),
      allowedScopes: client.allowedScopes.filter((scope) => ofRole.includes(scope) || privileges.includes(scope)),
      groups: [group],
      accessTokenValidityMinutes: client.accessTokenValidityMinutes,
    },
    rules: {
      clients: [clientId],
      group_claim: 'cognito:groups',
      person_claim: 'username',
      groups: { [group]: { role: group, privileges } },
    },
  };
}

/** How the page at this origin signs people in. The endpoints are those of its own origin, which its policy permits. */
export function signInOf(client: PeopleClient, issuer: string, pageOrigin: string): SignInConfiguration {
  return {
    clientId: client.clientId,
    scope: [openidScope, ...client.allowedScopes].join(' '),
    parameters: {},
    authorizationServer: {
      issuer,
      authorization_endpoint: `${pageOrigin}${authorizePath}`,
      token_endpoint: `${pageOrigin}/oauth2/token`,
      revocation_endpoint: `${pageOrigin}/oauth2/revoke`,
      end_session_endpoint: `${pageOrigin}${logoutPath}`,
      authorization_response_iss_parameter_supported: true,
    },
    signOutParameter: 'post_logout_redirect_uri',
  };
}
