import { createResolution } from '../src/entities/operations.ts';
import type { CompiledRuleConfig } from '../src/rules/types.ts';
import { inStore } from './own-store.ts';
import type { PartialPerson } from './people.ts';
import { runWorkers } from './workers.ts';

const BATCH = 100;
/** As many are made up at once while a store is filled, so that they do not stand on the heap all the time. */
const MADE_UP = 10_000;

export interface CoreResult {
  /** Records stored when the measurement began. */
  readonly stored: number;
  /** Records a second, one record a call, 64 calls at once, each durable. */
  readonly singles: number;
  /** Records a second, 100 records a call, 4 calls at once. */
  readonly batches: number;
}

/** Fills a store of its own to each size and measures there, without HTTP. */
export async function measureCore(
  rules: CompiledRuleConfig,
  sizes: readonly number[],
  window: number,
  stream: Iterator<PartialPerson, never>,
): Promise<CoreResult[]> {
  return inStore(async (store) => {
    const resolution = createResolution({ store, rules });
    const take = (count: number) => Array.from({ length: count }, () => ({ ...stream.next().value }));
    const submitBatches = async (count: number) => {
      const batches = Array.from({ length: Math.ceil(count / BATCH) }, () => take(BATCH));
      return (await runWorkers(4, batches.length, async (index) => void (await resolution.submit(batches[index]!))))
        .rate;
    };
    const results: CoreResult[] = [];
    let stored = 0;
    for (const size of sizes) {
      for (; stored < size; stored += MADE_UP) await submitBatches(Math.min(MADE_UP, size - stored));
      const batches = (await submitBatches(window)) * BATCH;
      const records = take(window);
      const { rate } = await runWorkers(64, window, async (index) => void (await resolution.submit([records[index]!])));
      stored = size + 2 * window;
      results.push({ stored: size, singles: rate, batches });
    }
    return results;
  });
}
