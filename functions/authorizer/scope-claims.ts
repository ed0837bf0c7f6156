/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;

/** The claims of most issuers: `scope` of RFC 8693 and RFC 9068, and `scp` of Okta and Microsoft. */
export const defaultScopeClaims: readonly string[] = ['scope', 'scp'];

// RFC 6749, section 3.3: a scope is printable ASCII without space, quote and backslash.
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Reads the scopes of a token from the first of these claims that it has. A name that begins with a slash is a JSON
 * Pointer (RFC 6901) to a claim within claims, such as `/realm_access/roles`. Claims are never added up: one that an
 * issuer fills more generously than the others would widen what a token permits.
 *
 * @returns the scopes without duplicates; undefined when the claim is neither a text nor a list of scopes.
 */
export function scopesOf(claims: Claims, names: readonly string[]): readonly string[] | undefined {
  const stated = names.map((name) => claimNamed(name, claims)).find((value) => value !== undefined && value !== null);
  if (stated === undefined) return [];
  const scopes: unknown = typeof stated === 'string' ? stated.split(' ').filter((scope) => scope !== '') : stated;
  if (!Array.isArray(scopes)) return undefined;
  // An entry that contains a space would become two scopes when the list is joined.
  return scopes.every((scope) => typeof scope === 'string' && scopePattern.test(scope))
    ? [...new Set<string>(scopes)]
    : undefined;
}

/** Why no claim can have this name, in one sentence; undefined if one can. */
export function scopeClaimProblem(name: string): string | undefined {
  if (name.trim() === '' || name === '/') return 'is empty: write the name of a claim.';
  if (name.startsWith('/') && /~(?![01])/.test(name)) {
    return 'is no JSON Pointer: write ~0 for a tilde and ~1 for a slash within a name.';
  }
  return undefined;
}

/** The value of a claim, by its name or by a JSON Pointer; undefined where there is none. */
export function claimNamed(name: string, claims: Claims): unknown {
  if (!name.startsWith('/')) return ownValue(claims, name);
  return name
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(ownValue, claims);
}

function ownValue(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined;
  return Object.hasOwn(holder, name) ? (holder as Claims)[name] : undefined;
}
