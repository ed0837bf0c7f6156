/** What the page must know before people sign in. It holds no secret: the page itself is public. */
export interface ConsoleConfiguration {
  /** Prefix of the scopes and of the guidance server's tools. */
  readonly serviceIdentifier: string;
  /** Address of the guidance server; null where there is none. */
  readonly mcpUrl: string | null;
  readonly signIn: SignInConfiguration;
  /** Pages that only some services have: `your-data`. */
  readonly pages: readonly string[];
}

/** How people sign in: the authorization code flow with PKCE, by a public client. */
export interface SignInConfiguration {
  /** The client's id at the authorization server. */
  readonly clientId: string;
  /** Scopes to ask for, separated by spaces; with `openid`. */
  readonly scope: string;
  /** Further parameters of the authorization request, such as `audience`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Metadata by RFC 8414. With the issuer alone, the page fetches the others from the issuer. */
  readonly authorizationServer: AuthorizationServer;
  /** Name of the parameter with the address to go to after a sign-out. */
  readonly signOutParameter: string;
}

interface AuthorizationServer {
  readonly issuer: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly revocation_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly authorization_response_iss_parameter_supported?: boolean;
}
