import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../src/entities/operations.ts';
import { Pace } from '../../../../src/entities/pace.ts';
import type { CompiledRuleConfig } from '../../../../src/rules/types.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';
import { compile, rule, simple } from '../rules/compile/people.ts';

/** Counts how often the event loop could serve other requests while something is done. */
async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await counting;
  return turns;
}

/** The toy rules, with the pairs that they judged. */
function counted() {
  const judged = new Map<string, number>();
  const rules: CompiledRuleConfig = {
    ...toyRules,
    linked: (plan, a, b) => {
      const pair = [a[1]!.join(), b[1]!.join()].sort().join(' ');
      judged.set(pair, (judged.get(pair) ?? 0) + 1);
      return toyRules.linked(plan, a, b);
    },
  };
  return { rules, judged };
}

/** Records with one letter, none of which is linked with another. */
const apart = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${from + n}`, near: [`x${2 * (from + n)}`] }));

describe('a pace', () => {
  it('lets one computation at a time go on, and serves others between two', async () => {
    const log: string[] = [];
    const compute = async (name: string) => {
      const pace = new Pace();
      for (let n = 0; n < 3; n++) {
        log.push(name);
        await pace.rest();
      }
    };
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await setImmediate();
        log.push('other');
      }
    })();
    await Promise.all([compute('a'), compute('b'), compute('c')]);
    isOver = true;
    await others;

    const between = log
      .join(' ')
      .split(/\b[abc]\b/)
      .slice(3, -1);
    expect(between.every((part) => part.includes('other'))).toBe(true);
  });

  it('counts the units of each piece of work', async () => {
    const pace = new Pace();
    const result = await pace.through(
      (function* () {
        for (let n = 0; n < 10; n++) yield 3_000;
        return 'done';
      })(),
    );
    expect([result, pace.rests]).toEqual(['done', 2]);
  });
});

describe('a submit of records that share a value with many', () => {
  it('lets other requests in between, and judges no pair twice', async () => {
    const { rules, judged } = counted();
    const resolution = createResolution({ store: new MemoryStore(), rules });
    for (let n = 0; n < 400; n += 100) await resolution.submit(apart(n, 100));
    judged.clear();

    const turns = await turnsDuring(() => resolution.submit(apart(400, 100)));

    // Each with each of 400, and with each other.
    const pairs = 100 * 400 + (100 * 99) / 2;
    expect(judged.size).toBe(pairs);
    expect(Math.max(...judged.values())).toBe(1);
    // Ten milliseconds are 500 pairs.
    expect(turns).toBeGreaterThan(pairs / 500 - 2);
  });

  it('ends within its time', async () => {
    const { rules, judged } = counted();
    let time = 1_700_000_000_000;
    const slow: CompiledRuleConfig = {
      ...rules,
      linked: (...pair) => {
        time += 5;
        return rules.linked(...pair);
      },
    };
    const store = new MemoryStore();
    const resolution = createResolution({ store, rules: slow, now: () => time });
    for (let n = 0; n < 100; n += 20) await resolution.submit(apart(n, 20));
    judged.clear();

    await expect(resolution.submit(apart(100, 100))).rejects.toMatchObject({ code: 'TRY_AGAIN' });

    expect(judged.size).toBeLessThan(25_000 / 5 + 600);
  });
});

describe('a submit of records with many tokens', () => {
  /** Lists of which no two values are similar, made of the same letters. */
  const list = (record: number) =>
    Array.from({ length: 200 }, (_, n) => ((n + 200 * record) * 2_654_435_761 + 10 ** 12).toString(4).slice(-16));
  const rules = compile({
    fields: ['code', 'list'],
    comparers: [{ id: 'SIMILAR', type: 'similarity', attributes: { algorithm: 'jaroWinkler', threshold: 0.999 } }],
    tokenizers: [{ id: 'WHOLE', type: 'none', attributes: {} }],
    matchers: [
      simple('code'),
      {
        id: 'SIMILAR_LISTS',
        type: 'token',
        attributes: { resolverID: 'list', tokenizerID: 'WHOLE', comparerID: 'SIMILAR', min: 1 },
      },
    ],
    rules: [rule('R', ['code', 'SIMILAR_LISTS'])],
  });

  it('is stored in the end, because a repetition goes on where its time was over', async () => {
    let time = 1_700_000_000_000;
    // Each rest takes a second.
    const now = () => {
      time += 1_000;
      return time;
    };
    const resolution = createResolution({ store: new MemoryStore(), rules, now });
    const records = Array.from({ length: 4 }, (_, n) => ({ id: `r${n}`, code: 'same', list: list(n) }));
    let attempts = 1;
    for (; attempts < 60; attempts++) {
      const answer = await resolution.submit(records).catch((error: { code: string }) => error.code);
      if (answer !== 'TRY_AGAIN') break;
    }

    expect(attempts).toBeGreaterThan(1);
    expect(attempts).toBeLessThan(60);
    expect(await resolution.metrics()).toMatchObject({ recordCount: 4, entityCount: 4 });
  });
});

describe('a search for a value that many have', () => {
  it('lets other requests in between, and so do the edges of an entity', async () => {
    const resolution = createResolution({ store: new MemoryStore(), rules: toyRules });
    const chain = Array.from({ length: 400 }, (_, n) => ({ id: `r${n}`, near: [`x${n}`] }));
    for (let n = 0; n < 400; n += 100) await resolution.submit(chain.slice(n, n + 100));

    expect(await turnsDuring(() => resolution.search({ parameters: { near: ['x5000'] } }))).toBeGreaterThan(3);
    const view = (await resolution.entityByRecord('r0'))!;
    const pairs = (400 * 399) / 2;
    expect(await turnsDuring(() => view.prepare('links'))).toBeGreaterThan(pairs / 500 - 2);
    expect(view.edges()).toHaveLength(399);
  });
});
