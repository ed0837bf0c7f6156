import type { Opinion } from '../../../../src/workbench/learning/opinion-text.ts';
/** A column of the file, and what it was taken for. */
export interface DesignedColumn {
  readonly column: string;
  readonly field: string | null;
  readonly id: boolean;
  readonly kind: string | null;
  readonly because: string;
  readonly compared: boolean;
  readonly filled: number;
  readonly distinct: number;
  readonly approximate: boolean;
  readonly top: readonly { readonly value: string; readonly count: number }[];
}

/** What one piece of evidence says about a pair of records. */
interface PairPart {
  readonly title: string;
  readonly bits: number;
  readonly valueA: string;
  readonly valueB: string;
}

export interface SamplePair {
  readonly ids: readonly [string | null, string | null];
  readonly bits: number;
  readonly parts: readonly PairPart[];
}

interface FrequentValue {
  readonly column: string;
  readonly value: string;
  readonly count: number;
}

/** A share with its interval. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What answers say of a design. */
export interface LabelEstimate {
  readonly judged: number;
  readonly same: number;
  readonly different: number;
  readonly unsure: number;
  /** Missing while the answers do not tell. */
  readonly measured?: { readonly precision: Share; readonly recall: Share };
  readonly opinion: Opinion;
  /** True once the answers move the rules. */
  readonly isTelling: boolean;
  readonly contradictions: readonly { readonly a: string; readonly b: string }[];
}

/** A design as `entity-data design --json` prints it, with the names of all kinds. */
export interface DesignDocument {
  readonly format: string;
  readonly rows: number;
  /** Rows that the figures of the columns are about. */
  readonly counted: number;
  readonly columns: readonly DesignedColumn[];
  readonly unusable: readonly { readonly title: string; readonly reason: string }[];
  readonly id: { readonly column?: string; readonly linePrefix?: string; readonly because: string };
  readonly placeholders: readonly FrequentValue[];
  readonly frequent: readonly FrequentValue[];
  readonly threshold: number;
  readonly evidence: readonly {
    readonly title: string;
    readonly agreement: number;
    readonly disagreement: number;
  }[];
  readonly rules: readonly { readonly why: string }[];
  readonly fallback?: { readonly message: string };
  readonly alarms: readonly { readonly message: string; readonly hint: string }[];
  readonly opinion: Opinion;
  readonly trial: {
    readonly records: number;
    readonly clusters: readonly { readonly size: number; readonly count: number }[];
  };
  readonly pairs: readonly SamplePair[];
  /** What answers of the reader say, once they are in the design. */
  readonly judged?: {
    readonly estimate: LabelEstimate;
    readonly entities: { readonly count: number; readonly largest: number; readonly sampled: number };
  };
  readonly warnings: readonly string[];
  /** Titles of all columns, also of those inside lists. */
  readonly titles: readonly string[];
  /** What a reader calls each kind. */
  readonly kinds: Readonly<Record<string, string>>;
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
