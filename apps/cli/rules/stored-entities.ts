import type { StoredEntity } from '../../../src/batch/preview.ts';
import { factsQuery, listFactsQuery } from '../../../src/graphql/queries/export.generated.ts';
import { storedRecordQuery } from '../../../src/graphql/queries/records.generated.ts';
import { repeated, selecting } from '../../../src/graphql/queries.ts';
import { dataOf, isTooMuch } from '../client/entities.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { readSchema } from '../client/selection.ts';
import { beginning, readSegments } from '../export/export-state.ts';
import { createPageReader, type ListedEntity } from '../export/list-pages.ts';
import { readInPieces } from '../export/oversized-entity.ts';

import { RulesServiceError } from './errors.ts';

/** A page of so many takes a local service a few milliseconds: searches that come meanwhile wait no longer. */
const ENTITIES_OF_PAGE = 50;

export interface ReadEntitiesOptions {
  readonly client: GraphqlClient;
  /** Selection of a record, with its id. */
  readonly selection: string;
  /** Parts of the entities that are read at the same time. */
  readonly segments: number;
  /** Called for each entity. One that changes while it is read may come twice. */
  readonly take: (entity: StoredEntity) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads all entities of a service, page by page.
 *
 * @returns false if an abort ended it before the last page
 * @throws RulesServiceError, QueryRefusedError and what the client throws
 */
export async function readStoredEntities(options: ReadEntitiesOptions): Promise<boolean> {
  const { client, selection, segments, take, signal } = options;
  await checkFields(client);
  const readPage = createPageReader(client, selecting(listFactsQuery, selection), changedPositions, ENTITIES_OF_PAGE);
  let left = segments;
  await readSegments({
    readPage,
    from: beginning(segments, false).segments,
    take: async (page, _segment, { isDone }) => {
      for (const entity of page.entities) take(storedEntity(entity));
      for (const id of page.oversized) await readOversized(options, id);
      if (isDone) left -= 1;
    },
    signal,
  });
  return left === 0;
}

async function readOversized({ client, selection, take }: ReadEntitiesOptions, entityID: string): Promise<void> {
  const { entity } = dataOf(await client.execute(factsQuery, { input: { id: entityID } })).entity;
  if (entity === null) return;
  const records: StoredRecord[] = [];
  for await (const piece of readInPieces(client, entityID, selection)) {
    for (const record of piece.records) records.push(record);
  }
  take(storedEntity({ ...entity, records }));
}

const storedEntity = (entity: ListedEntity): StoredEntity => ({
  id: entity.id,
  records: entity.records ?? [],
  removedLinks: (entity.removedLinks ?? []).map(({ a, b }) => [a, b] as const),
  groups: entity.linkedTogether ?? [],
  keptApartFrom: (entity.connectionBans ?? []).flatMap(({ others }) => others),
});

async function checkFields(client: GraphqlClient): Promise<void> {
  const fields = new Set((await readSchema(client)).types.get('Entity')?.fields?.map(({ name }) => name));
  if (fields.has('removedLinks') && fields.has('linkedTogether')) return;
  throw new RulesServiceError('The service does not tell which links were removed: it is of an earlier release.', {
    hint: 'Deploy or start the release that this command belongs to, or preview a file with --records.',
  });
}

const changedPositions = () =>
  new RulesServiceError('The service has other data than when the read began.', {
    hint: 'Begin again when the restore or the restart is done.',
  });

type StoredRecord = StoredEntity['records'][number];

/** Records of one request, unless the deployment allows fewer. */
const AT_ONCE = 50;

/** The stored records with these ids, by id; without those that are not there any more. */
export async function readPayloads(
  client: GraphqlClient,
  ids: readonly string[],
  selection: string,
): Promise<ReadonlyMap<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const records = await readTogether(client, ids.slice(start, start + AT_ONCE), selection);
    for (const record of records) found.set(record.id, record);
  }
  return found;
}

async function readTogether(
  client: GraphqlClient,
  ids: readonly string[],
  selection: string,
): Promise<readonly StoredRecord[]> {
  const each = ids.map((id) => ({ input: { id }, only: [{ field: 'id', equals: id, caseSensitive: true }] }));
  const answer = await client.execute(...repeated(selecting(storedRecordQuery, selection), each));
  if (isTooMuch(answer) && ids.length > 1) {
    const middle = ids.length >> 1;
    return [
      ...(await readTogether(client, ids.slice(0, middle), selection)),
      ...(await readTogether(client, ids.slice(middle), selection)),
    ];
  }
  return Object.values(dataOf(answer)).flatMap(({ entity }) => entity?.recordInsights.filter.records ?? []);
}
