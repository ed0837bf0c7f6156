import { exchange } from './exchange.ts';
import { gatewayProblem, RequestFailed } from './problem.ts';

/** What the service tells the page before people sign in. */
export interface Configuration {
  /** Prefix of the guidance server's tools. */
  readonly serviceIdentifier: string;
  /** Address of the guidance server; null where there is none. */
  readonly mcpUrl: string | null;
  readonly signIn: SignInConfiguration;
  /** Pages that only some services have: `your-data`, `graphiql`. */
  readonly pages: readonly string[];
}

export interface SignInConfiguration {
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scope: string;
  /** Further parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Metadata by RFC 8414; perhaps the issuer alone. */
  readonly authorizationServer: { readonly issuer: string; readonly token_endpoint?: string };
  /** Name of the parameter with the address to go to after a sign-out. */
  readonly signOutParameter: string;
}

let current: Promise<Configuration> | undefined;

/**
 * The configuration, fetched once. It stays the same while the page is open, also when the service goes over to another
 * instance.
 *
 * @throws RequestFailed
 */
export function configuration(): Promise<Configuration> {
  current ??= fetchConfiguration().catch((error: unknown) => {
    current = undefined;
    throw error;
  });
  return current;
}

async function fetchConfiguration(): Promise<Configuration> {
  const { status, isOk, body } = await exchange('/console/configuration');
  if (!isOk) throw new RequestFailed([gatewayProblem(status, body)], status);
  return JSON.parse(body) as Configuration;
}
