import { describe, expect, it } from '@jest/globals';
import { createTelemetry } from '../../../../src/runtime/lambda.ts';

function arrange(environment: Record<string, string>) {
  const lines: string[] = [];
  const telemetry = createTelemetry('api', environment, (line) => lines.push(line));
  return { telemetry, read: () => lines.map((line) => JSON.parse(line)) };
}

describe('the telemetry of a function', () => {
  it('puts the ids of the call into every line, until the next call', () => {
    const { telemetry, read } = arrange({ METRICS_SERVICE: 'crm' });

    telemetry.log('WARN', 'before any call');
    telemetry.begin({ requestId: 'r-1', functionRequestId: 'f-1' });
    telemetry.log('INFO', 'one', { fields: ['submit'] });
    telemetry.meter.record('Merges', 1);
    telemetry.publish();
    telemetry.begin({ requestId: 'r-2' });
    telemetry.log('INFO', 'two');

    expect(read()).toMatchObject([
      { level: 'WARN', service: 'api', message: 'before any call', timestamp: expect.stringMatching(/Z$/) },
      { message: 'one', requestId: 'r-1', functionRequestId: 'f-1', fields: ['submit'] },
      { Merges: 1, requestId: 'r-1', functionRequestId: 'f-1', service: 'crm' },
      { message: 'two', requestId: 'r-2' },
    ]);
    expect(read()[3]).not.toHaveProperty('functionRequestId');
  });

  it.each([
    ['DEBUG', ['DEBUG', 'INFO', 'WARN', 'ERROR']],
    ['warn', ['WARN', 'ERROR']],
    ['ERROR', ['ERROR']],
    ['', ['INFO', 'WARN', 'ERROR']],
  ])('writes with LOG_LEVEL %j what is at least as severe, and metrics always', (LOG_LEVEL, expected) => {
    const { telemetry, read } = arrange({ LOG_LEVEL, METRICS_SERVICE: 'crm' });

    for (const severity of ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const) telemetry.log(severity, 'line');
    telemetry.meter.record('Splits', 1);
    telemetry.publish();

    expect(read().map(({ level, Splits }) => level ?? Splits)).toEqual([...expected, 1]);
  });

  it('writes no metric without the name of a deployment', () => {
    const { telemetry, read } = arrange({});

    telemetry.meter.record('Merges', 1);
    telemetry.publish();

    expect(read()).toEqual([]);
    expect(telemetry.meter.take()).toEqual([]);
  });
});
