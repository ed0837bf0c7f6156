import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { Store } from '../../src/store/port.ts';
import { type Latency, latencyOf } from '../percentile.ts';
import type { EmulatedTable } from './emulated-table.ts';
import type { Consumption } from './meter.ts';
import { decidingRules, keyedPayload } from './rules.ts';

const BATCH = 100;
const SAMPLES = 40;

export interface LargeEntityResult {
  /** Records of the entity before the first is added. */
  readonly records: number;
  /** Milliseconds to submit one more record, and to read all of its records. */
  readonly add: Latency;
  readonly read: Latency;
}

/** Adds to and reads entities of several sizes in turn, so that whatever else the machine does meets all of them. */
export async function measureLargeEntities(store: Store, sizes: readonly number[]): Promise<LargeEntityResult[]> {
  const resolution = createResolution({ store, rules: decidingRules() });
  const entities = [];
  for (const size of sizes) entities.push(await LargeEntity.fill(resolution, size));
  const adds = sizes.map((): number[] => []);
  const reads = sizes.map((): number[] => []);
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const [index, entity] of entities.entries()) adds[index]!.push(await timed(() => entity.add()));
  }
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const [index, entity] of entities.entries()) reads[index]!.push(await timed(() => entity.read()));
  }
  return sizes.map((records, index) => ({ records, add: latencyOf(adds[index]!), read: latencyOf(reads[index]!) }));
}

export interface LargeEntityCost {
  readonly records: number;
  readonly add: Consumption;
  readonly read: Consumption;
}

/** What one more record, and reading all, consumes at a DynamoDB table. */
export async function measureLargeEntityCosts(
  table: EmulatedTable,
  sizes: readonly number[],
): Promise<LargeEntityCost[]> {
  const resolution = createResolution({ store: table.store, rules: decidingRules() });
  const costs: LargeEntityCost[] = [];
  for (const size of sizes) {
    const entity = await LargeEntity.fill(resolution, size);
    const { consumed: add } = await table.measure(() => entity.add());
    const { consumed: read } = await table.measure(() => entity.read());
    costs.push({ records: size, add, read });
  }
  return costs;
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Other measurements of the same store count from 0. */
let numbers = 50_000_000;

class LargeEntity {
  private readonly resolution: Resolution;
  private readonly account: string;
  private id = '';
  private stored = 0;

  private constructor(resolution: Resolution, account: string) {
    this.resolution = resolution;
    this.account = account;
  }

  static async fill(resolution: Resolution, size: number): Promise<LargeEntity> {
    const entity = new LargeEntity(resolution, `LARGE${size}`);
    while (entity.stored < size) {
      const count = Math.min(BATCH, size - entity.stored);
      const records = Array.from({ length: count }, () => {
        numbers += 1;
        const { id, account, note } = keyedPayload(numbers, 300, { account: entity.account });
        return { id, account, note };
      });
      const [outcome] = await resolution.submit(records);
      entity.id = outcome!.entityID;
      entity.stored += count;
    }
    return entity;
  }

  async add(): Promise<void> {
    numbers += 1;
    await this.resolution.submit([keyedPayload(numbers, 300, { account: this.account })]);
    this.stored += 1;
  }

  async read(): Promise<void> {
    const view = await this.resolution.entity(this.id);
    if (view?.records.length !== this.stored) {
      throw new Error(`${view?.records.length} of ${this.stored} records were read`);
    }
  }
}
