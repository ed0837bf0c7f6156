/** Rules of a search that hold for more records than it looked at, because too many share a value. */
export interface IncompleteRules {
  readonly rules: readonly string[];
  readonly reason: 'GENERIC' | 'TOO_FREQUENT';
  readonly atLeast: number;
  /** Fields that would find the rest. */
  readonly add: readonly string[];
}

/** How many entities a search finds. */
export interface SearchCount {
  readonly totalCount: number;
  readonly totalIs: 'EXACT' | 'ABOUT' | 'AT_LEAST';
}

/** The answer to {@link searchQuery}. */
export interface SearchResult<Entity> extends SearchCount {
  readonly entities: readonly Entity[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** Empty when everything was found. */
  readonly incomplete: readonly IncompleteRules[];
}

/** A search that takes `$input`. `entity` is a selection in braces. */
export const searchQuery = (entity: string): string =>
  `query Search($input: SearchInput!) { search(input: $input) { totalCount totalIs pageInfo { hasNextPage endCursor } incomplete { rules reason atLeast add } entities ${entity} } }`;

/** What to search for and which page. */
export interface SearchQuestion {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The deployment's default rules when undefined. */
  readonly searchRules?: string | undefined;
  /** The most entities on the page; undefined for all entities, which reads each of them. */
  readonly first?: number | undefined;
  /** The `endCursor` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
}

/** The input of {@link searchQuery}. */
export const searchInput = ({ parameters, searchRules, first, after }: SearchQuestion) => ({
  parameters,
  ...(searchRules === undefined ? {} : { searchRules }),
  ...(first === undefined ? {} : { first }),
  ...(after === undefined ? {} : { after }),
});

/** The number of entities for people to read: "14 entities", "about 340 entities". */
export function entityCountText({ totalCount, totalIs }: SearchCount): string {
  const entities = totalCount === 1 ? '1 entity' : `${totalCount.toLocaleString('en')} entities`;
  return { EXACT: entities, ABOUT: `about ${entities}`, AT_LEAST: `at least ${entities}` }[totalIs];
}
