import { createResolution } from '../../functions/core/resolution/create.ts';
import type { Store } from '../../functions/core/store/port.ts';
import { runWorkers } from '../workers.ts';
import { decidingRules, keyedPayload } from './rules.ts';

const WRITERS = 16;
const ENTITIES = 100;

export interface HotEntitiesResult {
  /** Records a second, one a call. */
  readonly rate: number;
  readonly writers: number;
  readonly entities: number;
}

/** Writers that submit new records into the same few entities, one a call, each acknowledged on disk. */
export async function measureHotEntities(store: Store, records: number): Promise<HotEntitiesResult> {
  const resolution = createResolution({ store, rules: decidingRules() });
  const accountOf = (number: number) => `HOT${number % ENTITIES}`;
  const payloads = Array.from({ length: records + ENTITIES }, (_, number) =>
    keyedPayload(number, 300, { account: accountOf(number) }),
  );
  await resolution.submit(payloads.slice(0, ENTITIES));
  const waiting = payloads.slice(ENTITIES);
  const { rate } = await runWorkers(WRITERS, waiting.length, async (index) => {
    await resolution.submit([waiting[index]!]);
  });
  let stored = 0;
  for (const { id } of payloads.slice(0, ENTITIES)) stored += (await resolution.entityByRecord(id))!.records.length;
  if (stored !== payloads.length) throw new Error(`the hot entities hold ${stored} of ${payloads.length} records`);
  return { rate, writers: WRITERS, entities: ENTITIES };
}
