import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../../src/entities/create.ts';
import { REDO_AGE } from '../../../../../src/entities/deadline.ts';
import type { Decided } from '../../../../../src/entities/decisions/types.ts';
import type { Resolution } from '../../../../../src/entities/types.ts';
import { UndecidedError } from '../../../../../src/errors.ts';
import { ForgetfulStore } from '../../../../setup/forgetful-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

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
