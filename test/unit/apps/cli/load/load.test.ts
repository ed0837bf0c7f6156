import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { CallerRefusedError } from '../../../../../apps/cli/client/errors.ts';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { fileStart, type SourceRecord } from '../../../../../apps/cli/files/source-record.ts';
import { type RefusedRecord, ShownRefusals } from '../../../../../apps/cli/load/errors-file.ts';
import {
  createSubmit,
  EverythingRefusedError,
  type LoadOptions,
  load,
  type Submit,
} from '../../../../../apps/cli/load/load.ts';
import { createProgress, duration } from '../../../../../apps/cli/load/progress.ts';
import type { LoadState } from '../../../../../apps/cli/load/state-file.ts';

const start: LoadState = { ...fileStart, loaded: 0, refused: 0 };

async function* numbered(count: number): AsyncGenerator<SourceRecord> {
  for (let line = 1; line <= count; line++) {
    yield { line, end: line * 10, nextLine: line + 1, record: { id: String(line) } };
  }
}

function run(options: Partial<LoadOptions> & Pick<LoadOptions, 'submit' | 'source'>) {
  const refused: RefusedRecord[] = [];
  const states: LoadState[] = [];
  const done = load({
    batchSize: 2,
    concurrency: 3,
    from: start,
    refuse: async (more) => void refused.push(...more),
    onProgress: (state) => states.push(state),
    ...options,
  });
  return { done, refused, states };
}

/** A submit whose answers the test gives, by the id of the first record. */
function heldSubmit() {
  const held = new Map<string, () => void>();
  const submit: Submit = (records) =>
    new Promise((resolve) => {
      held.set(String(records[0]?.['id']), () => resolve([]));
    });
  const answer = async (id: string) => {
    // Batches are asked for one after the other: let those that can come, come.
    for (let turn = 0; turn < 20 && !held.has(id); turn++) await Promise.resolve();
    held.get(id)?.();
  };
  return { submit, answer };
}

describe('load', () => {
  it('submits every record in batches', async () => {
    const batches: string[][] = [];
    const { done } = run({
      source: numbered(5),
      submit: async (records) => {
        batches.push(records.map(({ id }) => String(id)));
        return [];
      },
    });

    expect(await done).toEqual({ offset: 50, line: 6, loaded: 5, refused: 0 });
    expect(batches).toEqual([['1', '2'], ['3', '4'], ['5']]);
  });

  it('has as many requests under way as it may, and no more', async () => {
    let underWay = 0;
    let most = 0;
    const submit: Submit = async () => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      return [];
    };
    const { done } = run({ source: numbered(20), submit, concurrency: 2 });

    expect(await done).toMatchObject({ loaded: 20 });
    expect(most).toBe(2);
  });

  it('moves its state over settled batches at the front only', async () => {
    const { submit, answer } = heldSubmit();
    const { done, states } = run({ source: numbered(6), submit });

    await answer('3');
    await answer('5');
    const before = [...states];
    await answer('1');
    await done;

    expect(before).toEqual([]);
    expect(states).toEqual([{ offset: 60, line: 7, loaded: 6, refused: 0 }]);
  });

  it('tells of unreadable, id-less and refused records and loads the others', async () => {
    async function* source(): AsyncGenerator<SourceRecord> {
      yield { line: 1, end: 1, nextLine: 2, problem: 'no JSON', text: '{' };
      yield { line: 2, end: 2, nextLine: 3, record: { name: 'Dan' } };
      yield { line: 3, end: 3, nextLine: 4, record: { id: 'a:b' } };
      yield { line: 4, end: 4, nextLine: 5, record: { id: 'good' } };
    }
    const { done, refused } = run({
      source: source(),
      batchSize: 4,
      submit: async () => [{ index: 0, code: 'RECORD_ID_INVALID', message: 'colon' }],
    });

    expect(await done).toMatchObject({ loaded: 1, refused: 3 });
    expect(refused).toEqual([
      { line: 1, code: 'UNREADABLE', reason: 'no JSON', record: '{' },
      { line: 2, code: 'RECORD_ID_MISSING', reason: 'the record has no id', record: { name: 'Dan' } },
      { line: 3, code: 'RECORD_ID_INVALID', reason: 'colon', record: { id: 'a:b' } },
    ]);
  });

  it('stops when nothing but refusals comes back', async () => {
    const submit: Submit = async (records) => records.map((_, index) => ({ index, code: 'X', message: 'wrong' }));
    const { done, refused } = run({ source: numbered(100), submit, concurrency: 1, refusedInARow: 10 });

    await expect(done).rejects.toThrow(EverythingRefusedError);
    expect(refused).toHaveLength(10);
  });

  it('finishes what is under way when a request fails, and tells the failure', async () => {
    const states: number[] = [];
    const submit: Submit = async (records) => {
      if (records[0]?.['id'] === '3') throw new Error('gone');
      return [];
    };
    const { done } = run({ source: numbered(100), submit, onProgress: ({ loaded }) => states.push(loaded) });

    await expect(done).rejects.toThrow('gone');
    expect(states).toEqual([2]);
  });

  it('loads what was read before a file could not be read on', async () => {
    const loaded: string[] = [];
    async function* source(): AsyncGenerator<SourceRecord> {
      yield* numbered(3);
      throw new Error('cut off');
    }
    const { done } = run({
      source: source(),
      submit: async (records) => {
        loaded.push(...records.map(({ id }) => String(id)));
        return [];
      },
    });

    await expect(done).rejects.toThrow('cut off');
    expect(loaded).toEqual(['1', '2', '3']);
  });

  it('ends after the requests under way when it is aborted', async () => {
    const abort = new AbortController();
    const submit: Submit = async () => {
      abort.abort();
      return [];
    };
    const { done } = run({ source: numbered(100), submit, concurrency: 1, signal: abort.signal });

    expect(await done).toMatchObject({ loaded: 2 });
  });

  it('takes a pause that an abort ended for no failure', async () => {
    const abort = new AbortController();
    const submit: Submit = async (records) => {
      if (records[0]?.['id'] === '1') return [];
      abort.abort();
      throw abort.signal.reason;
    };
    const { done } = run({ source: numbered(100), submit, concurrency: 1, signal: abort.signal });

    expect(await done).toMatchObject({ loaded: 2 });
  });
});

type Sent = { id: string }[];

function clientThat(answer: (records: Sent) => GraphqlAnswer<unknown>) {
  const sent: string[][] = [];
  const client: GraphqlClient = {
    async execute<Data>(_query: string, variables: unknown) {
      const { records } = (variables as { input: { records: Sent } }).input;
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

describe('createProgress', () => {
  it('writes a line every few seconds where there is no terminal', () => {
    const stream = new PassThrough({ encoding: 'utf8' });
    let now = 0;
    const from = { offset: 1000, loaded: 10, refused: 0 };
    const progress = createProgress({ stream, total: 5000, from, now: () => now });

    for (now = 1000; now <= 10_000; now += 1000) {
      progress.update({ offset: 1000 + now / 10, loaded: 10 + now, refused: now < 9000 ? 0 : 2 });
    }
    progress.stop();

    expect(stream.read()).toBe(
      '30%, 5,010 records, 1,000/s, 0:35 left\n40%, 10,012 records (2 refused), 1,000/s, 0:30 left\n',
    );
  });
});

describe('duration', () => {
  it.each([
    [0, '0:00'],
    [59.6, '1:00'],
    [754, '12:34'],
    [3661, '1:01:01'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });
});

const refusal = (line: number, reason = 'it is wrong') => ({ line, code: 'REFUSED', reason, record: {} });

describe('ShownRefusals', () => {
  it('is empty as long as nothing is refused', () => {
    expect(String(new ShownRefusals())).toBe('');
  });

  it('shows the first ten and counts the others', () => {
    const shown = new ShownRefusals();
    shown.note(Array.from({ length: 7 }, (_, index) => refusal(index + 1)));
    shown.note(Array.from({ length: 7 }, (_, index) => refusal(index + 8)));

    const lines = String(shown).split('\n');

    expect(lines.slice(0, 2)).toEqual(['  line 1: REFUSED: it is wrong', '  line 2: REFUSED: it is wrong']);
    expect(lines.slice(9)).toEqual(['  line 10: REFUSED: it is wrong', '  … and 4 more.', '']);
  });

  it('lets no value steer the terminal', () => {
    const shown = new ShownRefusals();
    shown.note([refusal(1, 'the id "\u001b[2J\nx\u0007" is wrong')]);

    expect(String(shown)).toBe('  line 1: REFUSED: the id " x " is wrong\n');
  });
});
