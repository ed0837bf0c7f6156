import { createResolution } from '../../src/entities/operations.ts';
import { EntityDataError } from '../../src/errors.ts';
import type { Store } from '../../src/store/port.ts';
import { seededRandom } from './interleaving.ts';
import { toyRules } from './toy-rules.ts';

/** What the process is told on its command line, as JSON. */
export interface ChangeOrders {
  readonly directory?: string;
  readonly endpoint?: string;
  readonly tableName?: string;
  readonly prefix: string;
  readonly seed: number;
}

/** What it tells after every answer: the content of a record, or null when it was erased. */
export interface Acknowledged {
  readonly id: string;
  readonly content: Record<string, unknown> | null;
}

// Submits, changes and erases records of its own without end; their values are shared with other processes.
const orders = JSON.parse(process.argv[2]!) as ChangeOrders;
const random = seededRandom(orders.seed);
const pick = (size: number) => Math.floor(random() * size);
const resolution = createResolution({ store: await open(), rules: toyRules, updateRecords: true, lockTime: 300 });
process.on('disconnect', () => process.exit());
for (let count = 0; ; count++) {
  const id = `${orders.prefix}${pick(1 + count)}`;
  const content = pick(5) === 0 ? null : { id, exact: [`e${pick(12)}`], near: [`n${pick(60)}`] };
  process.send!({ id, begin: true });
  try {
    if (content === null) await resolution.disassemble({ recordIDs: [id] });
    else await resolution.submit([content]);
    process.send!({ id, content } satisfies Acknowledged);
  } catch (error) {
    if (!(error instanceof EntityDataError) || !error.retryable) throw error;
  }
}

/** Loads one engine only: the AWS SDK takes most of the start of a process. */
async function open(): Promise<Store> {
  const { directory, endpoint, tableName } = orders;
  if (directory !== undefined) {
    const { openEmbeddedStore } = await import('../../src/store/embedded/store.ts');
    return openEmbeddedStore({ directory });
  }
  const { createDynamoDBStore } = await import('../../src/store/dynamodb/store.ts');
  const { connectTo } = await import('./dynamodb-emulator.ts');
  return createDynamoDBStore({ tableName: tableName!, dynamodb: connectTo(endpoint!) });
}
