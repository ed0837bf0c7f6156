import { isIP } from 'node:net';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { type AllowList, compileAllowList } from './address.ts';

/** Why a caller is refused, whatever it wants. */
export type CallerRefusal = CdnRefusal | 'ADDRESS_UNKNOWN' | 'ADDRESS_NOT_ALLOWED';

type Event = Pick<APIGatewayRequestAuthorizerEventV2, 'headers' | 'requestContext'>;

interface CallerCheck {
  /** Why the caller is refused; undefined if it is not. */
  refusalOf(event: Event): CallerRefusal | undefined;
  /** The address of the CDN's caller, for a request that came from the CDN. */
  clientAddress(event: Event): string | undefined;
}

/** Creates the check of callers: the secret of the CDN if there is one, then the address. */
export function createCallerCheck({ allowList, cdn: rules }: CallerRules): CallerCheck {
  const cdn = rules === undefined ? undefined : createCdn(rules);

  const refusalByAddress = (event: Event): CallerRefusal | undefined => {
    if (allowList === undefined) return undefined;
    // The address of the connection, as the gateway saw it. A caller controls headers such as X-Forwarded-For; only the
    // secret of the CDN, which was checked, makes one of them worth more.
    const address = cdn === undefined ? sourceIpOf(event) : cdn.clientAddress(event);
    if (address === undefined) return 'ADDRESS_UNKNOWN';
    return allowList.allows(address) ? undefined : 'ADDRESS_NOT_ALLOWED';
  };

  return {
    refusalOf: (event) => cdn?.refusalOf(event) ?? refusalByAddress(event),
    clientAddress: (event) => cdn?.clientAddress(event),
  };
}

/** The address of the connection, as the gateway saw it; empty without one. */
export function sourceIpOf({ requestContext }: Event): string {
  return requestContext?.http?.sourceIp ?? '';
}

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

/** How the authorizer recognizes requests of the CDN in front of the API. */
interface CdnRules {
  /** Name of the header with the secret, in lower case. */
  readonly secretHeader: string;
  /** SHA-256 of the secrets that are valid now, in hexadecimal digits; two during a rotation. */
  readonly secretDigests: readonly string[];
  /** Name of the header with the address of the CDN's caller, in lower case. */
  readonly addressHeader: string;
}

/** Why a request does not come from the CDN. */
type CdnRefusal = 'CDN_SECRET_MISSING' | 'CDN_SECRET_WRONG';

interface Cdn {
  /** Why the request does not come from the CDN; undefined if it does. */
  refusalOf(event: Event): CdnRefusal | undefined;
  /**
   * The address of the CDN's caller. Ask only for a request that is not refused: any other caller may write the
   * header.
   *
   * @returns undefined when the header is missing or is not what the CDN writes
   */
  clientAddress(event: Event): string | undefined;
}

export function createCdn({ secretHeader, secretDigests, addressHeader }: CdnRules): Cdn {
  // Loaded here, because it takes 2 ms of a start and only a deployment behind a CDN needs it.
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const expected = secretDigests.map((digest) => Buffer.from(digest, 'hex'));
  const readAddress = addressReaders[addressHeader] ?? (({ value }) => value);
  return {
    refusalOf({ headers }) {
      const secret = headers?.[secretHeader];
      if (secret === undefined || secret === '') return 'CDN_SECRET_MISSING';
      const given = createHash('sha256').update(secret).digest();
      // Compares with every digest, so that the time does not tell which one fits.
      const fitting = expected.filter((digest) => timingSafeEqual(digest, given));
      return fitting.length > 0 ? undefined : 'CDN_SECRET_WRONG';
    },
    clientAddress({ headers, requestContext }) {
      const value = headers?.[addressHeader];
      const address = value && readAddress({ value, sourceIp: requestContext?.http?.sourceIp });
      return address && isIP(address) !== 0 ? address : undefined;
    },
  };
}

interface ForwardedAddress {
  readonly value: string;
  /** The address of the connection, as the gateway saw it. */
  readonly sourceIp: string | undefined;
}

/** Headers that hold more than one address. */
const addressReaders: Readonly<Record<string, (forwarded: ForwardedAddress) => string | undefined>> = {
  // Each proxy appends the address that it was called from: the CDN that of its caller, the gateway that of the CDN.
  // The caller itself may have written everything before these two.
  'x-forwarded-for': ({ value, sourceIp }) => {
    const [client, cdn] = value
      .split(',')
      .slice(-2)
      .map((entry) => entry.trim());
    return cdn !== undefined && cdn === sourceIp ? client : undefined;
  },
  // Address and port, with IPv6 in brackets or without.
  'cloudfront-viewer-address': ({ value }) => {
    const [, address] = /^(.+):[0-9]{1,5}$/.exec(value) ?? [];
    return address?.replace(/^\[(.*)\]$/, '$1');
  },
};
