import { EntityDataError } from '../../src/errors.ts';
import { type CallerRules, readCallerRules, readList } from '../../src/runtime/callers/callers.ts';
import { defaultServiceIdentifier } from '../../src/scopes.ts';
import { parsedJson } from '../../src/text/json.ts';
import type { ConsoleConfiguration, SignInConfiguration } from './configuration.ts';

/** The configuration of the console's function. */
export interface ConsoleConfig {
  readonly callers: CallerRules;
  readonly configuration: ConsoleConfiguration;
  /** Origins, besides its own, that the page may send requests to. */
  readonly connects: readonly string[];
}

/** The environment does not configure the console. Thrown at start-up with every problem at once. */
class ConsoleConfigError extends EntityDataError {
  readonly code = 'CONSOLE_CONFIG_INVALID';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'), { hint: 'Correct these environment variables; the Terraform module sets them.' });
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads SERVICE_IDENTIFIER (default `svc`), SIGN_IN (JSON, a SignInConfiguration), MCP_URL (empty without a guidance server),
 * CONNECT_ORIGINS (JSON list of further origins that the page may call), and what `readCallerRules` reads.
 *
 * @throws ConsoleConfigError with every problem found
 */
export function loadConfig(env: Environment): ConsoleConfig {
  const problems: string[] = [];
  const report = (variable: string) => (message: string) => void problems.push(`${variable} ${message}`);
  const callers = readCallerRules(env, (variable, message) => report(variable)(message));
  const signIn = readSignIn(env['SIGN_IN'] ?? '', report('SIGN_IN'));
  const mcpUrl = env['MCP_URL'] || null;
  const origins = [...(readList(env['CONNECT_ORIGINS'], report('CONNECT_ORIGINS')) ?? [])];
  for (const origin of origins) {
    // A semicolon or a space would end the source list of the page's policy.
    if (URL.parse(origin)?.origin !== origin) report('CONNECT_ORIGINS')(`has ${JSON.stringify(origin)}, no origin.`);
  }
  for (const address of [mcpUrl, ...Object.values(signIn?.authorizationServer ?? {})]) {
    if (typeof address !== 'string') continue;
    const origin = URL.parse(address)?.origin;
    if (origin === undefined || origin === 'null') problems.push(`${JSON.stringify(address)} is not an address.`);
    else origins.push(origin);
  }
  if (signIn === undefined || problems.length > 0) throw new ConsoleConfigError(problems);
  const serviceIdentifier = env['SERVICE_IDENTIFIER'] || defaultServiceIdentifier;
  return {
    callers,
    configuration: { serviceIdentifier, mcpUrl, signIn, pages: [] },
    connects: [...new Set(origins)],
  };
}

function readSignIn(text: string, report: (message: string) => void): SignInConfiguration | undefined {
  const value = parsedJson(text) as Partial<SignInConfiguration> | null | undefined;
  const { clientId, scope, authorizationServer } = value ?? {};
  if (clientId && scope && authorizationServer?.issuer) return value as SignInConfiguration;
  report('must be a JSON object with clientId, scope and authorizationServer, which has an issuer.');
  return undefined;
}
