import { EntityDataError } from '../../src/errors.ts';
import { type CallerRules, readCallerRules, readList } from '../../src/runtime/callers/callers.ts';
import type { ConfigProblem } from '../../src/runtime/configuration/config-error.ts';
import { defaultServiceIdentifier, serviceIdentifierPattern } from '../../src/scopes.ts';
import { defaultScopeClaims, type PeopleRules, readPeople, scopeClaimProblem } from './claims.ts';
import { isFetchable } from './document.ts';

/** The configuration of an authorizer. */
export interface AuthorizerConfig extends CallerRules {
  /** The exact value that a token's `iss` must have. */
  readonly issuerUrl: string;
  /** A token is for this service if its `aud`, or without `aud` its `client_id`, is in this list. */
  readonly audience: readonly string[];
  /** The claims that carry scopes; the first that a token has counts. */
  readonly scopeClaims: readonly string[];
  /** Tokens of people, whose groups decide what they permit; undefined if only machines call. */
  readonly people?: PeopleRules;
  /** The URL of the issuer's key set; undefined for the one in its discovery document. */
  readonly jwksUri?: string;
  /** The prefix of the service's scopes. It identifies the deployment in the log. */
  readonly serviceIdentifier: string;
}

/** The environment does not configure the authorizer. Thrown at start-up with every problem at once. */
export class AuthorizerConfigError extends EntityDataError {
  readonly code = 'AUTHORIZER_CONFIG_INVALID';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(
      `The authorizer's environment has ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n` +
        problems.map(({ variable, message }) => `- ${variable} ${message}`).join('\n'),
      { hint: 'Correct these environment variables; the Terraform module and the local service set them.' },
    );
    this.problems = problems;
  }
}

/**
 * Reads the authorizer's configuration from environment variables: AUTHORIZER_ISSUER_URL, AUTHORIZER_AUDIENCE (JSON
 * list of strings), AUTHORIZER_SCOPE_CLAIMS (JSON list of names; default `scope` and `scp`), IP_RANGE_ALLOW_LIST (JSON
 * list of addresses and CIDR blocks; empty or `null` for no check), SERVICE_IDENTIFIER (default `svc`) and
 * AUTHORIZER_JWKS_URI (optional, replaces the discovery). Where people sign in also AUTHORIZER_PEOPLE (JSON, as `readPeople`
 * describes). Behind a CDN also CDN_SECRET_DIGESTS (JSON list of one or two
 * SHA-256 in hexadecimal digits), CDN_SECRET_HEADER and CDN_ADDRESS_HEADER (names of headers in lower case).
 *
 * @throws AuthorizerConfigError with every problem found.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): AuthorizerConfig {
  const problems: ConfigProblem[] = [];
  const report = (variable: string) => (message: string) => void problems.push({ variable, message });

  const issuerUrl = readIssuer(env['AUTHORIZER_ISSUER_URL'], report('AUTHORIZER_ISSUER_URL'));
  const audience = readAudience(env['AUTHORIZER_AUDIENCE'], report('AUTHORIZER_AUDIENCE'));
  const scopeClaims = readScopeClaims(env['AUTHORIZER_SCOPE_CLAIMS'], report('AUTHORIZER_SCOPE_CLAIMS'));
  const callers = readCallerRules(env, (variable, message) => report(variable)(message));
  const jwksUri = readJwksUri(env['AUTHORIZER_JWKS_URI'], issuerUrl, report('AUTHORIZER_JWKS_URI'));
  const serviceIdentifier = env['SERVICE_IDENTIFIER'] || defaultServiceIdentifier;
  if (!serviceIdentifierPattern.test(serviceIdentifier)) {
    report('SERVICE_IDENTIFIER')(
      'must start with a letter and hold only letters, digits, ".", "_" and "-", 64 at most.',
    );
  }

  const peopleText = env['AUTHORIZER_PEOPLE'];
  const people = peopleText ? readPeople(peopleText, serviceIdentifier, report('AUTHORIZER_PEOPLE')) : undefined;

  if (problems.length > 0) throw new AuthorizerConfigError(problems);
  return {
    issuerUrl,
    audience,
    scopeClaims,
    serviceIdentifier,
    ...callers,
    ...(people === undefined ? {} : { people }),
    ...(jwksUri === undefined ? {} : { jwksUri }),
  };
}

type Report = (message: string) => void;

function readIssuer(text: string | undefined, report: Report): string {
  if (!text) {
    report('is missing: give the address of the issuer, for instance https://idp.example.com/tenant.');
    return '';
  }
  const url = URL.parse(text);
  if (url === null) report(`is not an address: ${JSON.stringify(text)}.`);
  else if (!isFetchable(url)) report('must be an https address; http is accepted only for a loopback host.');
  else if (url.search !== '' || url.hash !== '' || text.endsWith('?') || text.endsWith('#'))
    report('must have neither a query nor a fragment.');
  else if (url.username !== '' || url.password !== '') report('must not hold credentials.');
  return text;
}

function readAudience(text: string | undefined, report: Report): readonly string[] {
  const list = readList(text, report);
  if (list === undefined) {
    if (!text) report('is missing: give a JSON list of audiences, for instance ["entity-data"].');
    return [];
  }
  if (list.length === 0) report('is an empty list, which would refuse every token: name at least one audience.');
  list.forEach((entry, index) => {
    if (entry.trim() === '') report(`has an empty text at index ${index}.`);
  });
  return list;
}

function readScopeClaims(text: string | undefined, report: Report): readonly string[] {
  const list = readList(text, report) ?? defaultScopeClaims;
  if (list.length === 0) report('is an empty list, with which no token has a scope: name at least one claim.');
  list.forEach((name, index) => {
    const problem = scopeClaimProblem(name);
    if (problem !== undefined) report(`has ${JSON.stringify(name)} at index ${index}, which ${problem}`);
  });
  return list;
}

function readJwksUri(text: string | undefined, issuerUrl: string, report: Report): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url === null) report(`is not an address: ${JSON.stringify(text)}.`);
  else if (!isFetchable(url)) report('must be an https address; http is accepted only for a loopback host.');
  else if (url.protocol === 'http:' && issuerUrl.startsWith('https:'))
    report('must be https where the issuer is https.');
  return text;
}
