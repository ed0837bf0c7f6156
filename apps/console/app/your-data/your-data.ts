import { exchange } from '../api/exchange.ts';
import { gatewayProblem, type Problem, RequestFailed } from '../api/problem.ts';
import type { DesignRequest } from './design-request.ts';

/** A file as the reader chose it. */
export interface GivenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface WorkProgress {
  readonly step: string;
  /** 0 to 1. */
  readonly share?: number;
  readonly records?: number;
  readonly refused?: number;
}

export interface MadeInstance {
  readonly directory: string;
  readonly command: string;
  readonly formerCommand: string;
}

/** Why a step did not come to its end. */
export interface StepProblemData extends Problem {
  /** True if it was stopped: by the reader, or with the service. */
  readonly isStop?: boolean;
}

/** How far the reader is with a file. */
export type YourDataState =
  | { readonly step: 'empty'; readonly problem?: Problem }
  | { readonly step: 'receiving'; readonly file: GivenFile; readonly received: number }
  | { readonly step: 'designing'; readonly file: GivenFile; readonly progress: WorkProgress }
  | Undesigned
  | Designed
  | {
      readonly step: 'judging';
      readonly file: GivenFile;
      readonly progress: WorkProgress;
      readonly isReady: boolean;
    }
  | {
      readonly step: 'starting' | 'loading';
      readonly file: GivenFile;
      readonly instance: MadeInstance;
      readonly progress: WorkProgress;
    }
  | Stopped
  | Loaded;

export interface Undesigned {
  readonly step: 'undesigned';
  readonly file: GivenFile;
  readonly request: DesignRequest;
  readonly problem: StepProblemData;
  readonly columns?: readonly string[];
}

export interface Designed {
  readonly step: 'designed';
  readonly file: GivenFile;
  readonly request: DesignRequest;
  readonly design: string;
  readonly problem?: StepProblemData;
}

export interface Stopped {
  readonly step: 'stopped';
  readonly file: GivenFile;
  readonly instance: MadeInstance;
  readonly problem: StepProblemData;
}

export interface Loaded {
  readonly step: 'loaded';
  readonly file: GivenFile;
  readonly instance: MadeInstance;
  readonly records: number;
  readonly refused: number;
  readonly refusals: readonly { readonly line: number; readonly code: string; readonly reason: string }[];
  readonly errorsFile: string;
  /** True if the service runs this instance now. */
  readonly runs: boolean;
}

const path = '/console/your-data';

async function send<Answer>(address: string, init: RequestInit = {}): Promise<Answer> {
  const { status, isOk, body } = await exchange(`${path}${address}`, init);
  if (!isOk) throw new RequestFailed([gatewayProblem(status, body)], status);
  return JSON.parse(body) as Answer;
}

export const readState = (signal: AbortSignal): Promise<YourDataState> => send('', { signal });

/** Reads the document of a design. */
export const readDesign = <Document>(design: string, signal: AbortSignal): Promise<Document> =>
  send(`/design/${encodeURIComponent(design)}`, { signal });

/** Asks the service for a step. */
export const command = <Answer = object>(
  name: 'file' | 'design' | 'judge' | 'label' | 'start' | 'resume' | 'cancel' | 'discard',
  body: object = {},
): Promise<Answer> =>
  send(`/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export interface UploadPosition {
  readonly upload: string;
  readonly received: number;
}

export const sendPart = (upload: string, offset: number, part: Blob, signal: AbortSignal): Promise<UploadPosition> =>
  send(`/file/${encodeURIComponent(upload)}?offset=${offset}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: part,
    signal,
  });

/** The address of the entities as CSV. */
export const downloadAddress = (rows: 'records' | 'entities', isForSpreadsheet: boolean): string =>
  `${path}/entities.csv?rows=${rows}${isForSpreadsheet ? '&spreadsheet=1' : ''}`;
