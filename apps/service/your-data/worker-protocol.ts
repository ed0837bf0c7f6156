/** A reason why something could not be done, for the reader of the page. */
export interface YourDataProblem {
  readonly code?: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
}

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

/** What the process works on. Paths are chosen by the service, names come from the reader and are only shown. */
export type WorkerTask =
  | {
      readonly kind: 'design';
      readonly file: string;
      readonly name: string;
      /** The directory to write, which is missing or empty. */
      readonly directory: string;
      readonly request: DesignRequest;
    }
  | {
      readonly kind: 'load';
      readonly file: string;
      readonly name: string;
      /** The data directory of the running service. */
      readonly dataDirectory: string;
    };

export interface WorkerProgress {
  readonly step: string;
  /** 0 to 1; undefined where it is unknown. */
  readonly share?: number | undefined;
  readonly records?: number | undefined;
  readonly refused?: number | undefined;
}

/** A record that the service did not take. */
export interface Refusal {
  readonly line: number;
  readonly code: string;
  readonly reason: string;
}

export interface LoadResult {
  /** False if it was stopped before the end of the file. */
  readonly isComplete: boolean;
  readonly records: number;
  readonly refused: number;
  /** The first ones of this run. */
  readonly refusals: readonly Refusal[];
}

/** Messages of the process, in this order: any number of columns and progress, then one end. */
export type WorkerMessage =
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | { readonly kind: 'progress'; readonly progress: WorkerProgress }
  | { readonly kind: 'done'; readonly result: object }
  | { readonly kind: 'failed'; readonly problem: YourDataProblem };
