/** Rules of a search that hold for more records than it looked at, because too many share a value. */
export interface IncompleteRules {
  readonly rules: readonly string[];
  readonly reason: 'GENERIC' | 'TOO_FREQUENT';
  readonly atLeast: number;
  /** Fields that would find the rest. */
  readonly add: readonly string[];
}

/** The answer to {@link searchQuery}. */
export interface SearchResult<Entity> {
  readonly entities: readonly Entity[];
  readonly totalCount: number;
  /** Empty when everything was found. */
  readonly incomplete: readonly IncompleteRules[];
}

/** A search that takes `$input`. `entity` is a selection in braces. */
export const searchQuery = (entity: string): string =>
  `query Search($input: SearchInput!) { search(input: $input) { totalCount incomplete { rules reason atLeast add } entities ${entity} } }`;

/** The input of a search. Without `searchRules`, the deployment's default rules apply. */
export const searchInput = (parameters: Readonly<Record<string, unknown>>, searchRules: string | undefined) => ({
  parameters,
  ...(searchRules === undefined ? {} : { searchRules }),
});
