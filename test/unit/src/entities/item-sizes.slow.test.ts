import { describe, expect, it } from '@jest/globals';
import { REDO_AGE } from '../../../../src/entities/deadline.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import type { Item } from '../../../../src/store/port.ts';
import { atOnce } from '../../../setup/at-once.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { reviewingRules } from '../../../setup/toy-rules.ts';

const steward = { user: 'Ada', client: 'review', reason: 'seen on paper' };
/** An item that had 20 bytes for each record, ban, decision or change of the entity would be larger. */
const MOST_BYTES = 6_000;
const RECORDS = 300;
const TIMES = 110;
const BANS = 40;

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
/** Does something for each name; what has no room is refused, and must have its own code. */
async function forEach(ids: readonly string[], codes: readonly string[], act: (id: string) => Promise<unknown>) {
  let refused = 0;
  for (const id of ids) {
    await act(id).catch((error: { code?: string }) => {
      if (!codes.includes(error.code ?? '')) throw error;
      refused += 1;
    });
  }
  return refused;
}

const sizeOf = (item: Item) => JSON.stringify(item).length;

describe('the items of the table', () => {
  it('do not grow with an entity: its records, changes, decisions, removed links, groups and bans', async () => {
    const store = new MemoryStore();
    let time = 1_700_000_000_000;
    let largest = { size: 0, key: '' };
    const apply = store.apply.bind(store);
    store.apply = (write) => {
      const outcome = apply(write);
      const key = 'put' in write ? write.put : 'update' in write ? write.update : write.delete;
      const item = store.items.get(`${key.pk}\u0000${key.sk}`);
      if (item !== undefined && sizeOf(item) > largest.size)
        largest = { size: sizeOf(item), key: `${key.pk} ${key.sk}` };
      return outcome;
    };
    const resolution = createResolution({
      store,
      rules: reviewingRules,
      now: () => time,
      mostBans: BANS,
      historyRetentionInDays: 30,
      ...atOnce,
    });
    const members = names('m', RECORDS);
    const strangers = names('s', TIMES);
    // Each batch becomes nodes of its own, which the last record unites.
    for (let start = 0; start < RECORDS; start += 40) {
      const exact = [`x${start}`];
      await resolution.submit(members.slice(start, start + 40).map((id, n) => ({ id, exact, near: [`y${4 * n}`] })));
    }
    const hub = { id: 'hub', exact: names('x', RECORDS).filter((_, n) => n % 40 === 0), near: ['y1'] };
    await resolution.submit([hub]);
    for (let start = 0; start < TIMES; start += 50) {
      await resolution.submit(strangers.slice(start, start + 50).map((id) => ({ id, exact: [id], near: ['z1'] })));
    }

    await forEach(strangers, [], async (id) => resolution.submit([{ ...hub, note: id }]));
    const links = await forEach(strangers, ['TOO_MANY_DECISIONS'], (id) =>
      resolution.link({ a: 'hub', b: id, ...steward }),
    );
    await forEach(strangers.slice(0, 30), [], async (id) => {
      const [last] = (await resolution.decisions({ first: 1, record: id })).decisions;
      if (last !== undefined) await resolution.undoDecision({ id: last.id, user: 'Ada', client: 'review' });
    });
    const cuts = await forEach(members.slice(0, TIMES), ['TOO_MANY_CUTS', 'EDGE_NOT_FOUND'], (id) =>
      resolution.disassemble({ edges: [{ a: 'm120', b: id }] }),
    );
    const lonely = names('l', TIMES);
    await resolution.submit(lonely.slice(0, 100).map((id) => ({ id, exact: [id] })));
    await resolution.submit(lonely.slice(100).map((id) => ({ id, exact: [id] })));
    const bans = await forEach(lonely, ['TOO_MANY_BANS'], (id) => resolution.separate({ a: 'hub', b: id, ...steward }));
    const view = (await resolution.entityByRecord('hub'))!;
    for (const { reference, others } of (await view.connectionBans()).slice(0, 20)) {
      await resolution.removeConnectionBan({ reference, entityID: view.id, others, meta: steward });
    }
    // A ban between as many parts as the hub held together.
    await resolution.disassemble({ recordIDs: ['hub'], createConnectionBan: true, meta: steward });
    time += 2 * REDO_AGE;
    await resolution.sweep();

    expect({ links, bans }).toEqual({ links: TIMES - 90, bans: TIMES - BANS });
    expect(cuts).toBeGreaterThan(0);
    expect((await resolution.metrics()).oldestUnfinished).toBeNull();
    expect(largest).toEqual({ size: expect.any(Number), key: expect.any(String) });
    expect(largest.size).toBeLessThan(MOST_BYTES);
  });
});
