import { isObject } from '../../../src/is-object.ts';
import { type Operation, scopeNameOfOperation } from '../../../src/scopes.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';
import {
  type Answer,
  bodyOf,
  codesOf,
  type GraphqlBody,
  isLoopback,
  namesIn,
  type ProbeOptions,
  probe,
  type Silence,
  silenceHint,
  wantedScope,
} from './probe.ts';
import { ruleChangeFindings } from './rule-change.ts';
import { CLOCK_TOLERANCE, type Claims, scopePrefix, scopesIn } from './token.ts';

export interface ApiUnderTest {
  readonly apiUrl: string;
  readonly token: string;
  readonly claims: Claims | undefined;
  /** False when the token's times are wrong, of which {@link obtainToken} has spoken. */
  readonly hasGoodTimes: boolean;
  /** The version of this command line. */
  readonly version: string;
  /** Requests that latency is measured by. */
  readonly samples: number;
}

const INTROSPECTION = '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }';
const METRICS = '{ metrics { assemblyStatus { state } recordCount entityCount oldestUnfinishedSeconds } }';
const VERSION = '{ metrics { version } }';
const RULES = '{ metrics { rules { inForce deployed since findings { code message hint } } } }';
const SLOW_MILLISECONDS = 1_000;

/** Everything that can be asked of an API with a token, each thing once it makes sense. */
export async function checkApi(options: ProbeOptions, api: ApiUnderTest): Promise<Finding[]> {
  const ask = (query: string) =>
    probe(options, api.apiUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.token}`,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      },
      body: JSON.stringify({ query }),
    });
  const first = await ask('{ __typename }');
  const problem = problemOf(first, api);
  if (problem !== undefined) return [...clock(first), problem];
  const reached = ok('api', `${api.apiUrl} answers GraphQL`);
  const introspected = await ask(INTROSPECTION);
  return [
    ...clock(first),
    reached,
    schemaFinding(introspected),
    ...(await metricsFindings(ask, api)),
    ...(await ruleChangeFindings(ask, options.now())),
    await latency(ask, (first as Answer).milliseconds, api.samples),
  ];
}

function clock(answer: Answer | Silence): Finding[] {
  if ('silence' in answer) return [];
  const { clockAhead } = answer;
  if (clockAhead === undefined) return [skipped('clock', 'the answer has no date')];
  const seconds = Math.round(clockAhead);
  if (Math.abs(seconds) <= CLOCK_TOLERANCE) return [ok('clock', 'this clock and the deployment agree', { seconds })];
  return [
    failed(
      'clock',
      `the deployment's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this one`,
      'Set the clock of this machine (NTP): a cached token is used too long or not long enough otherwise.',
    ),
  ];
}

/** What a 403 most likely means; from outside, one looks like the other. */
function reasonOfRefusal({ apiUrl, claims, hasGoodTimes }: ApiUnderTest): string {
  const issuer = String(claims?.['iss'] ?? 'unknown');
  if (!hasGoodTimes) return 'Most likely because of the times of the token: see claims above.';
  const api = new URL(apiUrl);
  // The local service issues its own tokens.
  if (isLoopback(api.hostname) && URL.parse(issuer)?.port !== api.port) {
    return `Most likely the token is another service's: its issuer is ${issuer}. Use api_url, token_url and client of one service.`;
  }
  return `Most likely this address is not on ip_range_allow_list; else the token is another deployment's (its issuer is ${issuer}): use api_url, token_url and client of one deployment.`;
}

/** Why the API cannot be used at all. */
function problemOf(answer: Answer | Silence, api: ApiUnderTest): Finding | undefined {
  const { apiUrl } = api;
  if ('silence' in answer) {
    return failed('api', `${apiUrl} does not answer: ${answer.silence}`, silenceHint(apiUrl, 'the API URL'));
  }
  const { status, requestId, contentType } = answer;
  const logged = requestId === undefined ? '' : ` Its log names the reason: filter requestId = "${requestId}".`;
  if (status === 403) {
    return failed(
      'api',
      'the authorizer refuses this caller (403), although it has a token',
      `${reasonOfRefusal(api)}${logged}`,
    );
  }
  if (status === 401) {
    return failed(
      'api',
      'the gateway takes the request for one without a token (401)',
      `Does a proxy remove the Authorization header?${logged}`,
    );
  }
  if (status === 429)
    return failed(
      'api',
      'the gateway turns requests away (429)',
      'Raise api_throttling, or slow the other clients down.',
    );
  const body = bodyOf(answer);
  if (codesOf(body).includes('SERVICE_MISCONFIGURED')) {
    return failed(
      'api',
      'the service is misconfigured',
      `The log of the API function lists every problem of rule-config and schema.${logged}`,
    );
  }
  if (status >= 500)
    return failed(
      'api',
      `${apiUrl} answers ${status}`,
      `See the alarms errors and server-errors in docs/operations.md.${logged}`,
    );
  if (status === 200 && typeof body?.data?.['__typename'] === 'string') return undefined;
  return failed(
    'api',
    `${apiUrl} answers ${status} and no GraphQL (${contentType || 'no content type'})`,
    'Use the output api_url as it is: this is another server, a proxy or a sign-in page.',
  );
}

function schemaFinding(answer: Answer | Silence): Finding {
  const schema = bodyOf(answer)?.data?.['__schema'];
  if (!isObject(schema)) return failed('schema', 'introspection is not answered', 'Is this the API of the service?');
  const offered = new Set(
    [schema['queryType'], schema['mutationType']].flatMap((type) => (isObject(type) ? namesIn(type['fields']) : [])),
  );
  const missing = Object.keys(scopeNameOfOperation).filter((name) => !offered.has(name));
  if (missing.length === 0) return ok('schema', `${offered.size} operations, all that this command line knows`);
  return failed(
    'schema',
    `the API has no ${missing.join(', ')}`,
    'The service is older than this command line: upgrade the module, or use the command line of its version.',
  );
}

async function metricsFindings(
  ask: (query: string) => Promise<Answer | Silence>,
  { claims, version }: ApiUnderTest,
): Promise<Finding[]> {
  const answer = await ask(METRICS);
  const body = bodyOf(answer);
  const operation: Operation = 'metrics';
  const codes = codesOf(body);
  if (codes.includes('FORBIDDEN')) {
    const name = scopeNameOfOperation[operation];
    const prefix = scopePrefix(claims);
    const wanted = wantedScope(body) ?? [prefix ?? '…', name].join('/');
    const own = wanted.slice(0, wanted.indexOf('/') + 1);
    if (prefix !== undefined && !scopesIn(claims ?? {}).some((scope) => scope.startsWith(own))) {
      return [
        failed(
          'metrics',
          `the API wants ${wanted}, the token has scopes that begin with ${prefix}/`,
          'Have the issuer give scopes that begin with the service_identifier of the deployment.',
        ),
        skipped('version', 'not looked at'),
        skipped('rules', 'not looked at'),
      ];
    }
    const message = `not looked at: the token lacks ${wanted}`;
    return [skipped('metrics', message), skipped('version', message), skipped('rules', message)];
  }
  const metrics = body?.data?.['metrics'];
  if (!isObject(metrics)) {
    const told = 'silence' in answer ? answer.silence : codes.join(', ') || `status ${answer.status}`;
    return [
      failed('metrics', `no metrics: ${told}`, 'The table may be out of reach: see the log of the API function.'),
    ];
  }
  const { recordCount, entityCount, oldestUnfinishedSeconds } = metrics;
  const counts = `${recordCount} records, ${entityCount} entities`;
  const waiting = Number(oldestUnfinishedSeconds ?? 0);
  const finding =
    waiting > 300
      ? warning(
          'metrics',
          `${counts}; work has waited for ${Math.round(waiting)} s`,
          'See the alarm unfinished-work in docs/operations.md.',
        )
      : ok('metrics', counts, { recordCount, entityCount, oldestUnfinishedSeconds });
  const versioned = bodyOf(await ask(VERSION))?.data?.['metrics'];
  const found = isObject(versioned) ? versioned['version'] : undefined;
  return [finding, versionFinding('version', 'the service', found, version), rulesFinding(bodyOf(await ask(RULES)))];
}

/** Whether the deployed rules are those by which records are indexed, linked and found. */
function rulesFinding(body: GraphqlBody | undefined): Finding {
  const metrics = body?.data?.['metrics'];
  const rules = isObject(metrics) ? metrics['rules'] : undefined;
  if (!isObject(rules) || !Array.isArray(rules['findings']))
    return skipped('rules', 'the service does not tell its rules');
  const { inForce, deployed, since } = rules;
  const [first, ...more] = rules['findings'].filter(isObject);
  if (first === undefined) {
    const name = String(inForce).slice(0, 12);
    return ok('rules', `the deployed rule-config (SHA-256 ${name}…) is in force`, { inForce, deployed, since });
  }
  const besides = more.map(({ message }) => `; ${String(message)}`).join('');
  const finding = warning('rules', `${String(first['message'])}${besides}`, String(first['hint']));
  const codes = [first, ...more].map(({ code }) => code);
  return { ...finding, details: { inForce, deployed, since, codes } };
}

/**
 * Whether two parts of one release are of one release.
 *
 * @param told what the other part says of itself, in whatever shape
 */
export function versionFinding(check: string, what: string, told: unknown, own: string): Finding {
  const found = typeof told === 'string' ? told : undefined;
  if (found === own) return ok(check, `${what} and this command line are version ${own}`, { version: found });
  const hint = 'Upgrade the one that is older; docs/upgrading.md says how.';
  const message = `${what} is ${found === undefined ? 'older than versions are told' : `version ${found}`}, this command line ${own}`;
  const same = found !== undefined && release(found) === release(own);
  return same ? warning(check, message, hint) : failed(check, message, hint);
}

/** What may differ in behaviour by semantic versioning: the major version, before 1.0.0 the minor one. */
function release(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `0.${minor}` : major!;
}

async function latency(
  ask: (query: string) => Promise<Answer | Silence>,
  first: number,
  samples: number,
): Promise<Finding> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const answer = await ask('{ __typename }');
    if ('silence' in answer || answer.status !== 200) {
      return failed(
        'latency',
        'not every request was answered',
        'Run the doctor again, and see the alarms if it stays.',
      );
    }
    times.push(answer.milliseconds);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]! * 10) / 10;
  const details = { first: Math.round(first * 10) / 10, p50: at(0.5), p95: at(0.95), samples };
  const message = `first request ${details.first} ms (with whatever had to start), then p50 ${details.p50} ms, p95 ${details.p95} ms of ${samples}`;
  if (details.p50 <= SLOW_MILLISECONDS) return ok('latency', message, details);
  return warning('latency', message, 'Is it far away? If not: raise functions.api.memory_size, which is also CPU.');
}
