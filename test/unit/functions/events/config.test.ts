import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../../functions/events/config.ts';
import { EventsConfigError } from '../../../../functions/events/errors.ts';

const common = { TABLE_NAME: 'crm-entities', DEPLOYMENT: 'crm' };
const queue = 'arn:aws:sqs:eu-central-1:123456789012:entities.fifo';
const bus = 'arn:aws:events:eu-central-1:123456789012:event-bus/entities';
const secret = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:events-AbCdEf';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    return (error as EventsConfigError).problems.map(({ variable }) => variable);
  }
}

describe('loadConfig', () => {
  it.each([
    [{ QUEUE_ARN: queue }, { kind: 'queue', arn: queue }],
    [{ EVENT_BUS_ARN: bus }, { kind: 'bus', arn: bus }],
    [
      { WEBHOOK_URL: 'https://example.com/', WEBHOOK_SECRET_ARN: secret },
      { kind: 'webhook', url: 'https://example.com/', secretArn: secret },
    ],
  ])('reads the one target %j', (environment, target) => {
    const config = loadConfig({ ...common, ...environment });

    const defaults = { maxAttempts: 30, historyRetentionInDays: 0 };
    expect(config).toEqual({ tableName: 'crm-entities', deployment: 'crm', target, ...defaults });
  });

  it('reports every problem at once', () => {
    const problems = problemsOf({ MAX_ATTEMPTS: '0', WEBHOOK_URL: 'http://example.com/', QUEUE_ARN: 'entities' });

    expect(problems).toEqual([
      'TABLE_NAME',
      'DEPLOYMENT',
      'MAX_ATTEMPTS',
      'QUEUE_ARN',
      'WEBHOOK_URL',
      'WEBHOOK_SECRET_ARN',
      'EVENT_BUS_ARN, QUEUE_ARN or WEBHOOK_URL',
    ]);
  });

  it('refuses a configuration without a target', () => {
    expect(() => loadConfig(common)).toThrow(EventsConfigError);
  });
});
