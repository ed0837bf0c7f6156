import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';

export interface FoundEntity {
  readonly id: string;
  readonly hitScore: number;
  /** Rules by record. */
  readonly hits: Readonly<Record<string, readonly string[]>>;
  readonly records: readonly RecordData[];
}

/** Rules of the search that hold for more records than were looked at. */
export interface IncompleteRules {
  readonly rules: readonly string[];
  readonly reason: 'GENERIC' | 'TOO_FREQUENT';
  readonly atLeast: number;
  readonly add: readonly string[];
}

export interface SearchResult {
  readonly totalCount: number;
  readonly incomplete: readonly IncompleteRules[];
  readonly entities: readonly FoundEntity[];
}

export interface SearchQuestion {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly searchRules: string | undefined;
  /** From 1. */
  readonly page: number;
}

export const pageSize = 10;

/** Finds entities, best first. */
export async function search(question: SearchQuestion, selection: string, signal: AbortSignal): Promise<SearchResult> {
  const { parameters, searchRules, page } = question;
  const query = `query Search($input: SearchInput!) {
    search(input: $input) { totalCount incomplete { rules reason atLeast add } entities { id hitScore hits records { ${selection} } } }
  }`;
  const input = {
    parameters,
    page,
    pageSize,
    sort: { field: 'hitScore', direction: 'DESC' },
    ...(searchRules === undefined ? {} : { searchRules }),
  };
  return (await ask<{ readonly search: SearchResult }>(query, { input }, signal)).search;
}
