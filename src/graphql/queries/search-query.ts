import type { EntityCount, IncompleteRules } from '../../entities/search/types.ts';

export type { IncompleteRules };

/** The answer to {@link searchQuery}. */
export interface SearchResult<Entity> extends EntityCount {
  readonly entities: readonly Entity[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** Empty when everything was found. */
  readonly incomplete: readonly IncompleteRules[];
}

/** A search that takes `$input`. `entity` is a selection in braces. */
export const searchQuery = (entity: string): string =>
  `query Search($input: SearchInput!) { search(input: $input) { totalCount totalIs pageInfo { hasNextPage endCursor } incomplete { rules reason atLeast add } entities ${entity} } }`;

/** What to search for and which page: the input of {@link searchQuery}. */
export interface SearchQuestion {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The deployment's default rules when undefined. */
  readonly searchRules?: string | undefined;
  /** The most entities on the page; undefined for all entities, which reads each of them. */
  readonly first?: number | undefined;
  /** The `endCursor` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
}

/** The number of entities for people to read: "14 entities", "about 340 entities". */
export function entityCountText({ totalCount, totalIs }: EntityCount): string {
  const entities = totalCount === 1 ? '1 entity' : `${totalCount.toLocaleString('en')} entities`;
  return { EXACT: entities, ABOUT: `about ${entities}`, AT_LEAST: `at least ${entities}` }[totalIs];
}
