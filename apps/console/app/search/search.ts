import { type SearchQuestion, type SearchResult, searchQuery } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';

export interface FoundEntity {
  readonly id: string;
  readonly hitScore: number;
  /** Rules by record. */
  readonly hits: Readonly<Record<string, readonly string[]>>;
  readonly records: readonly RecordData[];
}

const pageSize = 10;

/** A page of the entities that a search finds, the best first. */
export async function search(
  question: SearchQuestion,
  selection: string,
  signal: AbortSignal,
): Promise<SearchResult<FoundEntity>> {
  const input = { first: pageSize, ...question };
  const query = searchQuery(`{ id hitScore hits records { ${selection} } }`);
  return (await ask<{ readonly search: SearchResult<FoundEntity> }>(query, { input }, signal)).search;
}
