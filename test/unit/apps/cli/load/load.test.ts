import { describe, expect, it } from '@jest/globals';
import type { RefusedRecord } from '../../../../../apps/cli/load/errors-file.ts';
import { EverythingRefusedError, type LoadOptions, load } from '../../../../../apps/cli/load/load.ts';
import type { LoadState } from '../../../../../apps/cli/load/load-state.ts';
import { fileStart, type SourceRecord } from '../../../../../apps/cli/load/source-record.ts';
import type { Submit } from '../../../../../apps/cli/load/submitter.ts';

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
