/** A decision of a person about two records, as the API answers it. */
export interface AnsweredDecision {
  readonly id: string;
  readonly kind: 'LINK' | 'SEPARATE';
  /** In RFC 3339. */
  readonly decidedAt: string;
  /** Null once the record is erased. */
  readonly a: string | null;
  readonly b: string | null;
  readonly user: string;
  /** True if a token named the user; false if the request said it. */
  readonly verified: boolean;
  readonly client: string;
  /** Null once one of the records is erased. */
  readonly reason: string | null;
  readonly removedLinks: readonly { readonly a: string; readonly b: string }[];
  /** Null while the decision stands. */
  readonly undone: {
    readonly at: string;
    readonly user: string;
    readonly verified: boolean;
    readonly client: string;
  } | null;
}

/** A record of a decision, and where it is. */
export interface AnsweredRecord {
  readonly id: string;
  readonly entityID: string;
  /** The first 100 records of the entity. */
  readonly recordIDs: readonly string[];
}

/** What a decision did; the answer to {@link decideQuery}. */
export interface DecisionAnswer {
  readonly decision: AnsweredDecision;
  /** False if nothing changed, because the same was decided or taken back before. */
  readonly triggered: boolean;
  /** False if the work goes on after the answer. */
  readonly complete: boolean;
  /** Without erased records. */
  readonly records: readonly AnsweredRecord[];
}

/** The answer to {@link decisionsQuery}. */
export interface DecisionPage {
  readonly decisions: readonly AnsweredDecision[];
  /** Null on the last page. */
  readonly after: string | null;
}

/** A selection in braces. */
export const decisionSelection =
  '{ id kind decidedAt a b user verified client reason removedLinks { a b } undone { at user verified client } }';

const inputTypes = { link: 'LinkInput', separate: 'SeparateInput', undoDecision: 'UndoDecisionInput' } as const;

/** A mutation about two records. */
export type DecisionOperation = keyof typeof inputTypes;

/** A decision that takes `$input`, answered as `answer`. */
export const decideQuery = (operation: DecisionOperation): string =>
  `mutation Decide($input: ${inputTypes[operation]}!) { answer: ${operation}(input: $input) { triggered complete decision ${decisionSelection} records { id entityID recordIDs } } }`;

/** Decisions by `$input`, answered as `page`. */
export const decisionsQuery = `query Decisions($input: DecisionsInput!) { page: decisions(input: $input) { after decisions ${decisionSelection} } }`;
