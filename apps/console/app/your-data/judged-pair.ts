import type { LabelEstimate } from './design-document.ts';
import { command } from './your-data.ts';

export type LabelAnswer = 'same' | 'different' | 'unsure';

/** Two records to judge. */
export interface ShownPair {
  readonly pair: string;
  readonly ids: readonly unknown[];
  readonly rows: readonly {
    readonly field: string;
    readonly a?: string;
    readonly b?: string;
    readonly relation: 'same' | 'different' | 'missing';
  }[];
  readonly evidence: readonly { readonly title: string; readonly fields: readonly string[]; readonly bits: number }[];
  readonly bits: number;
  readonly threshold: number;
  readonly judged: number;
}

/** The pair to judge next, and what the answers say so far. */
export interface LabelView {
  /** Null if no other pair teaches anything. */
  readonly pair: ShownPair | null;
  readonly estimate: LabelEstimate;
}

export const readView = (): Promise<LabelView> => command('label', { kind: 'view' });
export const answerPair = (pair: string, answer: LabelAnswer): Promise<LabelView> =>
  command('label', { kind: 'answer', pair, answer });
export const undoAnswer = (): Promise<LabelView> => command('label', { kind: 'undo' });
export const applyAnswers = (): Promise<object> => command('label', { kind: 'apply' });
