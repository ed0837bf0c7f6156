import { createResolution } from '../../src/entities/operations.ts';
import type { Store } from '../../src/store/port.ts';
import { runWorkers } from '../workers.ts';
import type { EmulatedTable } from './emulated-table.ts';
import { decidingRules, keyedPayload } from './rules.ts';

/** Calls and units a record, at DynamoDB, while all of the writers are at work. */
export interface HotEntitiesCost {
  readonly calls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
}

export async function measureHotEntitiesCost(table: EmulatedTable, records: number): Promise<HotEntitiesCost> {
  let cost: HotEntitiesCost = { calls: 0, writeUnits: 0, readUnits: 0 };
  await measureHotEntities(table.store, records, async (work) => {
    const { answer, consumed } = await table.measure(work);
    const { calls, writeUnits, readUnits } = consumed;
    cost = { calls: calls / records, writeUnits: writeUnits / records, readUnits: readUnits / records };
    return answer;
  });
  return cost;
}

const WRITERS = 16;
const ENTITIES = 100;
/** Other measurements of the same store count from 0. */
const FIRST = 20_000_000;

export interface HotEntitiesResult {
  /** Records a second, one a call. */
  readonly rate: number;
  readonly writers: number;
  readonly entities: number;
}

/**
 * Writers that submit new records into the same few entities, one a call, each acknowledged on disk.
 *
 * @param around is given the writers' work alone, to count what it consumes
 */
export async function measureHotEntities(
  store: Store,
  records: number,
  around: <Answer>(work: () => Promise<Answer>) => Promise<Answer> = (work) => work(),
): Promise<HotEntitiesResult> {
  const resolution = createResolution({ store, rules: decidingRules() });
  const accountOf = (number: number) => `HOT${number % ENTITIES}`;
  const payloads = Array.from({ length: records + ENTITIES }, (_, number) =>
    keyedPayload(FIRST + number, 300, { account: accountOf(number) }),
  );
  await resolution.submit(payloads.slice(0, ENTITIES));
  const waiting = payloads.slice(ENTITIES);
  const { rate } = await around(() =>
    runWorkers(WRITERS, waiting.length, async (index) => {
      await resolution.submit([waiting[index]!]);
    }),
  );
  let stored = 0;
  for (const { id } of payloads.slice(0, ENTITIES)) stored += (await resolution.entityByRecord(id))!.records.length;
  if (stored !== payloads.length) throw new Error(`the hot entities hold ${stored} of ${payloads.length} records`);
  return { rate, writers: WRITERS, entities: ENTITIES };
}
