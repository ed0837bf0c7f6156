import { describe, expect, it } from '@jest/globals';
import { RetryableError } from '../../../../../src/errors.ts';
import { callsOf } from '../../../../../src/runtime/configuration/calls-of.ts';
import { type DynamoDB, REQUEST_MILLISECONDS } from '../../../../../src/store/dynamodb/dynamodb.ts';
import { fakePace } from '../../../../setup/scripted-client.ts';

describe('a call of the configuration table', () => {
  it('ends within six seconds, also when no answer comes at all', async () => {
    const pace = fakePace();
    const waits: number[] = [];
    const silent: DynamoDB = {
      call: async (_operation, _input, limits) => {
        waits.push(limits?.requestTimeout ?? REQUEST_MILLISECONDS);
        await pace.sleep(waits.at(-1)!);
        throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
      },
      close: () => {},
    };

    const read = callsOf(silent, 'crm-configuration', pace).read('GetItem', { TableName: 't', Key: {} });

    await expect(read).rejects.toBeInstanceOf(RetryableError);
    expect(waits).toHaveLength(2);
    expect(pace.now()).toBeLessThanOrEqual(6_000);
  });
});
