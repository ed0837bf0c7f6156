import { type SearchResult, searchInput, searchQuery } from '../../../../src/graphql/queries/search-query.ts';
import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';

export interface FoundEntity {
  readonly id: string;
  readonly hitScore: number;
  /** Rules by record. */
  readonly hits: Readonly<Record<string, readonly string[]>>;
  readonly records: readonly RecordData[];
}

export interface SearchQuestion {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly searchRules: string | undefined;
  /** From 1. */
  readonly page: number;
}

export const pageSize = 10;

/** Finds entities, best first. */
export async function search(
  question: SearchQuestion,
  selection: string,
  signal: AbortSignal,
): Promise<SearchResult<FoundEntity>> {
  const { parameters, searchRules, page } = question;
  const input = {
    ...searchInput(parameters, searchRules),
    page,
    pageSize,
    sort: { field: 'hitScore', direction: 'DESC' },
  };
  const query = searchQuery(`{ id hitScore hits records { ${selection} } }`);
  return (await ask<{ readonly search: SearchResult<FoundEntity> }>(query, { input }, signal)).search;
}
