import type { DesignRequest } from '../../console/app/your-data/design-document.ts';
import type { Refusal, WorkerProgress, YourDataProblem } from '../../console/app/your-data/state.ts';

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
    }
  | {
      readonly kind: 'judge';
      readonly file: string;
      readonly name: string;
      /** The directory of the design. */
      readonly directory: string;
    };

/** What the reader does while judging pairs. */
export type LabelAsk =
  | { readonly kind: 'view' }
  | { readonly kind: 'answer'; readonly pair: string; readonly answer: 'same' | 'different' | 'unsure' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'apply' };

/** A message to a process that shows pairs. */
export interface LabelRequest {
  readonly id: number;
  readonly ask: LabelAsk;
}

export interface LoadResult {
  /** False if it was stopped before the end of the file. */
  readonly isComplete: boolean;
  readonly records: number;
  readonly refused: number;
  /** The first ones of this run. */
  readonly refusals: readonly Refusal[];
}

/** What answers do to a design: its document changes by this. */
export interface AppliedAnswers {
  readonly threshold: number | undefined;
  readonly weights: readonly {
    readonly title: string;
    readonly to: { readonly agrees: number; readonly differs: number } | undefined;
  }[];
  readonly estimate: object;
  readonly entities: { readonly count: number; readonly largest: number; readonly sampled: number };
}

/**
 * Messages of the process: any number of columns, progress and, once it is ready for them, replies to requests; then one
 * end.
 */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'reply'; readonly id: number; readonly result?: object; readonly problem?: YourDataProblem }
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | { readonly kind: 'progress'; readonly progress: WorkerProgress }
  | { readonly kind: 'done'; readonly result: object }
  | { readonly kind: 'failed'; readonly problem: YourDataProblem };
