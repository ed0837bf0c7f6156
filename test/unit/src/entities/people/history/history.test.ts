import { beforeEach, describe, expect, it } from '@jest/globals';
import { outboxPartitions, readOutboxEntry } from '../../../../../../src/entities/items/outbox.ts';
import type { Resolution } from '../../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import { endOfHistory, recordHistory } from '../../../../../../src/entities/people/history/record-history.ts';
import { atOnce } from '../../../../../setup/at-once.ts';
import { interrupted } from '../../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { toyRules } from '../../../../../setup/toy-rules.ts';

const DAY = 86_400_000;
const steward = { user: 'Ada', client: 'review', reason: 'seen on paper' };
const record = (id: string, ...exact: string[]) => ({ id, exact });

let store: MemoryStore;
let resolution: Resolution;
let time: number;
const open = (historyRetentionInDays = 30, entityEvents = false) =>
  createResolution({ store, rules: toyRules, entityEvents, historyRetentionInDays, now: () => time, ...atOnce });
beforeEach(() => {
  store = new MemoryStore();
  time = 1_700_000_000_000;
  resolution = open();
});

/** Lets the clock go on, so that operations have an order. */
const later = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  time += 1_000;
  return work();
};
const submit = (...records: object[]) => later(() => resolution.submit(records as { id: string }[]));
const submitAndSweep = async (...records: object[]) => {
  await submit(...records);
  await resolution.sweep();
};
const entityOf = async (id: string) => (await resolution.entityByRecord(id))!.id;
const eventsOf = async (of: { recordID: string } | { entityID: string }) => {
  await resolution.sweep();
  return (await resolution.history({ of, first: 100 })).events;
};
const ofRecord = (recordID: string) => eventsOf({ recordID });
const ofEntity = (entityID: string) => eventsOf({ entityID });
const outboxEntries = async () => {
  const pages = await Promise.all(outboxPartitions.map((partition) => store.query(partition)));
  return pages.flatMap(({ items }) => items.map(readOutboxEntry));
};
const kinds = (events: readonly { kind: string; cause: string }[]) =>
  events.map(({ kind, cause }) => `${kind} ${cause}`);

describe('history', () => {
  it('says what became of a record, newest first, with the decisions of people', async () => {
    await submit(record('a', 'x'), record('b', 'y'));
    await submit(record('a', 'z'));
    const { decision } = await later(() => resolution.link({ a: 'a', b: 'b', ...steward }));

    const events = await ofRecord('a');
    expect(kinds(events)).toEqual(['decided link', 'changed update', 'created submit']);
    expect(events[0]).toMatchObject({ decision: { id: decision.id, ...steward }, recordIDs: ['a'] });
    expect(events[2]).toMatchObject({ at: 1_700_000_001_000, recordIDs: ['a'], entityIDs: [], decision: null });
  });

  it('says what became of an entity: merged by rules and by people, split by an undo', async () => {
    await submitAndSweep(record('a', 'x'));
    await submitAndSweep(record('b', 'y'));
    const [a, b] = [await entityOf('a'), await entityOf('b')];
    await submit(record('c', 'x', 'y'));
    expect(kinds(await ofEntity(b))).toEqual(['merged submit', 'created submit']);
    expect((await ofEntity(a)).map(({ kind }) => kind).sort()).toEqual(['created', 'created', 'merged']);

    await submitAndSweep(record('d', 'w'));
    const d = await entityOf('d');
    const { decision } = await later(() => resolution.link({ a: 'a', b: 'd', ...steward }));
    expect((await ofEntity(d))[0]).toMatchObject({ kind: 'merged', cause: 'link', entityIDs: [a] });
    expect((await ofEntity(d))[0]!.decision).toMatchObject({ id: decision.id, user: 'Ada' });
    await later(() => resolution.undoDecision({ id: decision.id, ...steward }));
    expect((await ofEntity(a))[0]).toMatchObject({ kind: 'split', cause: 'undo', decision: { id: decision.id } });
  });

  it('comes page by page', async () => {
    await submit(record('a', 'x'));
    for (let index = 0; index < 5; index++) await submit(record('a', `x${index}`));
    const all = (await ofRecord('a')).map(({ id }) => id);
    expect(all).toHaveLength(6);
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const page = await resolution.history({ of: { recordID: 'a' }, first: 2, after });
      paged.push(...page.events.map(({ id }) => id));
      after = page.after;
    } while (after !== undefined);
    expect(paged).toEqual(all);
    const wrong = resolution.history({ of: { recordID: 'a' }, first: 2, after: 'x' });
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_HISTORY_INPUT' });
  });

  it('forgets an erased record, and keeps that one was erased', async () => {
    await submit(record('gone', 'x'), record('stays', 'x'));
    const entity = await entityOf('gone');
    expect((await ofEntity(entity))[0]!.recordIDs).toEqual(['gone', 'stays']);
    await later(() => resolution.disassemble({ recordIDs: ['gone'] }));

    const events = await ofEntity(entity);
    expect(kinds(events)).toEqual(['erased erasure', 'created submit']);
    expect(events[1]!.recordIDs).toEqual(['stays']);
    expect(await ofRecord('gone')).toEqual([]);
    expect(JSON.stringify([...store.items.values()])).not.toContain('gone');
  });

  it('names no record that was erased before its history was written', async () => {
    await submit(record('gone', 'x'));
    const entity = await entityOf('gone');
    await later(() => resolution.disassemble({ recordIDs: ['gone'] }));
    expect(kinds(await ofEntity(entity))).toEqual(['erased erasure']);
    expect(JSON.stringify([...store.items.values()])).not.toContain('gone');
  });

  it('does not give a new record the history of an erased one of its id', async () => {
    await submit(record('a', 'x'));
    await later(() => resolution.disassemble({ recordIDs: ['a'] }));
    await submit(record('a', 'y'));
    expect(kinds(await ofRecord('a'))).toEqual(['created submit']);
  });

  it('forgets a record that is erased before any call of a run, which ends before any later one', async () => {
    await submit(record('gone', 'x'));
    const entries = await outboxEntries();
    const erase = () => later(() => resolution.disassemble({ recordIDs: ['gone'] }));
    const before = new Map(store.items);
    const start = time;
    const again = () => {
      store.items.clear();
      for (const [key, item] of before) store.items.set(key, item);
    };
    const run = async (onCall: (call: number) => Promise<void>) => {
      let calls = 0;
      const counted = interrupted(store, () => onCall(++calls));
      const ended = await recordHistory(counted, entries, endOfHistory(time, 30)).catch(String);
      return { calls, ended };
    };
    const { calls: callsOfRun } = await run(async () => undefined);
    expect(callsOfRun).toBeGreaterThan(3);
    for (let erasedAt = 1; erasedAt <= callsOfRun; erasedAt++) {
      for (let endedAt = erasedAt + 1, isEnded = true; isEnded; endedAt++) {
        again();
        time = start;
        const { ended } = await run(async (call) => {
          if (call === erasedAt) await erase();
          if (call === endedAt) throw new Error('the process ends');
        });
        isEnded = ended === 'Error: the process ends';
        // The sweeper and the relay delete the entries whose history is made.
        if (!isEnded) await store.write(entries.map(({ key: { pk, sk } }) => ({ delete: { pk, sk } })));
        time += DAY;
        await resolution.sweep();
        const named = [...store.items.values()].filter((item) => JSON.stringify(item).includes('gone'));
        expect({ erasedAt, endedAt, named }).toEqual({ erasedAt, endedAt, named: [] });
      }
    }
  });

  it('lists one end of an event that a later run writes again', async () => {
    await submit(record('gone', 'x'));
    await recordHistory(store, await outboxEntries(), endOfHistory(time, 30));
    time += DAY;
    await resolution.sweep();
    await later(() => resolution.disassemble({ recordIDs: ['gone'] }));
    await resolution.sweep();
    expect(JSON.stringify([...store.items.values()])).not.toContain('gone');
  });

  it('ends after its days: at once for readers, and in the store with the next day', async () => {
    await submit(record('a', 'x'));
    expect(await ofRecord('a')).toHaveLength(1);
    time += 30 * DAY + 2_000;
    expect((await resolution.history({ of: { recordID: 'a' }, first: 5 })).events).toEqual([]);
    time += 2 * DAY;
    await resolution.sweep();
    expect([...store.items.values()].filter(({ pk, sk }) => /^O[#~]\d/.test(pk) || sk.startsWith('|'))).toEqual([]);
  });

  it('writes nothing and answers nothing where it is off', async () => {
    resolution = open(0);
    await submit(record('a', 'x'));
    await resolution.sweep();
    expect([...store.items.values()].filter(({ pk }) => pk.startsWith('V#') || pk.startsWith('O'))).toEqual([]);
    await expect(resolution.history({ of: { recordID: 'a' }, first: 5 })).rejects.toMatchObject({
      code: 'HISTORY_OFF',
    });
  });

  it('is left to the relay where entity events are on', async () => {
    resolution = open(30, true);
    await submit(record('a', 'x'));
    await resolution.sweep();
    expect([...store.items.values()].some(({ pk }) => pk.startsWith('V#'))).toBe(true);
  });
});
