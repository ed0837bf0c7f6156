import { inStore } from '../own-store.ts';
import { openEmulatedTable } from './emulated-table.ts';
import { measureHotEntities, measureHotEntitiesCost } from './hot-entities.ts';
import { measureLargeEntities, measureLargeEntityCosts } from './large-entities.ts';
import { measureOperations } from './operations.ts';
import { type StoreBench, storeTables } from './report.ts';

const SIZES = [10, 1_000, 10_000];

/** Calls and units at a DynamoDB emulator, times on the embedded engine. */
export async function measureStore(records = 5_000): Promise<StoreBench> {
  const table = await openEmulatedTable(`bench-${process.pid}`);
  try {
    return await inStore(async (store) => ({
      hot: await measureHotEntities(store, records),
      large: await measureLargeEntities(store, SIZES),
      hotCost: table && (await measureHotEntitiesCost(table, 400)),
      operations: table && (await measureOperations(table)),
      largeCosts: table && (await measureLargeEntityCosts(table, SIZES)),
    }));
  } finally {
    await table?.close();
  }
}

// npm run bench:store: prints the tables of the store. docs/costs.md has the counts, docs/performance.md the times.
if (import.meta.main) console.log(storeTables(await measureStore()));
