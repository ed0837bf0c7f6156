import { describe, expect, it } from '@jest/globals';
import { REDO_AGE } from '../../../../src/entities/deadline.ts';
import { idFloor } from '../../../../src/entities/items/ids.ts';
import { openWrite } from '../../../../src/entities/items/journal.ts';
import { recordKey } from '../../../../src/entities/items/record.ts';
import type { Resolution } from '../../../../src/entities/operations.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import type { Decided } from '../../../../src/entities/people/types.ts';
import { RetryableError, UndecidedError } from '../../../../src/errors.ts';
import { ForgetfulStore } from '../../../setup/forgetful-store.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

const STEWARD = { user: 'Ada', client: 'review', reason: 'seen on paper' };
/** Passes only when the service waits, or a test. */
let clock = Date.now();
const record = (id: string, ...exact: string[]) => ({ id, exact });

/** Does a thing of which the answer to one call is lost, on a store that is prepared without a loss. */
async function lose(
  call: number,
  prepare: (resolution: Resolution) => Promise<unknown>,
  act: (resolution: Resolution) => Promise<unknown>,
) {
  const store = new ForgetfulStore();
  const resolution = createResolution({
    store,
    rules: toyRules,
    updateRecords: true,
    now: () => clock,
    pause: async (milliseconds) => {
      clock += Math.ceil(milliseconds);
    },
  });
  await prepare(resolution);
  store.lose(call);
  const answer = await act(resolution);
  return { answer, calls: store.calls };
}

/** Tries a thing with each of its calls lost in turn, and expects the answer that it has without a loss. */
async function expectTheSame(
  prepare: (resolution: Resolution) => Promise<unknown>,
  act: (resolution: Resolution) => Promise<unknown>,
): Promise<unknown> {
  const { answer, calls } = await lose(0, prepare, act);
  expect(calls).toBeGreaterThan(0);
  for (let call = 1; call <= calls; call++) {
    expect([call, (await lose(call, prepare, act)).answer]).toEqual([call, answer]);
  }
  return answer;
}

const ONE = { decisions: 1, unfinished: null };
const apart = (resolution: Resolution) => resolution.submit([record('a', 'x'), record('b', 'y')]);
const together = (resolution: Resolution) => resolution.submit([record('a', 'x'), record('b', 'x')]);

/** What became of a decision when all is done. A client repeats a request without an answer. */
async function told(resolution: Resolution, decide: () => Promise<Decided>) {
  const repeated = (error: unknown) => {
    if (error instanceof UndecidedError) return decide();
    throw error;
  };
  const { decision, complete } = await decide().catch(repeated);
  if (!complete) {
    clock += 2 * REDO_AGE;
    await resolution.sweep();
  }
  const { decisions } = await resolution.decisions({ first: 100 });
  const entities = await Promise.all(['a', 'b'].map((id) => resolution.entityByRecord(id)));
  return {
    kind: decision.kind,
    stands: decision.undone === null,
    entities: new Set(entities.map((entity) => entity?.id)).size,
    decisions: decisions.length,
    unfinished: await resolution.oldestInterrupted(),
  };
}

describe('an operation of which one answer is lost', () => {
  it('says of each submitted record what it did', async () => {
    const answer = await expectTheSame(together, async (resolution) => {
      const answers = await resolution.submit([record('a', 'y'), record('c', 'y')]);
      return answers.map(({ id, outcome }) => [id, outcome]);
    });

    expect(answer).toEqual([
      ['a', 'UPDATED'],
      ['c', 'CREATED'],
    ]);
  });

  it('links once', async () => {
    const link = async (resolution: Resolution) =>
      told(resolution, () => resolution.link({ a: 'a', b: 'b', ...STEWARD }));

    expect(await expectTheSame(apart, link)).toEqual({ ...ONE, kind: 'link', stands: true, entities: 1 });
  });

  it('separates once', async () => {
    const separate = async (resolution: Resolution) =>
      told(resolution, () => resolution.separate({ a: 'a', b: 'b', ...STEWARD }));

    expect(await expectTheSame(together, separate)).toEqual({ ...ONE, kind: 'separate', stands: true, entities: 2 });
  });

  it('takes a decision back once', async () => {
    const decide = async (resolution: Resolution) => {
      await together(resolution);
      await resolution.separate({ a: 'a', b: 'b', ...STEWARD });
    };
    const undo = async (resolution: Resolution) => {
      const [decision] = (await resolution.decisions({ first: 1 })).decisions;
      return told(resolution, () => resolution.undoDecision({ id: decision!.id, ...STEWARD }));
    };

    expect(await expectTheSame(decide, undo)).toEqual({ ...ONE, kind: 'separate', stands: false, entities: 1 });
  });
});

const TEN_MINUTES_AGO = idFloor(frozenClock() - 600_000).slice(0, 10);

/** Twenty records whose submits were cut off ten minutes ago, one after the other. */
async function cutOff(store: MemoryStore) {
  const resolution = createResolution({ store, rules: toyRules, now: frozenClock });
  const keys = Array.from({ length: 20 }, (_, index) => recordKey(`r${index}`));
  for (const [index, key] of keys.entries()) {
    const id = `r${index}`;
    await resolution.submit([{ id, exact: [id] }]);
    const operation = `${TEN_MINUTES_AGO}${String(index).padStart(16, '0')}`;
    const [item] = await store.getMany([key]);
    await store.write([openWrite(operation, { recordIDs: [id] }, undefined), { put: { ...item!, o: operation } }]);
  }
  return { resolution, keys };
}

describe('a sweep', () => {
  it('finishes all other work when some cannot be finished, and fails for that', async () => {
    const store = new MemoryStore();
    const { resolution, keys } = await cutOff(store);
    const broken = await store.getMany(keys.slice(0, 2));
    await store.write(broken.map((item) => ({ put: { ...item!, d: 'no JSON' } })));

    const failure = await resolution.sweep().catch((error: unknown) => error);
    await store.write(broken.map((item) => ({ put: item! })));

    expect(failure).toBeInstanceOf(SyntaxError);
    expect(await resolution.sweep()).toBe(2);
    expect(await resolution.oldestInterrupted()).toBeNull();
  });

  it('ends where the store does not answer: what is next would have to wait for it as well', async () => {
    const store = new MemoryStore();
    const { resolution } = await cutOff(store);
    let asked = 0;
    const { write } = store;
    store.write = async () => {
      asked += 1;
      throw new RetryableError('the store did not answer in time');
    };

    const failure = await resolution.sweep().catch((error: unknown) => error);
    store.write = write;

    expect(failure).toBeInstanceOf(RetryableError);
    expect(asked).toBe(1);
    expect(await resolution.sweep()).toBe(20);
  });
});
