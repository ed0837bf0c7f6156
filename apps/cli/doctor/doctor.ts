import type { Operation } from '../../../src/scopes.ts';
import type { TokenOwner } from '../client/token-cache.ts';
import { checkAddress } from './addresses.ts';
import { checkApi } from './api.ts';
import { checkEncryption } from './encryption.ts';
import { type Finding, skipped } from './finding.ts';
import { checkGuidance } from './guidance.ts';
import type { ProbeOptions } from './probe.ts';
import { checkScopes, type ObtainedToken, obtainToken } from './token.ts';

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
