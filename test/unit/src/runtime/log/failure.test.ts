import { describe, expect, it } from '@jest/globals';
import { BrokenInvariantError } from '../../../../../src/assert.ts';
import { describeFailure } from '../../../../../src/runtime/log.ts';
import { StoreUnavailableError } from '../../../../../src/store/errors.ts';

const secret = 'Ann Example';

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('the description of a failure', () => {
  it('says what it was and where it came from, with its causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

    const description = describeFailure(new StoreUnavailableError('the table is gone', { cause }));

    expect(description).toMatchObject({
      name: 'StoreUnavailableError',
      code: 'STORE_UNAVAILABLE',
      calls: expect.arrayContaining([expect.stringContaining('failure.test.ts')]),
      cause: { name: 'Error', code: 'ECONNREFUSED' },
    });
  });

  it('names the request by which AWS finds it', () => {
    const failure = Object.assign(new Error('denied'), {
      name: 'AccessDeniedException',
      $metadata: { httpStatusCode: 400, requestId: 'ABC123' },
    });

    expect(describeFailure(failure)).toMatchObject({
      name: 'AccessDeniedException',
      httpStatus: 400,
      awsRequestId: 'ABC123',
    });
  });

  it('names the invariant that the service broke', () => {
    expect(describeFailure(new BrokenInvariantError('a node has one parent'))).toMatchObject({
      name: 'BrokenInvariantError',
      invariant: 'a node has one parent',
    });
  });

  it.each([
    ['the message of a parser', thrown(() => JSON.parse(`{"name": ${secret}}`))],
    ['a message with lines like those of a stack', new Error(`bad\n    at ${secret} (record:1:2)\n    at ${secret}`)],
    ['a message that was changed', Object.assign(new Error(`bad\n    at ${secret}`), { message: 'other' })],
    ['a name', Object.assign(new Error('x'), { name: `Error of ${secret}` })],
    ['a code', Object.assign(new Error('x'), { code: secret })],
    ['a cause', new Error('x', { cause: new Error(secret, { cause: { name: secret } }) })],
    ['what is no error', { message: secret }],
    ['a text', secret],
  ])('never quotes %s', (_what, failure) => {
    expect(JSON.stringify(describeFailure(failure))).not.toContain(secret);
  });

  it('ends where causes go in a circle', () => {
    const failure = new Error('x');
    failure.cause = failure;

    expect(JSON.stringify(describeFailure(failure)).length).toBeLessThan(20_000);
  });
});
