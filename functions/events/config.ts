import { MAX_ATTEMPTS } from '../../src/events/delivery.ts';
import { isWebhookAddress } from '../../src/events/webhook.ts';
import type { ConfigProblem } from '../../src/runtime/configuration/config-error.ts';
import { readHistoryRetention } from '../../src/runtime/configuration/environment.ts';
import { EventsConfigError } from './errors.ts';

export type TargetConfig =
  | { readonly kind: 'bus'; readonly arn: string }
  | { readonly kind: 'queue'; readonly arn: string }
  | { readonly kind: 'webhook'; readonly url: string; readonly secretArn: string };

export interface EventsConfig {
  readonly tableName: string;
  readonly deployment: string;
  readonly target: TargetConfig;
  /** After this many failed attempts, the events of an entity become dead letters. */
  readonly maxAttempts: number;
  /** Days for which history is kept; 0 keeps none. */
  readonly historyRetentionInDays: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads TABLE_NAME, DEPLOYMENT, MAX_ATTEMPTS (30), HISTORY_RETENTION_IN_DAYS (0) and one target: EVENT_BUS_ARN, QUEUE_ARN, or WEBHOOK_URL with
 * WEBHOOK_SECRET_ARN.
 *
 * @throws EventsConfigError with every problem found.
 */
export function loadConfig(environment: Environment): EventsConfig {
  const problems: ConfigProblem[] = [];
  const report = (variable: string, message: string) => void problems.push({ variable, message });
  const read = (variable: string): string => environment[variable] ?? '';
  const arn = (variable: string, pattern: RegExp, example: string): string => {
    const value = read(variable);
    if (!pattern.test(value)) report(variable, `must be an ARN such as ${example}.`);
    return value;
  };

  for (const variable of ['TABLE_NAME', 'DEPLOYMENT']) if (read(variable) === '') report(variable, 'is missing.');
  const attempts = read('MAX_ATTEMPTS') || String(MAX_ATTEMPTS);
  if (!/^[1-9]\d{0,2}$/.test(attempts)) report('MAX_ATTEMPTS', 'must be a whole number from 1 to 999.');

  const historyRetentionInDays = readHistoryRetention(environment, report);

  const targets: TargetConfig[] = [];
  if (read('EVENT_BUS_ARN') !== '') {
    const pattern = /^arn:[^:]+:events:[^:]+:\d{12}:event-bus\/.+$/;
    const example = 'arn:aws:events:eu-central-1:123456789012:event-bus/entities';
    targets.push({ kind: 'bus', arn: arn('EVENT_BUS_ARN', pattern, example) });
  }
  if (read('QUEUE_ARN') !== '') {
    const pattern = /^arn:[^:]+:sqs:[^:]+:\d{12}:[^:]+$/;
    targets.push({
      kind: 'queue',
      arn: arn('QUEUE_ARN', pattern, 'arn:aws:sqs:eu-central-1:123456789012:entities.fifo'),
    });
  }
  if (read('WEBHOOK_URL') !== '') {
    const url = read('WEBHOOK_URL');
    if (!isWebhookAddress(url)) report('WEBHOOK_URL', 'must be an https address without a user name.');
    const pattern = /^arn:[^:]+:secretsmanager:[^:]+:\d{12}:secret:.+$/;
    const example = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:entity-events-AbCdEf';
    targets.push({ kind: 'webhook', url, secretArn: arn('WEBHOOK_SECRET_ARN', pattern, example) });
  }
  if (targets.length !== 1) report('EVENT_BUS_ARN, QUEUE_ARN or WEBHOOK_URL', 'must be set, and only one of them.');
  if (problems.length > 0) throw new EventsConfigError(problems);
  return {
    tableName: read('TABLE_NAME'),
    deployment: read('DEPLOYMENT'),
    target: targets[0]!,
    maxAttempts: Number(attempts),
    historyRetentionInDays,
  };
}
