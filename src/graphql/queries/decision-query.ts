import type { UndoneDecision } from '../../entities/items/decision.ts';
import type { Decided, Decision } from '../../entities/people/types.ts';

/** A decision of a person about two records, as the API answers it. */
export interface AnsweredDecision extends Omit<Decision, 'kind' | 'decidedAt' | 'undone'> {
  readonly kind: Uppercase<Decision['kind']>;
  /** In RFC 3339. */
  readonly decidedAt: string;
  /** Null while the decision stands. */
  readonly undone: (Omit<UndoneDecision, 'at'> & { readonly at: string }) | null;
}

/** What a decision did; the answer to {@link decideQuery}. */
export interface DecisionAnswer extends Omit<Decided, 'decision'> {
  readonly decision: AnsweredDecision;
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
