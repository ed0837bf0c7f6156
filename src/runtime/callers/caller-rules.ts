import { type AllowList, compileAllowList } from './address.ts';
import type { CdnRules } from './cdn.ts';

/** Which callers a deployment accepts, whatever they want. */
export interface CallerRules {
  /** The addresses that may call, checked before anything else; undefined for no check. */
  readonly allowList?: AllowList;
  /** The CDN in front of the API; undefined if callers reach the API directly. */
  readonly cdn?: CdnRules;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Report = (message: string) => void;

/**
 * Reads IP_RANGE_ALLOW_LIST (JSON list of addresses and CIDR blocks; empty or `null` for no check), and behind a CDN
 * CDN_SECRET_DIGESTS (JSON list of one or two SHA-256 in hexadecimal digits), CDN_SECRET_HEADER and CDN_ADDRESS_HEADER (names
 * of headers in lower case).
 *
 * @param report is told each problem of a variable
 */
export function readCallerRules(env: Environment, report: (variable: string, message: string) => void): CallerRules {
  const allowList = readAllowList(env['IP_RANGE_ALLOW_LIST'], (message) => report('IP_RANGE_ALLOW_LIST', message));
  const cdn = readCdn(env, report);
  return { ...(allowList === undefined ? {} : { allowList }), ...(cdn === undefined ? {} : { cdn }) };
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

/** Reads a variable that is a JSON list of strings. Returns undefined when it is unset, or invalid (then reported). */
export function readList(text: string | undefined, report: Report): readonly string[] | undefined {
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
