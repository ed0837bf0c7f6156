import { describe, expect, it } from '@jest/globals';
import type { Item } from '../../src/store/port.ts';
import { seededRandom } from '../setup/interleaving.ts';
import { toyGenerations } from '../setup/toy-generations.ts';
import { record } from './races.ts';
import { CAP, connected, given, LuckyTable } from './rule-change-luck.ts';

const named = (name: string) => toyGenerations.find((one) => one.name === name)!;
const LOOSE = named('other exact keys, looser');
const TIGHT = named('tighter');
const FIRST = named('first');

const records = [
  record('p', ['a'], ['x1']),
  record('q', ['a'], ['x3']),
  record('r', ['b'], ['x5']),
  record('s', ['b', 'c']),
  record('t', ['c'], ['y5']),
  record('u', [], ['y5']),
  record('v', ['a'], ['z1']),
];
const ids = records.map(({ id }) => String(id));

/** Entities are split by the one, and united by the other; both make other keys. */
const changes = [
  { name: 'that splits entities', from: LOOSE, to: TIGHT },
  { name: 'that unites entities', from: TIGHT, to: LOOSE },
];

async function expectEnd(table: LuckyTable, rules: typeof LOOSE): Promise<void> {
  await table.finish(rules);
  expect(await table.entities(ids)).toEqual(connected(rules, records));
  expect(table.keys()).toEqual(given(rules, records));
  const { recordCount, entityCount, oldestUnfinished } = await (await table.process()).metrics();
  expect({ recordCount, entityCount, oldestUnfinished }).toEqual({
    recordCount: records.length,
    entityCount: connected(rules, records).length,
    oldestUnfinished: null,
  });
}

/** How many calls of the store a change takes. */
async function callsOf(from: typeof LOOSE, to: typeof LOOSE): Promise<number> {
  const table = await LuckyTable.of(from, records);
  await expectEnd(table, to);
  return table.calls;
}

describe.each(changes)('a change of rules $name', ({ from, to }) => {
  it('ends well if the worker dies at any call of the store, also in the middle of it', async () => {
    const calls = await callsOf(from, to);
    expect(calls).toBeGreaterThan(100);
    for (let last = 1; last <= calls; last++) {
      const table = await LuckyTable.of(from, records);
      table.strike((call) => (call === last ? 'dies' : undefined));
      await table.work(to);
      await expectEnd(table, to);
    }
  });

  it('ends well in a table that is restored from a backup of any moment, for the rules of then and of before', async () => {
    const table = await LuckyTable.of(from, records);
    const backups: ReadonlyMap<string, Item>[] = [];
    table.strike((call) => {
      if (call % 7 === 0) backups.push(new Map(table.store.items));
      return undefined;
    });
    await table.finish(to);
    expect(backups.length).toBeGreaterThan(30);
    for (const [index, items] of backups.entries()) await expectEnd(table.restored(items), index % 2 === 0 ? to : from);
  });

  it('ends well on a table that refuses calls for going too fast', async () => {
    for (const every of [40, 90]) {
      const table = await LuckyTable.of(from, records);
      table.strike((call) => (call % every === 0 ? 'is throttled' : undefined));
      await expectEnd(table, to);
    }
  });

  it('gives way to a second one at any moment, or is followed by it', async () => {
    const calls = await callsOf(from, to);
    for (let last = 1; last <= calls; last += 7) {
      const table = await LuckyTable.of(from, records);
      table.strike((call) => (call === last ? 'dies' : undefined));
      await table.work(to);
      await expectEnd(table, FIRST);
    }
  });

  it('ends well under two sweepers at once', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const table = await LuckyTable.of(from, records);
      table.strike(() => (random() < 0.4 ? 'waits' : undefined));
      const sweeper = async () => {
        await (await table.process()).sweep();
        await table.work(to);
      };
      for (let round = 0; round < 3; round++) await Promise.all([sweeper(), sweeper()]);
      await expectEnd(table, to);
    }
  });
});

describe('a blocking key that becomes over-frequent in a change', () => {
  it('is marked, links nothing that the rules keep apart, and leaves nothing behind', async () => {
    const next = named('other blocking keys');
    const many = Array.from({ length: 3 * CAP }, (_, index) => record(`m${index}`, [], [`x${index % 9}`]));
    const table = await LuckyTable.of(named('tighter'), many);

    await table.finish(next);

    const process = await table.process();
    expect((await process.metrics()).genericKeys.map(({ hash }) => hash)).toEqual(['nearD-x']);
    const postings = [...table.store.items.values()].filter(({ pk, sk }) => pk === 'B#nearD-x' && sk !== '\t');
    expect(postings.length).toBeLessThanOrEqual(CAP + 1);
    for (const { id } of many) await process.disassemble({ recordIDs: [String(id)] });
    expect(table.keys()).toEqual([]);
  });
});
