import { type SearchResult, searchQuery } from '../../../../src/graphql/queries/search.generated.ts';
import { selecting, type VariablesOf } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';

const pageSize = 10;

/** A page of the entities that a search finds, the best first. */
export async function search(
  question: VariablesOf<typeof searchQuery>['input'],
  selection: string,
  signal: AbortSignal,
): Promise<SearchResult> {
  const input = { first: pageSize, ...question };
  return (await ask(selecting(searchQuery, `{ ${selection} }`), { input, edges: false }, signal)).search;
}
