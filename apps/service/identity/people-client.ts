/** The public client by which the console signs people in: it has no secret. */
export interface PeopleClient {
  readonly clientId: string;
  /** Addresses that codes are sent to. A request must name one of them exactly. */
  readonly redirectUris: readonly string[];
  /** The scopes that a token of a person may carry, without `openid`. */
  readonly allowedScopes: readonly string[];
  /** Groups of all who sign in, as tokens name them. */
  readonly groups: readonly string[];
  readonly accessTokenValidityMinutes: number;
}

/** The scope that asks for an ID token. */
export const openidScope = 'openid';

/**
 * The scopes of a request: those asked for, else all that the client may have. Undefined when one is not allowed.
 *
 * @param asked separated by spaces
 */
export function scopesAmong(allowed: readonly string[], asked: string): readonly string[] | undefined {
  const scopes = [...new Set(asked.split(' ').filter((scope) => scope !== ''))];
  if (scopes.length === 0) return allowed;
  return scopes.every((scope) => allowed.includes(scope)) ? scopes : undefined;
}
