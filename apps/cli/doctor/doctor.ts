import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import type { Operation } from '../../../src/scopes.ts';
import type { TokenOwner } from '../client/token-cache.ts';
import { checkApi } from './api.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';
import { checkGuidance } from './guidance.ts';
import { checkAddress, type ProbeOptions, silenceHint } from './probe.ts';
import { checkScopes, type ObtainedToken, obtainToken } from './token.ts';

/** A certificate that ends sooner than this is named. */
const DAYS_LEFT = 21;

const DAY = 86_400_000;

/** The code of a handshake without an answer. */
const NO_ANSWER = 'NO_ANSWER';

/** Protocol and certificate of an https address; undefined for http, of which {@link checkAddress} has spoken. */
async function checkEncryption(
  check: string,
  text: string,
  now: () => number,
  timeout: number,
): Promise<Finding | undefined> {
  const url = new URL(text);
  if (url.protocol !== 'https:') return undefined;
  let certificate: PeerCertificate;
  let protocol: string;
  try {
    ({ certificate, protocol } = await handshake(url, timeout));
  } catch (error) {
    const { reason, hint } = obstacleOf(error as NodeJS.ErrnoException, text);
    return failed(check, `no encrypted connection to ${url.host}: ${reason}`, hint);
  }
  const days = Math.floor((Date.parse(certificate.valid_to) - now()) / DAY);
  const message = `${protocol}, certificate for ${days} more days`;
  if (days < DAYS_LEFT) return warning(check, message, 'Renew the certificate of domain_name, or see why it is not.');
  return ok(check, message, { protocol, days });
}

/** What OpenSSL and the network say in codes, in words, and what helps. */
function obstacleOf({ code = '', message }: NodeJS.ErrnoException, text: string): { reason: string; hint: string } {
  switch (code) {
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return {
        reason: 'what answers there does not speak TLS',
        hint: 'Check the port. Only a service of this machine is called by http instead of https.',
      };
    case 'CERT_HAS_EXPIRED':
      return {
        reason: 'the certificate has expired',
        hint: 'Renew the certificate of domain_name; if it is good elsewhere, this clock is wrong (NTP).',
      };
    case 'CERT_NOT_YET_VALID':
      return { reason: 'the certificate is not valid yet', hint: 'Set the clock of this machine (NTP).' };
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return {
        reason: 'the certificate is that of another host',
        hint: 'Use the host name of the output; on a domain of your own, certificate_arn must name domain_name and its DNS record point at domain_target.',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        reason: 'the host name is not known',
        hint: 'Check the host name, and the DNS record of domain_name: it must point at domain_target.',
      };
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case NO_ANSWER:
      return {
        reason: code === NO_ANSWER ? message : code === 'ECONNREFUSED' ? 'nothing listens there' : code,
        hint: silenceHint(text, 'the address, and whether a firewall or proxy stands between'),
      };
    default:
      return {
        // OpenSSL adds its own file and line, and a line break.
        reason: message.split('\n')[0]!.replace(/^[0-9A-F]+:error:[^:]*:/, ''),
        hint: 'Check the host name, the certificate and whether a proxy stands between; NODE_EXTRA_CA_CERTS names certificates of your own.',
      };
  }
}

function handshake(url: URL, timeout: number): Promise<{ certificate: PeerCertificate; protocol: string }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A server is named by its name only (RFC 6066).
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(url.port || 443), ...name, timeout });
    socket.once('secureConnect', () => {
      resolve({ certificate: socket.getPeerCertificate(), protocol: socket.getProtocol() ?? 'TLS' });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer in time'), { code: NO_ANSWER })));
    socket.once('error', reject);
  });
}

/** A deployment as its outputs name it, and who looks at it. */
export interface Patient extends TokenOwner {
  readonly apiUrl: string;
  readonly mcpUrl?: string | undefined;
}

export interface DoctorOptions {
  /** Operations that the client must be able to do. */
  readonly needed: readonly Operation[];
  /** The version of this command line. */
  readonly version: string;
  /** Names of the guidance server's tools, without prefix. */
  readonly tools: readonly string[];
  readonly samples: number;
  readonly probe: ProbeOptions;
}

/** Looks at a deployment from outside, in the order in which one thing needs the other; changes nothing in it. */
export async function examine(patient: Patient, options: DoctorOptions): Promise<Finding[]> {
  const { probe, needed, version, tools, samples } = options;
  const findings: Finding[] = [];
  const reachable = async (check: string, output: string, url: string): Promise<boolean> => {
    const shape = checkAddress(check, output, url);
    findings.push(shape);
    if (shape.status === 'failed') return false;
    const encryption = await checkEncryption(`${check}.tls`, url, probe.now, probe.timeout);
    if (encryption !== undefined) findings.push(encryption);
    return encryption?.status !== 'failed';
  };
  const hasApi = await reachable('address.api', 'api_url', patient.apiUrl);
  const hasToken = await reachable('address.token', 'token_url', patient.tokenUrl);

  const {
    findings: ofToken,
    token,
    claims,
    hasGoodTimes = true,
  }: ObtainedToken = hasToken ? await obtainToken(probe, patient) : { findings: [] };
  findings.push(...ofToken, ...checkScopes(claims, needed));
  if (!hasApi || token === undefined) findings.push(skipped('api', 'not asked: an address or the token is missing'));
  else
    findings.push(
      ...(await checkApi(probe, { apiUrl: patient.apiUrl, token, claims, hasGoodTimes, version, samples })),
    );

  if (patient.mcpUrl === undefined) findings.push(skipped('guidance', 'not asked: give --mcp-url'));
  else if (await reachable('address.guidance', 'mcp_url', patient.mcpUrl)) {
    findings.push(...(await checkGuidance(probe, patient.mcpUrl, version, tools)));
  }
  return findings;
}

const marks = { ok: '✓', warning: '!', failed: '✗', skipped: '–' } as const;

/** A line for each finding, below it what to do. */
export function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, status, message, hint }) => {
      const line = `${marks[status]} ${check.padEnd(width)}  ${message}\n`;
      return hint === undefined ? line : `${line}  ${' '.repeat(width)}  → ${hint}\n`;
    })
    .join('');
}
