import { isObject } from '../../src/is-object.ts';
import { type RoleName, roleNames, scopeNamesOfRole } from '../../src/scopes.ts';
import { parsedObject } from '../../src/text/json.ts';
import { type Claims, claimNamed } from './scope-claims.ts';

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
export function personOf(claims: Claims, { personClaim }: PeopleRules): string | undefined {
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
export function scopesOfPerson(
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
