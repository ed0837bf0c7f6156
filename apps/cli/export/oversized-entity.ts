import { pieceQuery, type scoreQuery } from '../../../src/graphql/queries/export.generated.ts';
import { type AnswerOf, selecting, type TypedQuery, type VariablesOf } from '../../../src/graphql/queries.ts';
import { dataOf, hasTooManyEdges, isTooMuch } from '../client/entities.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import type { ExportedRecord } from './columns.ts';

/** Some records of an entity, with its id as it was at the first of them. */
export interface EntityPiece {
  readonly id: string;
  readonly records: readonly ExportedRecord[];
}

type AnsweredEntity = NonNullable<AnswerOf<typeof pieceQuery>['entity']['entity']>;

const MOST_RECORDS = 1_000;
/** Reads of an entity that changes during each of them. */
const MOST_READS = 3;

/**
 * Reads an entity that no page holds, piece by piece; each record once. If the entity changes between two pieces, it is
 * read again for the records that were missed. Yields nothing if the entity is gone.
 *
 * @param selection of a record, with its id
 */
export async function* readInPieces(
  client: GraphqlClient,
  entityID: string,
  selection: string,
): AsyncGenerator<EntityPiece, void, undefined> {
  const readPiece = createPieceReader(client, entityID, selection);
  const seen = new Set<string>();
  let first: AnsweredEntity | undefined;
  for (let read = 0; read < MOST_READS; read++) {
    let isWhole = true;
    let length: number | undefined;
    for (let offset = 0; length === undefined || offset < length; ) {
      const piece = await readPiece(offset);
      if (piece === null) return;
      first ??= piece;
      const { count, limit } = piece.recordInsights;
      isWhole &&= piece.id === first.id && count === (length ?? count);
      length = count;
      offset += limit.records.length;
      const unseen = limit.records.filter((record) => !seen.has(record.id));
      for (const record of unseen) seen.add(record.id);
      if (unseen.length > 0) yield { id: first.id, records: unseen };
    }
    if (isWhole) return;
  }
}

/** Returns a reader of the records from a position on, which asks for fewer after an answer that is too large. */
function createPieceReader(client: GraphqlClient, id: string, selection: string) {
  const query = selecting(pieceQuery, selection);
  let count = MOST_RECORDS;
  return async (offset: number): Promise<AnsweredEntity | null> => {
    for (;;) {
      const variables = { input: { id }, count, offset };
      const answer = await client.execute(query, variables);
      if (!isTooMuch(answer) || count === 1) return dataOf(answer).entity.entity;
      count >>= 1;
    }
  };
}

/** What an entity answers to a query of its edges; undefined if it has too many records for it, or is gone. */
export async function readEdges<Fields>(
  client: GraphqlClient,
  entityID: string,
  query: TypedQuery<{ readonly entity: { readonly entity: Fields | null } }, VariablesOf<typeof scoreQuery>>,
): Promise<Fields | undefined> {
  const answer = await client.execute(query, { input: { id: entityID } });
  if (isTooMuch(answer) || hasTooManyEdges(answer)) return undefined;
  return dataOf(answer).entity.entity ?? undefined;
}
