import { EntityDataError } from '../../src/errors.ts';
import { defaultServiceIdentifier, serviceIdentifierPattern } from '../../src/scopes.ts';

export interface GuidanceConfig {
  /** Prefix of the tools' names and of the scopes that they talk about. */
  readonly serviceIdentifier: string;
  /** Origins of pages, besides the server's own, that may call it. */
  readonly allowedOrigins: readonly string[];
  /** Megabytes of heap for a call of a tool; undefined if the memory of the function is unknown. */
  readonly toolMemory?: number;
}

/** The environment does not describe a guidance server. Raised at start-up, with every problem at once. */
export class GuidanceConfigError extends EntityDataError {
  readonly code = 'GUIDANCE_CONFIG_INVALID';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'), { hint: 'Correct these environment variables; the Terraform module sets them.' });
  }
}

/**
 * Reads SERVICE_IDENTIFIER (default `svc`) and ALLOWED_ORIGINS (origins separated by commas; default none). A
 * call of a tool may use half of AWS_LAMBDA_FUNCTION_MEMORY_SIZE, which Lambda sets.
 *
 * @throws GuidanceConfigError with every problem found.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): GuidanceConfig {
  const problems: string[] = [];
  const serviceIdentifier = environment['SERVICE_IDENTIFIER'] || defaultServiceIdentifier;
  if (!serviceIdentifierPattern.test(serviceIdentifier)) {
    problems.push(
      'SERVICE_IDENTIFIER must start with a letter and hold only letters, digits, ".", "_" and "-", 64 at most.',
    );
  }
  const allowedOrigins = (environment['ALLOWED_ORIGINS'] ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  for (const origin of allowedOrigins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    problems.push(`ALLOWED_ORIGINS must hold origins such as https://example.com, not ${JSON.stringify(origin)}.`);
  }
  if (problems.length > 0) throw new GuidanceConfigError(problems);
  const memory = Number(environment['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 0);
  return { serviceIdentifier, allowedOrigins, ...(memory > 0 ? { toolMemory: Math.floor(memory / 2) } : {}) };
}
