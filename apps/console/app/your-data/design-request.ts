/** What the reader says of a file. Everything else is guessed. */
export interface DesignRequest {
  /** Kinds by titles of columns. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Titles of the columns to leave out. */
  readonly leftOut: readonly string[];
  /** The title of the column with the ids; false makes ids from line numbers; undefined lets the designer choose. */
  readonly idColumn?: string | false | undefined;
  /** Whether each colon in an id becomes a hyphen. */
  readonly replacesColons: boolean;
  readonly goal: 'precision' | 'balanced' | 'recall';
  readonly country?: string | undefined;
  /** Separator of cells. */
  readonly delimiter?: string | undefined;
  /** Names of the columns of a file without a header. */
  readonly header?: readonly string[] | undefined;
}
