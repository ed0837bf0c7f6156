import { type EntityRecords, findEntitiesOfRecords } from '../client/entities.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';

/** A stored entity, as an event that comes before all events of that entity. */
export interface StoredEntity {
  readonly version: 1;
  /** `entityID.0` */
  readonly id: string;
  readonly type: 'stored';
  readonly entityID: string;
  readonly sequence: 0;
  /** When it was read (RFC 3339). */
  readonly time: string;
  readonly recordCount: number;
  readonly recordCountIsExact: true;
  /** All record ids, in the order in which they were stored. */
  readonly recordIDs: readonly string[];
  readonly causes: readonly [];
}

export interface StoredEntitiesOptions {
  readonly client: GraphqlClient;
  /** Ids of records, each at least once; unknown ones are counted. */
  readonly recordIDs: AsyncIterable<string>;
  /** Ids per request. */
  readonly batchSize: number;
  /** Concurrent requests. */
  readonly concurrency: number;
  /** Receives each entity once; the next one follows when the promise has resolved. */
  readonly tell: (entity: StoredEntity) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface StoredEntitiesTold {
  readonly entities: number;
  readonly records: number;
  /** Record ids that are not stored. */
  readonly unknown: number;
}

/**
 * Reads the entities of these records: queries each record that no entity read so far contains. Later changes come as
 * events, which have higher sequences.
 */
export async function tellStoredEntities(options: StoredEntitiesOptions): Promise<StoredEntitiesTold> {
  const { client, batchSize, concurrency, tell, now = Date.now } = options;
  const settled = new Set<string>();
  const told = new Set<string>();
  let records = 0;
  let unknown = 0;
  let failure: unknown;
  const source = options.recordIDs[Symbol.asyncIterator]();
  const nextBatch = createBatchReader(source, batchSize, settled);

  async function work(): Promise<void> {
    while (failure === undefined) {
      const batch = await nextBatch();
      if (batch.length === 0) return;
      for (const entity of await findEntitiesOfRecords(client, batch)) {
        if (entity === undefined) unknown += 1;
        else if (!told.has(entity.id)) await tellOnce(entity);
      }
    }
  }

  async function tellOnce(entity: EntityRecords): Promise<void> {
    told.add(entity.id);
    for (const id of entity.recordIDs) settled.add(id);
    records += entity.recordIDs.length;
    await tell(stored(entity, now()));
  }

  const workers = Array.from({ length: concurrency }, async () => {
    try {
      await work();
    } catch (error) {
      failure ??= error;
    }
  });
  await Promise.all(workers);
  await source.return?.();
  if (failure !== undefined) throw failure;
  return { entities: told.size, records, unknown };
}

/**
 * Returns a function that reads the next batch of ids that are not settled, and settles them. One batch is read at a
 * time, and an id is checked only when its turn comes, since earlier answers may have contained it.
 */
function createBatchReader(
  source: AsyncIterator<string>,
  batchSize: number,
  settled: Set<string>,
): () => Promise<readonly string[]> {
  let reading: Promise<unknown> = Promise.resolve();

  async function read(): Promise<readonly string[]> {
    const batch: string[] = [];
    while (batch.length < batchSize) {
      const { done, value } = await source.next();
      if (done === true) break;
      if (settled.has(value)) continue;
      settled.add(value);
      batch.push(value);
    }
    return batch;
  }

  return () => {
    const next = reading.then(read);
    reading = next.catch(() => undefined);
    return next;
  };
}

const stored = ({ id, recordIDs }: EntityRecords, now: number): StoredEntity => ({
  version: 1,
  id: `${id}.0`,
  type: 'stored',
  entityID: id,
  sequence: 0,
  time: new Date(now).toISOString(),
  recordCount: recordIDs.length,
  recordCountIsExact: true,
  recordIDs,
  causes: [],
});
