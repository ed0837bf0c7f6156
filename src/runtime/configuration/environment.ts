import { genericKeyRecordsBounds, OVER_FREQUENT_KEY_RECORDS } from '../../entities/items/index-keys.ts';
import { REVIEW_PAIRS, reviewPairsBounds } from '../../entities/items/reviews.ts';
import type { RuleChangeOptions } from '../../entities/items/rules-register.ts';
import { historyRetentionBounds } from '../../entities/people/types.ts';
import { defaultRuleChangeOptions, ruleChangeBounds, ruleChangeModes } from '../../entities/rule-changes/types.ts';
import { type Limits, limitSettings } from '../../graphql/limits.ts';
import { defaultServiceIdentifier, serviceIdentifierPattern } from '../../scopes.ts';
import { parsedObject } from '../../text/json.ts';
import { ConfigError, type ConfigProblem } from './config-error.ts';

export interface ApiConfig {
  /** Name of the DynamoDB table. */
  readonly tableName: string;
  /** Paths of the deployment's files. */
  readonly ruleConfigFile: string;
  readonly schemaFile: string;
  readonly serviceIdentifier: string;
  /** Whether changed content under a known id replaces what is stored. */
  readonly updateRecords: boolean;
  /** Whether changes of entities are written to the outbox, for the function that publishes them. */
  readonly entityEvents: boolean;
  /** Whether changed rules come into force although stored records are indexed and linked by others. */
  readonly adoptChangedRules: boolean;
  /** What changed rules do to stored records. */
  readonly ruleChanges: RuleChangeOptions;
  /** A blocking key of more records than this is over-frequent. */
  readonly genericKeyRecords: number;
  /** The most pairs in the review queue; 0 for no queue. */
  readonly reviewPairs: number;
  /** Days for which history is kept; 0 keeps none. */
  readonly historyRetentionInDays: number;
  readonly limits: Limits;
}

/** The environment variables of the API are invalid. */
export class ApiConfigError extends ConfigError {
  readonly code = 'API_CONFIG_INVALID';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads TABLE_NAME, RULE_CONFIG_FILE, SCHEMA_FILE, SERVICE_IDENTIFIER (default `svc`), UPDATE_RECORDS, ENTITY_EVENTS and
 * ADOPT_CHANGED_RULES (default `false`), RULE_CHANGES (JSON, rule-change-options.ts), GENERIC_KEY_RECORDS (default 1,000),
 * REVIEW_PAIRS (default 100,000), HISTORY_RETENTION_IN_DAYS (default 0) and the
 * variables of `limits.ts`.
 *
 * @throws ApiConfigError with every problem found.
 */
export function loadConfig(environment: Environment): ApiConfig {
  const problems: ConfigProblem[] = [];
  const report = (variable: string, message: string) => void problems.push({ variable, message });

  const required = (variable: string, example: string): string => {
    const value = environment[variable] ?? '';
    if (value === '') report(variable, `is missing: give ${example}.`);
    return value;
  };
  const wholeNumber = (
    variable: string,
    otherwise: number,
    bounds: { readonly least: number; readonly most: number },
  ) => readWholeNumber(environment, report, variable, otherwise, bounds);
  const config = {
    tableName: required('TABLE_NAME', 'the name of the DynamoDB table'),
    ruleConfigFile: required('RULE_CONFIG_FILE', 'the path of the rule-config'),
    schemaFile: required('SCHEMA_FILE', 'the path of schema.graphqls'),
    serviceIdentifier: environment['SERVICE_IDENTIFIER'] || defaultServiceIdentifier,
    updateRecords: environment['UPDATE_RECORDS'] === 'true',
    entityEvents: environment['ENTITY_EVENTS'] === 'true',
    adoptChangedRules: environment['ADOPT_CHANGED_RULES'] === 'true',
    ruleChanges: readRuleChangeOptions(environment, report),
    genericKeyRecords: wholeNumber('GENERIC_KEY_RECORDS', OVER_FREQUENT_KEY_RECORDS, genericKeyRecordsBounds),
    reviewPairs: wholeNumber('REVIEW_PAIRS', REVIEW_PAIRS, reviewPairsBounds),
    historyRetentionInDays: readHistoryRetention(environment, report),
    limits: readLimits(environment, report),
  };
  if (!serviceIdentifierPattern.test(config.serviceIdentifier)) {
    report(
      'SERVICE_IDENTIFIER',
      'must start with a letter and hold only letters, digits, ".", "_" and "-", 64 at most.',
    );
  }
  for (const variable of ['UPDATE_RECORDS', 'ENTITY_EVENTS', 'ADOPT_CHANGED_RULES']) {
    const text = environment[variable] || 'false';
    if (text !== 'false' && text !== 'true') report(variable, 'must be true or false.');
  }
  if (problems.length > 0) throw new ApiConfigError(problems);
  return config;
}

function readWholeNumber(
  environment: Environment,
  report: (variable: string, message: string) => void,
  variable: string,
  otherwise: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const text = environment[variable] || String(otherwise);
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) report(variable, `must be a whole number from ${least} to ${most}.`);
  return value;
}

/** The days for which history is kept, for functions that read little else. */
export const readHistoryRetention = (
  environment: Environment,
  report: (variable: string, message: string) => void,
): number => readWholeNumber(environment, report, 'HISTORY_RETENTION_IN_DAYS', 0, historyRetentionBounds);

/** The limits, with overrides from the environment. */
function readLimits(environment: Environment, report: (variable: string, message: string) => void): Limits {
  const limits = limitSettings.map((setting) => {
    return [setting.limit, readWholeNumber(environment, report, setting.variable, setting.default, setting)];
  });
  return Object.fromEntries(limits) as unknown as Limits;
}

type Report = (variable: string, message: string) => void;

/** Names in the variable, as the Terraform module writes them. */
const numbers = {
  largestChangePercent: { name: 'largest_change_percent', isWhole: false },
  largestEntity: { name: 'largest_entity', isWhole: true },
  writeUnitsPerSecond: { name: 'write_units_per_second', isWhole: true },
} as const;

/**
 * Reads RULE_CHANGES: JSON with `mode`, `largest_change_percent`, `largest_entity` and `write_units_per_second`, each with
 * a default. Reports every problem.
 */
export function readRuleChangeOptions(
  environment: Readonly<Record<string, string | undefined>>,
  report: Report,
): RuleChangeOptions {
  const text = environment['RULE_CHANGES'] || '{}';
  const given = parsedObject(text);
  if (given === undefined) {
    report('RULE_CHANGES', 'must be a JSON object such as {"mode":"hold","largest_change_percent":2}.');
    return defaultRuleChangeOptions;
  }
  const mode = given['mode'] ?? defaultRuleChangeOptions.mode;
  if (!isMode(mode)) report('RULE_CHANGES', `must have a mode that is ${ruleChangeModes.join(', ')}.`);
  const read = (option: keyof typeof numbers): number => {
    const { name, isWhole } = numbers[option];
    const { least, most } = ruleChangeBounds[option];
    const value = given[name] ?? defaultRuleChangeOptions[option];
    if (typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) {
      return value;
    }
    report('RULE_CHANGES', `must have a ${name} that is a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`);
    return defaultRuleChangeOptions[option];
  };
  return {
    mode: isMode(mode) ? mode : defaultRuleChangeOptions.mode,
    largestChangePercent: read('largestChangePercent'),
    largestEntity: read('largestEntity'),
    writeUnitsPerSecond: read('writeUnitsPerSecond'),
  };
}

const isMode = (mode: unknown): mode is RuleChangeOptions['mode'] =>
  (ruleChangeModes as readonly unknown[]).includes(mode);
