import type { DesignRequest } from '../../console/app/your-data/design-request.ts';
import type { Refusal, WorkerProgress, YourDataProblem } from './worker-protocol.ts';

/** A file as the reader chose it. The name is only shown; it never becomes a path. */
export interface GivenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** An instance that was made for a file. */
export interface MadeInstance {
  /** Its directory, relative to the working directory of the service. */
  readonly directory: string;
  /** The command that starts it. */
  readonly command: string;
  /** The command that starts the instance that ran before, which keeps its data. */
  readonly formerCommand: string;
}

/** How far the reader is. Every state but those under way is kept on disk. */
export type YourDataState =
  | { readonly step: 'empty'; readonly problem?: YourDataProblem | undefined }
  | {
      readonly step: 'receiving';
      readonly file: GivenFile;
      readonly upload: string;
      /** Bytes. */
      readonly received: number;
    }
  | {
      readonly step: 'designing';
      readonly file: GivenFile;
      readonly request: DesignRequest;
      readonly progress: WorkerProgress;
      readonly columns?: readonly string[] | undefined;
    }
  | {
      /** There is a file and no design for it. */
      readonly step: 'undesigned';
      readonly file: GivenFile;
      readonly request: DesignRequest;
      readonly problem: YourDataProblem;
      /** Titles of the columns, if the file could be read. */
      readonly columns?: readonly string[] | undefined;
    }
  | {
      readonly step: 'designed';
      readonly file: GivenFile;
      readonly request: DesignRequest;
      /** Identifies the design. */
      readonly design: string;
      /** Why a later design failed. */
      readonly problem?: YourDataProblem | undefined;
    }
  | {
      /** The reader judges pairs of the design. */
      readonly step: 'judging';
      readonly file: GivenFile;
      readonly request: DesignRequest;
      readonly design: string;
      readonly progress: WorkerProgress;
      /** True when there are pairs to show. */
      readonly isReady: boolean;
    }
  | {
      readonly step: 'starting' | 'loading';
      readonly file: GivenFile;
      readonly instance: MadeInstance;
      readonly progress: WorkerProgress;
    }
  | {
      /** The load did not come to its end. */
      readonly step: 'stopped';
      readonly file: GivenFile;
      readonly instance: MadeInstance;
      readonly problem: YourDataProblem;
    }
  | {
      readonly step: 'loaded';
      readonly file: GivenFile;
      readonly instance: MadeInstance;
      readonly records: number;
      readonly refused: number;
      readonly refusals: readonly Refusal[];
      /** The file of refused records, relative to the working directory. */
      readonly errorsFile: string;
    };

/** What was asked before the reader said anything. */
export const firstRequest: DesignRequest = { kinds: {}, leftOut: [], replacesColons: false, goal: 'balanced' };
