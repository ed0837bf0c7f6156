import type { DesignRequest } from './design-document.ts';

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

/** A reason why something could not be done, for the reader of the page. */
export interface YourDataProblem {
  readonly code?: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  /** True if a step was stopped: by the reader, or with the service. */
  readonly isStop?: boolean | undefined;
}

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

/** How far the reader is with a file. Every state but those under way is kept on disk. */
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
  | Undesigned
  | Designed
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
  | Stopped
  | Loaded;

/** There is a file and no design for it. */
export interface Undesigned {
  readonly step: 'undesigned';
  readonly file: GivenFile;
  readonly request: DesignRequest;
  readonly problem: YourDataProblem;
  /** Titles of the columns, if the file could be read. */
  readonly columns?: readonly string[] | undefined;
}

export interface Designed {
  readonly step: 'designed';
  readonly file: GivenFile;
  readonly request: DesignRequest;
  /** Identifies the design. */
  readonly design: string;
  /** Why a later design failed. */
  readonly problem?: YourDataProblem | undefined;
}

/** The load did not come to its end. */
export interface Stopped {
  readonly step: 'stopped';
  readonly file: GivenFile;
  readonly instance: MadeInstance;
  readonly problem: YourDataProblem;
}

export interface Loaded {
  readonly step: 'loaded';
  readonly file: GivenFile;
  readonly instance: MadeInstance;
  readonly records: number;
  readonly refused: number;
  readonly refusals: readonly Refusal[];
  /** The file of refused records, relative to the working directory. */
  readonly errorsFile: string;
  /** True if the service runs this instance now; only the page is told. */
  readonly runs?: boolean;
}

/** What an upload has to send next. */
export interface UploadPosition {
  readonly upload: string;
  /** Bytes. */
  readonly received: number;
}
