import { EntityDataError } from '../../../src/errors.ts';
import { listRecordsQuery } from '../../../src/graphql/queries/export.generated.ts';
import { recordCountQuery } from '../../../src/graphql/queries/metrics.generated.ts';
import { selecting } from '../../../src/graphql/queries.ts';
import { originOf } from '../../../src/rules/record-schema/sources.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { selectRecord } from '../client/selection.ts';
import type { ExportedRecord } from '../export/columns.ts';
import { beginning, readSegments } from '../export/export-state.ts';
import { createPageReader } from '../export/list-pages.ts';
import { readInPieces } from '../export/oversized-entity.ts';
import { readPayloads } from '../rules/stored-entities.ts';
import { digestOf, KnownRecords, knownSources } from './known-records.ts';

/** A sync cannot go on. */
export class SyncRefusedError extends EntityDataError {
  readonly code = 'SYNC_REFUSED';
}

export interface StoredRecordsOptions {
  readonly client: GraphqlClient;
  /** With a file for each source. */
  readonly directory: string;
  readonly source: string;
  readonly tell: (sentence: string) => void;
  readonly signal: AbortSignal;
}

/** Records that are compared with those of the service. */
const SAMPLE = 20;
const SEGMENTS = 4;

/**
 * The stored records of a source: what is kept beside the instance, if the service has as many records as then and a sample
 * of them is there. Else they are read from the service.
 */
export async function storedRecords(options: StoredRecordsOptions): Promise<KnownRecords> {
  const { client, directory, source, tell } = options;
  const known = await KnownRecords.read(directory, source);
  const stored = await countStored(client);
  const doubt = known === undefined ? 'nothing is noted of its records' : await doubtOf(known, stored, options);
  if (known !== undefined && doubt === undefined) return known;
  if (stored === 0) return KnownRecords.of(directory, source, new Map(), known?.header);
  tell(`The stored records of ${source} are read from the service, because ${doubt}.`);
  return KnownRecords.of(directory, source, await readStored(options), known?.header);
}

/** Records of all sources; undefined if the client may not count them. */
export async function countStored(client: GraphqlClient): Promise<number | undefined> {
  const { data } = await client.execute(recordCountQuery, {});
  return data?.metrics?.recordCount;
}

/** Why what is noted may not be what is stored. */
async function doubtOf(
  { digests, isUnfinished }: KnownRecords,
  stored: number | undefined,
  { client, directory }: StoredRecordsOptions,
): Promise<string | undefined> {
  const latest = [...(await knownSources(directory)).values()].reduce((one, other) =>
    (other.deliveries[0]?.at ?? 0) > (one.deliveries[0]?.at ?? 0) ? other : one,
  );
  // A sync that was killed knows what it did, but for the last requests.
  if (!isUnfinished && latest.stored !== undefined && stored !== undefined && stored !== latest.stored) {
    return `the service has ${stored.toLocaleString('en')} records, and had ${latest.stored.toLocaleString('en')} after the last sync`;
  }
  const ids = sampleOf([...digests.keys()]);
  const found = await readPayloads(client, ids, await selectRecord(client));
  const other = ids.find((id) => {
    const record = found.get(id);
    return record === undefined || digestOf(record) !== digests.get(id);
  });
  return other === undefined ? undefined : `${other} is not what the last sync stored`;
}

function sampleOf(ids: string[]): string[] {
  if (ids.length <= SAMPLE) return ids;
  const chosen = new Set<string>();
  while (chosen.size < SAMPLE) chosen.add(ids[Math.floor(Math.random() * ids.length)]!);
  return [...chosen];
}

async function readStored({ client, source, signal }: StoredRecordsOptions): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const selection = await selectRecord(client);
  const take = (records: readonly ExportedRecord[]) => {
    for (const record of records) {
      if (originOf(record.id)?.source === source) digests.set(record.id, digestOf(record));
    }
  };
  const changed = () =>
    new SyncRefusedError('The service has other data than when the read began.', { hint: 'Repeat the command.' });
  await readSegments({
    readPage: createPageReader(client, selecting(listRecordsQuery, selection), changed),
    from: beginning(SEGMENTS, false).segments,
    async take({ entities, oversized }) {
      for (const { records = [] } of entities) take(records);
      for (const id of oversized) for await (const { records } of readInPieces(client, id, selection)) take(records);
    },
    signal,
  });
  signal.throwIfAborted();
  return digests;
}
