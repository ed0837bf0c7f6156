import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createEvents } from '../../../../functions/events/events.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import { readEntityStates } from '../../../../src/events/entity-state.ts';
import { chunked } from '../../../../src/events/target.ts';
import type { ReadOptions, Store } from '../../../../src/store/port.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { interrupted } from '../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';
import { WatchedStore } from '../../../setup/watched-store.ts';

describe('lookAtEntities', () => {
  it('keeps no more records at a time than fit into the memory of a function', async () => {
    const store = new WatchedStore(new MemoryStore());
    const resolution = createResolution({ store, rules: toyRules, now: frozenClock });
    const entities = new Set<string>();
    for (let batch = 0; batch < 12; batch++) {
      const records = Array.from({ length: 100 }, (_, index) => ({
        id: `${batch}-${index}`,
        exact: [`x${batch % 2}`],
      }));
      for (const { entityID } of await resolution.submit(records)) entities.add(entityID);
    }
    store.reset();

    const looks = await readEntityStates(store, [...entities]);

    const read = store.calls.flatMap((call) => /^getMany (\d+)$/.exec(call)?.slice(1).map(Number) ?? []);
    expect([...looks.values()]).toMatchObject([
      { kind: 'live', count: 600, exact: true },
      { kind: 'live', count: 600, exact: true },
    ]);
    expect(Math.max(...read)).toBeLessThanOrEqual(500);
  });
});

const root = join(import.meta.dirname, '../../../..');

/** DynamoDB's units for items of up to 1 KB: a write is 1, in a transaction 2; a read is 1, or a half that may be older. */
class Meter {
  writes = 0;
  reads = 0;

  measure(store: MemoryStore): Store {
    const measured = interrupted(store, (verb, asked, more) => {
      const { length } = asked as readonly unknown[];
      if (verb === 'getMany') this.reads += (more as ReadOptions)?.consistent === false ? length / 2 : length;
      if (verb === 'query') this.reads += 1;
      if (verb === 'transact') this.writes += 2 * length;
      // With other writes, discarding is a transaction.
      if (verb === 'write' || (verb === 'discard' && ((more ?? []) as readonly unknown[]).length === 0))
        this.writes += length;
    });
    return Object.assign(measured, { billsTransactions: true });
  }

  take(): { writes: number; reads: number } {
    const { writes, reads } = this;
    this.writes = 0;
    this.reads = 0;
    return { writes, reads };
  }
}

async function costs(entityEvents: boolean) {
  const store = new MemoryStore();
  const meter = new Meter();
  const measured = meter.measure(store);
  const resolution = createResolution({ store: measured, rules: toyRules, entityEvents, now: frozenClock });
  const ignore = () => undefined;
  // The whole call of the function: what it reports costs as well.
  const publish = createEvents({
    store: measured,
    target: { deliver: async (events) => events.map(() => 'delivered' as const) },
    maxAttempts: 30,
    timeLeft: () => 60_000,
    now: frozenClock,
    report: ignore,
    reportReplay: ignore,
    reportDiscard: ignore,
    onFailure: ignore,
  });
  const submit = async (id: string, ...exact: string[]) => {
    meter.take();
    await resolution.submit([{ id, exact }]);
    const operation = meter.take();
    await publish({});
    return { operation, publishing: meter.take() };
  };
  const idle = await submit('first', 'other');
  const alone = await submit('a', 'x');
  const joining = await submit('b', 'x');
  await submit('c', 'y');
  const bridging = await submit('d', 'x', 'y');
  meter.take();
  await publish({});
  return { idle, alone, joining, bridging, nothing: meter.take() };
}

describe('the cost of entity events', () => {
  it('is zero while events are off', async () => {
    const off = await costs(false);

    expect(off).toMatchObject({
      alone: { operation: { writes: 6, reads: 2 } },
      joining: { operation: { writes: 5, reads: 2 } },
      bridging: { operation: { writes: 13, reads: 5.5 } },
      nothing: { writes: 0 },
    });
  });

  it('is four write units for a submit that changes one entity, one of them in the request', async () => {
    const [on, off] = [await costs(true), await costs(false)];
    const more = (what: 'alone' | 'joining' | 'bridging') => on[what].operation.writes - off[what].operation.writes;

    expect({ alone: more('alone'), joining: more('joining'), bridging: more('bridging') }).toEqual({
      alone: 1,
      joining: 1,
      bridging: 3,
    });
    expect(on.alone.operation.reads).toBe(off.alone.operation.reads);
    // What is told, that it was taken, and the outbox entry; a run takes a claim and gives it back, whatever it has to tell.
    const run = 2;
    expect([on.alone, on.joining, on.bridging].map(({ publishing }) => publishing.writes - run)).toEqual([3, 3, 6]);
    expect(on.nothing).toEqual({ writes: 0, reads: 17 });
  });

  it('is what docs/costs.md says, at its prices', async () => {
    const [on, off] = [await costs(true), await costs(false)];
    const { writeMillion, readMillion } = JSON.parse(
      readFileSync(join(root, 'bench/costs/prices.json'), 'utf8'),
    ).dynamodb;
    const page = readFileSync(join(root, 'docs/costs.md'), 'utf8');
    const rowOf = (what: string, writes: number, reads: number) =>
      `| ${what} | ${writes} | ${reads} | ${(writes * writeMillion + reads * readMillion).toFixed(2)} |`;
    const request = on.joining.operation.writes - off.joining.operation.writes;
    const run = { writes: 2, reads: 51 };
    const { writes, reads } = on.joining.publishing;

    expect(page).toContain(rowOf('changes of one entity: in the request', request, 0));
    expect(page).toContain(rowOf('changes of one entity: publishing it', writes - run.writes, reads - run.reads));
    expect(page).toContain(rowOf('runs of the events function that find something', run.writes, run.reads));
    expect(page).toContain(rowOf('runs that find nothing', on.nothing.writes, on.nothing.reads));
  });
});

const sizes = (texts: readonly string[]) => chunked(texts, (text) => text).map((chunk) => chunk.length);

describe('chunked', () => {
  it('puts ten entries into one call, in their order', () => {
    const texts = Array.from({ length: 23 }, (_, index) => String(index));

    expect(sizes(texts)).toEqual([10, 10, 3]);
    expect(chunked(texts, (text) => text).flat()).toEqual(texts);
  });

  it('sends no more bytes in one call than the services take', () => {
    const large = 'ü'.repeat(50_000);

    expect(sizes([large, large, large, 'small', 'ü'.repeat(130_000), 'small'])).toEqual([2, 2, 1, 1]);
  });

  it('sends nothing for nothing', () => {
    expect(sizes([])).toEqual([]);
  });
});
