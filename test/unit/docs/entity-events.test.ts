import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { createResolution } from '../../../src/entities/create.ts';
import type { EntityEvent } from '../../../src/events/entity-event.ts';
import { publishEvents } from '../../../src/events/outbox-relay.ts';
import { frozenClock } from '../../setup/frozen-clock.ts';
import { MemoryStore } from '../../setup/memory-store.ts';
import { toyRules } from '../../setup/toy-rules.ts';

const page = readFileSync(join('docs', 'entity-events.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) => text!);
const [example, schema] = blocks('json').map((text) => JSON.parse(text) as object);

/** A bit of everything that can become of entities, published now and then. */
async function someEvents(
  billsTransactions = false,
): Promise<{ events: EntityEvent[]; entities: Map<string, string[]> }> {
  const store = Object.assign(new MemoryStore(), { billsTransactions });
  const resolution = createResolution({
    store,
    rules: toyRules,
    updateRecords: true,
    entityEvents: true,
    now: frozenClock,
  });
  const events: EntityEvent[] = [];
  const target = {
    deliver: async (some: readonly EntityEvent[]) => {
      events.push(...some);
      return some.map(() => 'delivered' as const);
    },
  };
  const steps = [
    () => resolution.submit([{ id: 'a', exact: ['x'] }]),
    () => resolution.submit([{ id: 'b', exact: ['y'] }]),
    () => resolution.submit([{ id: 'c', exact: ['x', 'y'] }]),
    () => resolution.submit([{ id: 'c', exact: ['x', 'y', 'z'] }]),
    () => resolution.disassemble({ edges: [{ a: 'b', b: 'c' }] }),
    () => resolution.submit(Array.from({ length: 100 }, (_, index) => ({ id: `many-${index}`, exact: ['many'] }))),
    () => resolution.submit(Array.from({ length: 100 }, (_, index) => ({ id: `more-${index}`, exact: ['many'] }))),
    () => resolution.disassemble({ recordIDs: ['b'] }),
  ];
  for (const step of steps) {
    await step();
    await publishEvents({ store, target, now: frozenClock });
  }
  const entities = new Map<string, string[]>();
  for (const id of ['a', 'c', 'many-0']) {
    const view = await resolution.entityByRecord(id);
    entities.set(view!.id, view!.records.map((record) => record['id'] as string).slice(0, 100));
  }
  return { events, entities };
}

describe('the page of entity events', () => {
  it.each([
    ['an engine that notes operations in a journal', false],
    ['one that bills transactions, and notes them on slates', true],
  ])('has a schema that the example and every event satisfies: of %s', async (_engine, billsTransactions) => {
    const validate = new Ajv({ allErrors: true }).compile(schema!);
    const { events } = await someEvents(billsTransactions);

    const problems = [example!, ...events].flatMap((event) => (validate(event) ? [] : (validate.errors ?? [])));

    expect(problems).toEqual([]);
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
      'changed',
      'created',
      'deleted',
      'merged',
      'split',
    ]);
  });

  it('has a schema that refuses what is no event', () => {
    const validate = new Ajv().compile(schema!);

    const accepted = [
      { ...example, type: 'renamed' },
      { ...example, sequence: 0 },
      { ...example, values: { name: 'Ann' } },
      { ...example, causes: [] },
    ].filter((event) => validate(event));

    expect(accepted).toEqual([]);
  });

  it('shows a rule by which a copy is right, whatever is repeated and however late', async () => {
    const code = /^function apply[\s\S]*?^}/m.exec(page)![0];
    const apply = new Function(`${code}; return apply;`)() as (
      event: EntityEvent,
      copy: Map<string, { recordIDs: readonly string[] }>,
    ) => void;
    const { events, entities } = await someEvents();
    const copy = new Map<string, { recordIDs: readonly string[] }>();

    for (const event of [...events, ...events.slice().reverse(), ...events]) apply(event, copy);

    const live = [...copy].filter(([, { recordIDs }]) => recordIDs.length > 0);
    expect(new Map(live.map(([id, { recordIDs }]) => [id, recordIDs]))).toEqual(entities);
  });

  it('shows a rule that takes what was stored before events were switched on, whenever it is read', async () => {
    const code = /^function apply[\s\S]*?^}/m.exec(page)![0];
    const apply = new Function(`${code}; return apply;`)() as (
      event: { entityID: string; sequence: number; recordIDs: readonly string[] },
      copy: Map<string, { recordIDs: readonly string[] }>,
    ) => void;
    const event = (entityID: string, sequence: number, ...recordIDs: string[]) => ({ entityID, sequence, recordIDs });
    const stored = [event('E', 0, 'a'), event('F', 0, 'b')];
    const events = [event('E', 1, 'a', 'c'), { ...event('E', 2), mergedInto: 'F' }, event('F', 1, 'b', 'a', 'c')];
    const orders = [
      [...stored, ...events],
      [...events, ...stored],
      [events[0]!, stored[0]!, ...events.slice(1), stored[1]!, ...stored],
    ];

    const copies = orders.map((order) => {
      const copy = new Map<string, { recordIDs: readonly string[] }>();
      for (const one of order) apply(one, copy);
      return Object.fromEntries([...copy].map(([id, { recordIDs }]) => [id, recordIDs]));
    });

    const right = { E: [], F: ['b', 'a', 'c'] };
    expect(copies).toEqual([right, right, right]);
  });
});
