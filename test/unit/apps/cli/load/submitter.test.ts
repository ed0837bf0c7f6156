import { describe, expect, it } from '@jest/globals';
import { CallerRefusedError } from '../../../../../apps/cli/client/errors.ts';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { createSubmit } from '../../../../../apps/cli/load/submitter.ts';

type Sent = { id: string }[];

function clientThat(answer: (records: Sent) => GraphqlAnswer<unknown>) {
  const sent: string[][] = [];
  const client: GraphqlClient = {
    async execute<Data>(_query: string, variables: Readonly<Record<string, unknown>>) {
      const { records } = variables['input'] as { records: Sent };
      sent.push(records.map(({ id }) => id));
      return answer(records) as GraphqlAnswer<Data>;
    },
  };
  return { submit: createSubmit(client), sent };
}

const records = (...ids: string[]) => ids.map((id) => ({ id }));
const stored = { data: { submit: { recordsAdded: 1 } } };

describe('createSubmit', () => {
  it('sends records in one request', async () => {
    const { submit, sent } = clientThat(() => stored);

    expect(await submit(records('1', '2'))).toEqual([]);
    expect(sent).toEqual([['1', '2']]);
  });

  it('sends the good ones again without those that the errors name', async () => {
    const { submit, sent } = clientThat((given) => {
      const errors = given.flatMap(({ id }, index) =>
        id.startsWith('bad')
          ? [{ message: `no ${id}`, path: ['submit', 'input', 'records', index], extensions: { code: 'RECORD_EMPTY' } }]
          : [],
      );
      return errors.length > 0 ? { data: null, errors } : stored;
    });

    const refusals = await submit(records('1', 'bad2', '3', 'bad4'));

    expect(refusals).toEqual([
      { index: 1, code: 'RECORD_EMPTY', message: 'no bad2' },
      { index: 3, code: 'RECORD_EMPTY', message: 'no bad4' },
    ]);
    expect(sent).toEqual([
      ['1', 'bad2', '3', 'bad4'],
      ['1', '3'],
    ]);
  });

  it('finds the record in the message about a variable', async () => {
    const { submit } = clientThat((given) => {
      const index = given.findIndex(({ id }) => id === 'bad');
      const message = `Variable "$input" has invalid value at .records[${index}].age: Int cannot represent "x".`;
      return index === -1 ? stored : { errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] };
    });

    expect(await submit(records('1', '2', 'bad'))).toMatchObject([{ index: 2, code: 'BAD_USER_INPUT' }]);
  });

  it.each([
    ['errors that name no record', { errors: [{ message: 'too much', extensions: { code: 'BATCH_TOO_LARGE' } }] }],
    ['a request that is too large', { tooLarge: true }],
  ])('halves the records for %s, until the bad one stands alone', async (_, refusal) => {
    const { submit, sent } = clientThat((given) => (given.some(({ id }) => id === 'bad') ? refusal : stored));

    const refusals = await submit(records('1', '2', '3', 'bad'));

    expect(refusals.map(({ index }) => index)).toEqual([3]);
    expect(sent).toEqual([['1', '2', '3', 'bad'], ['1', '2'], ['3', 'bad'], ['3'], ['bad']]);
  });

  it('fails for a caller who may not submit', async () => {
    const { submit } = clientThat(() => ({
      errors: [
        { message: 'access denied, required privilege: svc/mutation.submit', extensions: { code: 'FORBIDDEN' } },
      ],
    }));

    await expect(submit(records('1'))).rejects.toThrow(CallerRefusedError);
  });

  it('sends nothing for no records', async () => {
    const { submit, sent } = clientThat(() => stored);

    expect(await submit([])).toEqual([]);
    expect(sent).toEqual([]);
  });
});
