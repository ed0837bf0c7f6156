import { exchange } from '../api/exchange.ts';
import { gatewayProblem, RequestFailed } from '../api/problem.ts';
import type { LabelEstimate } from './design-document.ts';
import type { UploadPosition, YourDataState } from './state.ts';

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
