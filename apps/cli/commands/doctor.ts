import { Command, InvalidArgumentError, Option } from 'commander';
import { type Operation, scopeNameOfOperation } from '../../../src/scopes.ts';
import { version } from '../../../src/version.ts';
import { storeDirectory } from '../../service/data-directory.ts';
import { type Connection, type ConnectionOptions, connectionText, findConnection } from '../client/connection.ts';
import { ConnectionUnknownError } from '../client/errors.ts';
import { dataDirectoryOf } from '../client/local-service.ts';
import { examine, findingsText, type Patient } from '../doctor/doctor.ts';
import { checkStorage, type Finding, failed } from '../doctor/finding.ts';

import { addConnectionOptions } from './connection-options.ts';
import { wholeNumber } from './numbers.ts';

interface DoctorCommandOptions extends ConnectionOptions {
  readonly mcpUrl?: string;
  readonly needs: readonly Operation[];
  readonly samples: number;
  readonly timeout: number;
  readonly json: boolean;
}

const operations = Object.keys(scopeNameOfOperation);

export function doctorCommand(): Command {
  return addConnectionOptions(
    new Command('doctor').description(
      'Look at a deployment from outside, and say what is wrong with it and how to mend that. Changes nothing.',
    ),
  )
    .option('--mcp-url <url>', 'where the guidance server is (ENTITY_DATA_MCP_URL)')
    .addOption(
      new Option('--needs <operations>', 'operations that the client must be able to do, joined by commas')
        .default([], 'none')
        .argParser(operationsIn),
    )
    .option('--samples <number>', 'requests that latency is measured by', wholeNumber(1, 1_000), 10)
    .option('--timeout <milliseconds>', 'for so long an answer is waited for', wholeNumber(100, 120_000), 10_000)
    .option('--json', 'print JSON', false)
    .addHelpText('after', '\nExit codes: 0 nothing is wrong (warnings may be there), 1 something is.')
    .action(run);
}

async function run(options: DoctorCommandOptions): Promise<void> {
  const found = await patientOf(options);
  if (options.quiet !== true && !('status' in found)) process.stderr.write(`${connectionText(found)}\n`);
  const dataDirectory = storageOf(found, options);
  const findings = [
    ...(dataDirectory === undefined ? [] : await checkStorage(storeDirectory(dataDirectory))),
    ...('status' in found ? [found] : await look(found, options)),
  ];
  const healthy = findings.every(({ status }) => status !== 'failed');
  process.stdout.write(options.json ? `${JSON.stringify({ healthy, findings }, null, 2)}\n` : findingsText(findings));
  if (!healthy) process.exitCode = 1;
}

/** The data on this machine to look at: those of the service, or those that would be its; none of a deployment. */
function storageOf(found: Found, options: DoctorCommandOptions): string | undefined {
  if (!('status' in found)) return found.dataDirectory;
  const { apiUrl, tokenUrl } = options;
  const named = apiUrl ?? tokenUrl ?? process.env['ENTITY_DATA_API_URL'] ?? process.env['ENTITY_DATA_TOKEN_URL'] ?? '';
  const isLocal = (options.dataDir ?? options.instance) !== undefined || named === '';
  return isLocal ? dataDirectoryOf(options) : undefined;
}

async function look(patient: Patient, options: DoctorCommandOptions): Promise<readonly Finding[]> {
  const { tools } = await import('../../../src/guidance/tools/registry.ts');
  return examine(patient, {
    needed: options.needs,
    version,
    tools: tools.map(({ name }) => name.replace(/^svc_/, '')),
    samples: options.samples,
    probe: { fetch: globalThis.fetch, now: Date.now, timeout: options.timeout },
  });
}

function operationsIn(text: string): readonly Operation[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !operations.includes(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`There is no operation ${unknown.join(', ')}; there are ${operations.join(', ')}.`);
  }
  return names as Operation[];
}

/** A deployment to look at, or why none is found. */
type Found = (Patient & Pick<Connection, 'dataDirectory' | 'others'>) | Finding;

/** Where to look may be the first thing that is wrong: no service is running here, or an option is missing. */
async function patientOf(options: DoctorCommandOptions): Promise<Found> {
  try {
    return await connected(options, process.env);
  } catch (error) {
    if (!(error instanceof ConnectionUnknownError)) throw error;
    return failed('connection', error.message, error.hint ?? '');
  }
}

/** Addresses are taken as they are given: what is wrong with them is for the doctor to say. */
async function connected(
  options: DoctorCommandOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Exclude<Found, Finding>> {
  const value = (option: string | undefined, variable: string) => option ?? (env[variable] || undefined);
  const apiUrl = value(options.apiUrl, 'ENTITY_DATA_API_URL');
  const tokenUrl = value(options.tokenUrl, 'ENTITY_DATA_TOKEN_URL');
  const clientId = value(options.clientId, 'ENTITY_DATA_CLIENT_ID');
  const clientSecret = value(options.clientSecret, 'ENTITY_DATA_CLIENT_SECRET');
  const mcpUrl = value(options.mcpUrl, 'ENTITY_DATA_MCP_URL');
  const isChosen = (options.dataDir ?? options.instance) !== undefined;
  if (
    !isChosen &&
    apiUrl !== undefined &&
    tokenUrl !== undefined &&
    clientId !== undefined &&
    clientSecret !== undefined
  ) {
    return { apiUrl, tokenUrl, clientId, clientSecret, mcpUrl, scope: options.scope };
  }
  const connection = await findConnection(options, env);
  return mcpUrl === undefined ? connection : { ...connection, mcpUrl };
}
