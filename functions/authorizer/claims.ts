import { isObject } from '../../src/is-object.ts';
import { type RoleName, roleNames, scopeNamesOfRole } from '../../src/scopes.ts';
import { parsedObject } from '../../src/text/json.ts';
import type { RefusalReason } from './log.ts';

/** The caller according to the token, as the gateway passes it to the API function. */
export interface Caller {
  /** The token's scopes without duplicates, separated by single spaces; empty without scopes. */
  readonly scope: string;
  /** The client that the token was issued to; empty when no claim names it. */
  readonly clientId: string;
  /** The person who signed in; missing in the token of a machine. */
  readonly person?: string;
}

/** The accepted difference between the clocks of issuer and authorizer, in seconds. */
export const clockToleranceSeconds = 30;

// The claims that name the client: of RFC 9068, OpenID Connect, Okta and Microsoft.
const clientClaims = ['client_id', 'azp', 'cid', 'appid'] as const;

/** What the claims of a token must say, and where its scopes are. */
export interface ClaimRules {
  readonly audience: readonly string[];
  /** Names of the claims that carry scopes, as `scopesOf` reads them. */
  readonly scopeClaims: readonly string[];
  /** Tokens of people, whose groups decide; undefined if only machines call. */
  readonly people?: PeopleRules | undefined;
}

/**
 * Checks the claims of a token with a valid signature: its times, its audience, and that it is an access token. The
 * verifier checks issuer and signature.
 *
 * @param nowSeconds the current time, in seconds since 1970.
 */
export function judgeClaims(claims: Claims, rules: ClaimRules, nowSeconds: number): Caller | RefusalReason {
  return (
    refusalByTime(claims, nowSeconds) ??
    refusalByAudience(claims, rules.audience) ??
    refusalByUse(claims) ??
    callerOf(claims, rules)
  );
}

function refusalByTime({ exp, iat, nbf }: Claims, nowSeconds: number): RefusalReason | undefined {
  if (exp === undefined) return 'EXPIRY_MISSING';
  if (iat === undefined) return 'ISSUED_AT_MISSING';
  if (!isTime(exp) || !isTime(iat) || (nbf !== undefined && !isTime(nbf))) return 'TOKEN_MALFORMED';
  if (nowSeconds >= exp + clockToleranceSeconds) return 'TOKEN_EXPIRED';
  const latest = nowSeconds + clockToleranceSeconds;
  if (iat > latest || (nbf !== undefined && nbf > latest)) return 'TOKEN_NOT_YET_VALID';
  return undefined;
}

/** Checks the audience by API Gateway's rule: `aud` if it is present, otherwise `client_id`. */
function refusalByAudience(claims: Claims, audience: readonly string[]): RefusalReason | undefined {
  const { aud } = claims;
  const stated = aud === undefined ? [claims['client_id']] : Array.isArray(aud) ? aud : [aud];
  const isMeant = stated.some((entry) => typeof entry === 'string' && audience.includes(entry));
  return isMeant ? undefined : 'AUDIENCE_MISMATCH';
}

function refusalByUse(claims: Claims): RefusalReason | undefined {
  const use = claims['token_use'];
  return use === undefined || use === 'access' ? undefined : 'TOKEN_USE_NOT_ACCESS';
}

function callerOf(claims: Claims, rules: ClaimRules): Caller | RefusalReason {
  const { scopeClaims, people } = rules;
  const scopes = scopesOf(claims, scopeClaims);
  if (scopes === undefined) return 'SCOPE_MALFORMED';
  const client = clientClaims.map((name) => claims[name]).find((value) => typeof value === 'string');
  const clientId = typeof client === 'string' ? client : '';
  if (people === undefined || !people.clients.includes(clientId)) return { scope: scopes.join(' '), clientId };
  const permitted = scopesOfPerson(claims, scopes, people);
  if (permitted === undefined) return 'GROUPS_MALFORMED';
  const person = personOf(claims, people);
  return person === undefined ? 'PERSON_MISSING' : { scope: permitted.join(' '), clientId, person };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** How the authorizer recognizes tokens of people, and what their groups permit. */
export interface PeopleRules {
  /** Clients that sign people in. A token of any other client is a machine's, and its groups do not count. */
  readonly clients: readonly string[];
  /** Name of the claim with the groups; a name that begins with a slash is a JSON Pointer. */
  readonly groupClaim: string;
  /** Name of the claim with the person, likewise. */
  readonly personClaim: string;
  /** The scopes of each group, with their prefix. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Prefix of the service's scopes. */
  readonly serviceIdentifier: string;
}

/** A group as the environment describes it. */
interface Group {
  readonly role: RoleName;
  /** Further scopes with their prefix, such as those of record fields. */
  readonly privileges?: readonly string[];
}

/** Every access token of RFC 9068 has it. */
const defaultPersonClaim = 'sub';
/** What decisions take as a user: text without control characters. */
const personPattern = /^(?=.*\S)[^\p{Cc}]{1,200}$/u;

/** The person, as a claim names it; undefined if the claim has no text of 1 to 200 characters. */
function personOf(claims: Claims, { personClaim }: PeopleRules): string | undefined {
  const stated = claimNamed(personClaim, claims);
  return typeof stated === 'string' && personPattern.test(stated) ? stated : undefined;
}

/**
 * What a person's token permits: what one of its groups permits, and where the token has scopes of this service, only those.
 * Tokens of issuers that know nothing of the service's scopes have none of them; then the groups decide alone.
 *
 * @param scopes of the token
 * @returns scopes without duplicates; undefined when the claim with the groups is neither a text nor a list of texts
 */
function scopesOfPerson(
  claims: Claims,
  scopes: readonly string[],
  { groupClaim, groups, serviceIdentifier }: PeopleRules,
): readonly string[] | undefined {
  const stated = claimNamed(groupClaim, claims) ?? [];
  const names: unknown = typeof stated === 'string' ? [stated] : stated;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
  const permitted = new Set(names.flatMap((name: string) => groups.get(name) ?? []));
  const isOfService = (scope: string) =>
    scope.startsWith(`${serviceIdentifier}/`) || [...groups.values()].some((all) => all.includes(scope));
  return scopes.some(isOfService) ? scopes.filter((scope) => permitted.has(scope)) : [...permitted];
}

/**
 * Reads the rules from JSON: `{"clients": ["id"], "group_claim": "groups", "person_claim": "email", "groups": {"Data team":
 * {"role": "steward", "privileges": []}}}`. The claim of the person is `sub` unless it is named.
 *
 * @returns undefined when the text is not such a document, which `report` then says in one sentence each
 */
export function readPeople(
  text: string,
  serviceIdentifier: string,
  report: (message: string) => void,
): PeopleRules | undefined {
  const value = parsedObject(text);
  if (value === undefined) {
    report('must be a JSON object with clients, group_claim and groups.');
    return undefined;
  }
  const { clients, group_claim: groupClaim, person_claim: personClaim = defaultPersonClaim, groups } = value;
  if (!isTexts(clients) || clients.length === 0)
    report('must have clients: a list with the id of at least one client.');
  if (typeof groupClaim !== 'string' || groupClaim === '') report('must have group_claim: the name of a claim.');
  if (typeof personClaim !== 'string' || personClaim === '') report('must have person_claim: the name of a claim.');
  const entries = Object.entries(isObject(groups) ? groups : {});
  if (entries.length === 0) report('must have groups: an object with at least one group.');
  const valid = entries.filter((entry): entry is [string, Group] => isGroup(entry[1]));
  for (const [name, group] of entries) {
    if (isGroup(group)) continue;
    report(`has the group ${JSON.stringify(name)}, which must have a role among ${roleNames.join(', ')}.`);
  }
  return {
    clients: isTexts(clients) ? clients : [],
    groupClaim: String(groupClaim),
    personClaim: String(personClaim),
    groups: new Map(valid.map(([name, group]) => [name, scopesOfGroup(group, serviceIdentifier)])),
    serviceIdentifier,
  };
}

function scopesOfGroup({ role, privileges = [] }: Group, serviceIdentifier: string): readonly string[] {
  return [...scopeNamesOfRole[role].map((name) => `${serviceIdentifier}/${name}`), ...privileges];
}

function isGroup(value: unknown): value is Group {
  const { role, privileges = [] } = isObject(value) ? value : {};
  return (roleNames as readonly unknown[]).includes(role) && isTexts(privileges);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

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
function claimNamed(name: string, claims: Claims): unknown {
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
