import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../../../src/entities/operations.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import { deadLetters, replayDeadLetters } from '../../../../src/events/dead-letters.ts';
import { FIRST_RETRY, LONGEST_RETRY, retryAfter } from '../../../../src/events/delivery.ts';
import type { EntityEvent } from '../../../../src/events/entity-event.ts';
import { publishEvents } from '../../../../src/events/outbox-relay.ts';
import type { Delivery, EventTarget } from '../../../../src/events/target.ts';
import { checkItem, ITEM_BYTES } from '../../../../src/store/items.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

const MINUTE = 60_000;

/** A target that keeps what it takes, and takes what `fate` lets it. */
class Consumer implements EventTarget {
  readonly taken: EntityEvent[] = [];
  fate: (event: EntityEvent) => Delivery = () => 'delivered';

  async deliver(events: readonly EntityEvent[]): Promise<Delivery[]> {
    return events.map((event) => {
      const delivery = this.fate(event);
      if (delivery === 'delivered') this.taken.push(event);
      return delivery;
    });
  }

  /** What came since the last call: type, records and causes of each event. */
  take(): string[] {
    return this.taken.splice(0).map(({ type, recordIDs, causes }) => {
      return `${type} [${recordIDs.join()}] by ${causes.map((cause) => cause.type).join()}`;
    });
  }
}

const down: Delivery = { reason: 'it is down', unavailable: true };
const refused: Delivery = { reason: 'it says no', unavailable: false };
/** What a run answers that can deliver nothing yet. */
const waiting = { delivered: 0, waiting: true };

describe('publishEvents', () => {
  let store: MemoryStore;
  let consumer: Consumer;
  let resolution: Resolution;
  /** Each test is later than those before: ids never go back within a process. */
  let time = frozenClock();
  const publish = (maxAttempts = 30) => publishEvents({ store, target: consumer, now: () => time, maxAttempts });
  const submit = (id: string, ...exact: string[]) => resolution.submit([{ id, exact }]);
  const partitions = (prefix: string) => [...store.items.values()].filter(({ pk }) => pk.startsWith(prefix));

  beforeEach(() => {
    store = new MemoryStore();
    consumer = new Consumer();
    time += 30 * 24 * 60 * MINUTE;
    resolution = createResolution({
      store,
      rules: toyRules,
      updateRecords: true,
      entityEvents: true,
      now: () => time,
    });
  });

  it('publishes a created entity, and nothing in the next run', async () => {
    await submit('a', 'x');

    await publish();
    const first = consumer.taken.slice();
    await publish();

    const { entityID } = (await resolution.submit([{ id: 'a', exact: ['x'] }]))[0]!;
    expect(first).toEqual([
      {
        version: 1,
        id: `${entityID}.1`,
        type: 'created',
        entityID,
        sequence: 1,
        time: new Date(time).toISOString(),
        recordCount: 1,
        recordCountIsExact: true,
        recordIDs: ['a'],
        causes: [{ type: 'submit', operation: expect.stringMatching(/^[0-9A-Z]{26}$/), recordIDs: ['a'] }],
      },
    ]);
    expect(consumer.taken).toHaveLength(1);
  });

  it('publishes changes by new records and by new content, and names the records', async () => {
    await submit('a', 'x');
    await publish();
    consumer.take();

    await submit('b', 'x');
    await publish();
    const further = consumer.taken.at(-1);
    await submit('b', 'x', 'y');
    await publish();
    await submit('b', 'x', 'y');
    await publish();

    expect(further?.causes).toMatchObject([{ type: 'submit', recordIDs: ['b'] }]);
    expect(consumer.take()).toEqual(['changed [a,b] by submit', 'changed [a,b] by update']);
  });

  it('names one operation for the new records of a request, and another for each that changed', async () => {
    await resolution.submit(['a', 'b'].map((id) => ({ id, exact: [id] })));
    await publish();
    await resolution.submit(['a', 'b', 'c', 'd'].map((id) => ({ id, exact: [id, `${id}2`] })));
    await publish();

    const operationOf = (type: string, record: string) =>
      consumer.taken.find((event) => event.type === type && event.recordIDs.includes(record))?.causes[0]?.operation;
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((record) => operationOf('created', record));
    const [changedA, changedB] = ['a', 'b'].map((record) => operationOf('changed', record));
    expect([a, c]).toEqual([b, d]);
    expect(new Set([a, c, changedA, changedB]).size).toBe(4);
  });

  it('publishes a merge for both entities, each with the id of the other', async () => {
    const [a] = await submit('a', 'x');
    const [b] = await submit('b', 'y');
    await publish();
    consumer.taken.length = 0;

    await submit('c', 'x', 'y');
    await publish();

    const survivor = consumer.taken.find(({ absorbed }) => absorbed !== undefined);
    const absorbed = consumer.taken.find(({ mergedInto }) => mergedInto !== undefined);
    expect(survivor).toMatchObject({ type: 'merged', entityID: a!.entityID, absorbed: [b!.entityID], recordCount: 3 });
    expect(absorbed).toMatchObject({ type: 'merged', entityID: b!.entityID, mergedInto: a!.entityID, recordCount: 0 });
    expect(absorbed?.recordIDs).toEqual([]);
  });

  it('publishes a split for the entity and its parts, and the erasure of the last record', async () => {
    await submit('a', 'x');
    const { entityID } = (await submit('b', 'x'))[0]!;
    await publish();
    consumer.taken.length = 0;

    await resolution.disassemble({ edges: [{ a: 'a', b: 'b' }] });
    await publish();
    const [part, rest] = [...consumer.taken].sort((one) => (one.type === 'created' ? -1 : 1));
    consumer.taken.length = 0;
    await resolution.disassemble({ recordIDs: ['b'] });
    await publish();

    expect(rest).toMatchObject({ type: 'split', entityID, parts: [part!.entityID], recordIDs: ['a'] });
    expect(part).toMatchObject({ type: 'created', splitFrom: entityID, recordIDs: ['b'] });
    expect(part?.causes).toEqual(rest?.causes);
    expect(consumer.taken).toMatchObject([
      { type: 'deleted', entityID: part!.entityID, sequence: 2, causes: [{ type: 'erasure', recordIDs: ['b'] }] },
    ]);
  });

  it('publishes a merge after a cannot-link constraint is removed', async () => {
    await submit('a', 'x');
    await submit('b', 'x');
    const { reference } = await resolution.disassemble({ edges: [{ a: 'a', b: 'b' }], createConnectionBan: true });
    await submit('c', 'x');
    await submit('b', 'x', 'z');
    await publish();
    consumer.taken.length = 0;
    const [a, b] = await Promise.all(['a', 'b'].map((id) => resolution.entityByRecord(id)));
    const meta = { user: 'u', reason: 'r' };

    await resolution.removeConnectionBan({ reference: reference!, entityID: a!.id, others: [b!.id], meta });
    await publish();

    const merged = consumer.taken.filter(({ type }) => type === 'merged');
    const united = (await resolution.entityByRecord('a'))?.id === (await resolution.entityByRecord('b'))?.id;
    expect(merged.length > 0).toBe(united);
    for (const { causes } of merged) expect(causes).toMatchObject([{ type: 'banRemoval' }]);
  });

  it('writes nothing while events are off', async () => {
    const off = createResolution({ store, rules: toyRules, updateRecords: true, now: () => time });

    await off.submit([{ id: 'a', exact: ['x'] }]);
    await off.submit([{ id: 'b', exact: ['y'] }]);
    await off.submit([{ id: 'c', exact: ['x', 'y'] }]);
    await off.submit([{ id: 'b', exact: ['z'] }]);
    await off.disassemble({ recordIDs: ['c'] });

    expect(partitions('V#')).toEqual([]);
  });

  it('tries refused events again later, in order', async () => {
    await submit('a', 'x');
    consumer.fate = () => down;
    const first = await publish();
    await submit('b', 'x');
    const atOnce = await publish();
    consumer.fate = () => 'delivered';
    const tooEarly = await publish();
    time += FIRST_RETRY;

    const later = await publish();

    expect(first).toEqual({ delivered: 0, failed: 1, dead: 0, waiting: true, reason: 'it is down' });
    expect([atOnce, tooEarly]).toMatchObject([waiting, waiting]);
    expect(later).toEqual({ delivered: 2, failed: 0, dead: 0, waiting: false });
    expect(consumer.taken.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(consumer.take()).toEqual(['created [a] by submit', 'changed [a,b] by submit']);
  });

  it('waits longer after every failure, up to an hour', () => {
    const waits = [1, 2, 3, 9, 10, 30].map(retryAfter);

    expect(waits).toEqual([10_000, 20_000, 40_000, 2_560_000, LONGEST_RETRY, LONGEST_RETRY]);
  });

  it('publishes other entities while the events of one are refused', async () => {
    await submit('a', 'x');
    await submit('b', 'y');
    consumer.fate = ({ recordIDs }) => (recordIDs.includes('a') ? refused : 'delivered');

    await publish();

    expect(consumer.take()).toEqual(['created [b] by submit']);
  });

  it('publishes a merge once while events of the other entities wait', async () => {
    const bases = Array.from({ length: 150 }, (_, index) => index);
    for (const base of bases) await submit(`a${base}`, `x${base}`);
    await publish();
    consumer.taken.length = 0;
    for (const base of bases.slice(1)) await submit(`b${base}`, 'x0', `x${base}`);
    consumer.fate = ({ mergedInto }) => (mergedInto === undefined ? 'delivered' : refused);
    await publish();
    const absorbed = consumer.taken.splice(0).flatMap((event) => event.absorbed ?? []);

    const later = [await publish(), await publish()];

    expect([absorbed.length, new Set(absorbed).size]).toEqual([149, 149]);
    expect(later).toMatchObject([waiting, waiting]);
  });

  it('publishes a change of an oversized entity once while its outbox entry waits for another entity', async () => {
    const records = Array.from({ length: 1_100 }, (_, index) => ({ id: `r${index}`, exact: ['x'] }));
    for (let from = 0; from < records.length; from += 100) await resolution.submit(records.slice(from, from + 100));
    consumer.fate = ({ recordIDs }) => (recordIDs.includes('bad') ? refused : 'delivered');
    for (const id of ['bad', 'worse']) {
      await resolution.submit([
        { id, exact: ['y'] },
        { id: `${id}-in-oversized`, exact: ['x'] },
      ]);
      await publish();
    }
    await publish();
    consumer.taken.length = 0;

    const later = [await publish(), await publish()];

    expect(later).toMatchObject([waiting, waiting]);
  });

  it('makes a dead letter of events refused too often, publishes later events, and replays it', async () => {
    await submit('a', 'x');
    consumer.fate = () => refused;
    await publish(2);
    time += MINUTE;
    const second = await publish(2);
    await submit('b', 'x');
    consumer.fate = () => 'delivered';
    await publish(2);
    const gone = consumer.taken.map(({ sequence }) => sequence);
    const letters = [];
    for await (const { reason, events } of deadLetters(store)) letters.push([reason, events.length]);

    const replayed = await replayDeadLetters(store, consumer);

    expect(second).toMatchObject({ failed: 0, dead: 1, waiting: false });
    expect(gone).toEqual([2]);
    expect(letters).toEqual([['it says no', 1]]);
    expect(replayed).toEqual({ delivered: 1, left: 0 });
    expect(consumer.taken.map(({ sequence }) => sequence)).toEqual([2, 1]);
    expect(partitions('D#')).toEqual([]);
  });

  it('replays other dead letters after one fails, but stops when the target is unavailable', async () => {
    for (let index = 0; index < 9; index++) await submit(`r${index}`, `x${index}`);
    consumer.fate = () => refused;
    await publish(1);
    const first = (await deadLetters(store).next()).value!.events[0]!.entityID;
    let asked = 0;
    consumer.fate = () => {
      asked += 1;
      return down;
    };
    const whileDown = await replayDeadLetters(store, consumer);
    consumer.fate = ({ entityID }) => (entityID === first ? down : 'delivered');

    const replayed = await replayDeadLetters(store, consumer);

    expect([whileDown, asked]).toEqual([{ delivered: 0, left: 9 }, 5]);
    expect(replayed).toEqual({ delivered: 8, left: 1 });
  });

  it('sends the same bytes under the same id when it is unknown whether they were accepted', async () => {
    await submit('a', 'x');
    const sent: string[] = [];
    const target: EventTarget = {
      deliver: async (events) => {
        sent.push(...events.map((event) => JSON.stringify(event)));
        throw new Error('the process dies here');
      },
    };
    await publishEvents({ store, target, now: () => time, claimTime: 0 }).catch(() => undefined);
    await submit('b', 'x');

    await publish();

    expect(JSON.stringify(consumer.taken[0])).toBe(sent[0]);
    expect(consumer.take()).toEqual(['created [a] by submit', 'changed [a,b] by submit']);
  });

  it('leaves the work to the run that holds the claim, until the claim expires', async () => {
    await submit('a', 'x');
    const dying: EventTarget = { deliver: () => Promise.reject(new Error('the process dies here')) };
    await publishEvents({ store, target: dying, now: () => time }).catch(() => undefined);

    const meanwhile = await publish();
    time += MINUTE + 1;
    const later = await publish();

    expect(meanwhile).toMatchObject(waiting);
    expect(later).toMatchObject({ delivered: 1, waiting: false });
  });

  it('lists the first 100 records of an entity, counts the rest, and estimates an oversized entity', async () => {
    const batch = (from: number, size: number) =>
      resolution.submit(Array.from({ length: size }, (_, index) => ({ id: `r${from + index}`, exact: ['x'] })));
    for (let from = 0; from < 200; from += 100) await batch(from, 100);
    await publish();
    const large = consumer.taken.at(-1)!;
    for (let from = 200; from < 1_200; from += 100) await batch(from, 100);
    await publish();
    const oversized = consumer.taken.at(-1)!;

    expect(large).toMatchObject({ recordCount: 200, recordCountIsExact: true });
    expect(oversized).toMatchObject({ recordCount: 1_200, recordCountIsExact: false });
    expect([large, oversized].map(({ recordIDs }) => recordIDs.length)).toEqual([100, 100]);
    expect(oversized.causes.flatMap(({ recordIDs }) => recordIDs)).toHaveLength(100);
  });

  it('lists fewer records if their ids are long as JSON, so that events fit into the table', async () => {
    const ids = (from: number) => Array.from({ length: 100 }, (_, index) => `${from + index}`.padEnd(512, '"'));
    const batch = (from: number, value: string) => resolution.submit(ids(from).map((id) => ({ id, exact: [value] })));
    await batch(100, 'x');
    await batch(200, 'y');
    await submit('bridge', 'x', 'y', 'z');
    await submit('leaving', 'z');
    await resolution.disassemble({ edges: [{ a: 'leaving', b: 'bridge' }] });
    consumer.fate = () => down;
    await publish();
    const pending = partitions('T#');
    time += MINUTE;
    await publish(2);
    const letters = partitions('D#');
    time += MINUTE;
    consumer.fate = () => 'delivered';
    await publish();
    await replayDeadLetters(store, consumer);

    const largest = consumer.taken.filter(({ recordCount }) => recordCount > 100);
    expect(largest.map(({ type }) => type)).toEqual(['created', 'merged', 'split']);
    expect(largest.map(({ recordIDs, recordCount }) => [recordIDs.length, recordCount])).toEqual(
      largest.map(() => [50, 201]),
    );
    expect(pending.length * letters.length).toBeGreaterThan(0);
    for (const item of [...pending, ...letters]) expect(checkItem(item)).toBeLessThan(ITEM_BYTES);
  });

  it('keeps no id of an erased record after its event is delivered', async () => {
    await submit('someone-to-be-erased', 'x');
    await submit('b', 'x');
    await publish();
    await resolution.disassemble({ recordIDs: ['someone-to-be-erased'] });

    await publish();

    expect(consumer.taken.at(-1)?.causes).toMatchObject([{ type: 'erasure', recordIDs: ['someone-to-be-erased'] }]);
    expect(JSON.stringify([...store.items.values()].filter(({ pk }) => /^[TVDW]#/.test(pk)))).not.toContain('erased');
  });

  it('begins nothing new when its time is over, and the next run continues there', async () => {
    for (const name of ['a', 'b', 'c']) {
      const ids = Array.from({ length: 100 }, (_, index) => `${name}${index}`);
      await resolution.submit(ids.map((id) => ({ id, exact: [id] })));
    }
    const slow: EventTarget = {
      deliver: (events) => {
        time += 10_000;
        return consumer.deliver(events);
      },
    };
    const run = async () => {
      const start = time;
      const { waiting } = await publishEvents({ store, target: slow, now: () => time, runTime: 30_000 });
      return { seconds: (time - start) / 1_000, waiting };
    };

    const runs = [await run(), await run(), await run()];

    expect(runs).toEqual([
      { seconds: 30, waiting: true },
      { seconds: 30, waiting: true },
      { seconds: 0, waiting: false },
    ]);
    expect(consumer.take()).toHaveLength(300);
  });

  it('publishes one event for many operations on an entity between two runs', async () => {
    await submit('a', 'x');
    for (let index = 0; index < 25; index++) await submit(`b${index}`, 'x');

    await publish();

    expect(consumer.taken).toHaveLength(1);
    expect(consumer.taken[0]).toMatchObject({ type: 'created', recordCount: 26, moreCauses: 6 });
    expect(consumer.taken[0]?.causes).toHaveLength(20);
  });
});
