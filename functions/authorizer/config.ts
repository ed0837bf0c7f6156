import { EntityDataError } from '../../src/errors.ts';
import { defaultServiceIdentifier, serviceIdentifierPattern } from '../../src/scopes.ts';
import { type AllowList, compileAllowList } from './address.ts';
import type { CdnRules } from './cdn.ts';
import { isFetchable } from './document.ts';
import { defaultScopeClaims, scopeClaimProblem } from './scope-claims.ts';

/** The configuration of an authorizer. */
export interface AuthorizerConfig {
  /** The exact value that a token's `iss` must have. */
  readonly issuerUrl: string;
  /** A token is for this service if its `aud`, or without `aud` its `client_id`, is in this list. */
  readonly audience: readonly string[];
  /** The claims that carry scopes; the first that a token has counts. */
  readonly scopeClaims: readonly string[];
  /** The addresses that may call, checked before the token; undefined for no check. */
  readonly allowList?: AllowList;
  /** The CDN in front of the API; undefined if callers reach the API directly. */
  readonly cdn?: CdnRules;
  /** The URL of the issuer's key set; undefined for the one in its discovery document. */
  readonly jwksUri?: string;
  /** The prefix of the service's scopes. It identifies the deployment in the log. */
  readonly serviceIdentifier: string;
}

/** One problem of one environment variable. */
export interface ConfigProblem {
  readonly variable: string;
  readonly message: string;
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
 * AUTHORIZER_JWKS_URI (optional, replaces the discovery). Behind a CDN also CDN_SECRET_DIGESTS (JSON list of one or two
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
  const allowList = readAllowList(env['IP_RANGE_ALLOW_LIST'], report('IP_RANGE_ALLOW_LIST'));
  const cdn = readCdn(env, (variable, message) => report(variable)(message));
  const jwksUri = readJwksUri(env['AUTHORIZER_JWKS_URI'], issuerUrl, report('AUTHORIZER_JWKS_URI'));
  const serviceIdentifier = env['SERVICE_IDENTIFIER'] || defaultServiceIdentifier;
  if (!serviceIdentifierPattern.test(serviceIdentifier)) {
    report('SERVICE_IDENTIFIER')(
      'must start with a letter and hold only letters, digits, ".", "_" and "-", 64 at most.',
    );
  }

  if (problems.length > 0) throw new AuthorizerConfigError(problems);
  return {
    issuerUrl,
    audience,
    scopeClaims,
    serviceIdentifier,
    ...(allowList === undefined ? {} : { allowList }),
    ...(cdn === undefined ? {} : { cdn }),
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

function readAllowList(text: string | undefined, report: Report): AllowList | undefined {
  if (text?.trim() === 'null') return undefined;
  const list = readList(text, report);
  if (list === undefined) return undefined;
  if (list.length === 0) {
    report('is an empty list, which would refuse every caller: leave it empty for no check, or name a range.');
    return undefined;
  }
  const { allowList, problems } = compileAllowList(list);
  for (const problem of problems) report(problem);
  return allowList;
}

const cdnVariables = ['CDN_SECRET_DIGESTS', 'CDN_SECRET_HEADER', 'CDN_ADDRESS_HEADER'] as const;

/** Half a configuration is a problem, because without the others requests past the CDN would be accepted. */
function readCdn(
  env: Readonly<Record<string, string | undefined>>,
  report: (variable: string, message: string) => void,
): CdnRules | undefined {
  if (cdnVariables.every((variable) => !env[variable])) return undefined;
  const [digests, secretHeader, addressHeader] = cdnVariables.map((variable) => {
    if (!env[variable]) report(variable, `is missing: ${cdnVariables.join(', ')} are set together.`);
    return env[variable] ?? '';
  }) as [string, string, string];
  const secretDigests = readList(digests, (message) => report('CDN_SECRET_DIGESTS', message)) ?? [];
  if (digests !== '' && !(secretDigests.length >= 1 && secretDigests.length <= 2)) {
    report('CDN_SECRET_DIGESTS', 'must have one digest, or two during a rotation.');
  }
  if (!secretDigests.every((digest) => /^[0-9a-f]{64}$/.test(digest))) {
    report('CDN_SECRET_DIGESTS', 'must have digests of 64 hexadecimal digits in lower case.');
  }
  for (const [variable, name] of [
    ['CDN_SECRET_HEADER', secretHeader],
    ['CDN_ADDRESS_HEADER', addressHeader],
  ] as const) {
    if (name !== '' && !/^[a-z0-9][a-z0-9-]*$/.test(name))
      report(variable, 'must be the name of a header in lower case.');
  }
  if (secretHeader === addressHeader || secretHeader === 'authorization') {
    report('CDN_SECRET_HEADER', 'must be a header that holds nothing but the secret.');
  }
  return { secretHeader, secretDigests, addressHeader };
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

/** Reads a variable that is a JSON list of strings. Returns undefined when it is unset, or invalid (then reported). */
function readList(text: string | undefined, report: Report): readonly string[] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    report('is not JSON: expected a list of texts such as ["a","b"].');
    return undefined;
  }
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) {
    report('must be a JSON list of texts such as ["a","b"].');
    return undefined;
  }
  return value;
}
