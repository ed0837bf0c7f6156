import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf, RequestFailed } from '../api/problem.ts';
import {
  type ChangeFile,
  type ChangeFormat,
  csvFile,
  jsonLinesFile,
  type Period,
  readChangedDecisions,
  readChangedEntities,
  rowOfDecision,
  save,
  type Tell,
} from './changes.ts';

/** What the reader wants to have. */
export interface ExportRequest {
  /** Days in the reader's zone, as `2026-11-23`, both part of the period; empty for no end. */
  readonly from: string;
  readonly until: string;
  readonly content: 'decisions' | 'entities';
  readonly format: ChangeFormat;
  readonly isForSpreadsheet: boolean;
}

export interface Export {
  /** How far it is, or how it ended. */
  readonly message: string;
  readonly problems: readonly Problem[] | undefined;
  readonly isBusy: boolean;
  readonly start: (request: ExportRequest) => void;
  readonly cancel: () => void;
}

/** Exports what decisions changed, one file after the other. Leaving the view cancels. */
export function useExport(): Export {
  const [message, setMessage] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (request: ExportRequest) => {
    if (isBusy) return;
    const controller = new AbortController();
    running.current = controller;
    setProblems(undefined);
    setBusy(true);
    exportChanges(request, setMessage, controller.signal)
      .then(setMessage, (error: unknown) => {
        setMessage(controller.signal.aborted ? 'Cancelled. No file was written.' : '');
        if (!controller.signal.aborted) setProblems(problemsOf(error));
      })
      .finally(() => setBusy(false));
  };
  const cancel = useCallback(() => running.current?.abort(), []);
  return { message, problems, isBusy, start, cancel };
}

/** Reads, writes a file, and answers what it has. */
async function exportChanges(request: ExportRequest, tell: Tell, signal: AbortSignal): Promise<string> {
  const { content, format, isForSpreadsheet } = request;
  const name = [content, request.from && `from-${request.from}`, request.until && `until-${request.until}`];
  const decisions = await readChangedDecisions(periodOf(request), tell, signal);
  if (decisions.rows.length === 0) return sentences('No decision was made or taken back then.', decisions.missing);
  const found = content === 'decisions' ? decisions : await readChangedEntities(decisions.rows, tell, signal);
  const fileName = name.filter((part) => part !== '').join('-');
  let file: ChangeFile;
  if (format === 'jsonl') file = jsonLinesFile(fileName, found.rows);
  else {
    const rows = content === 'decisions' ? decisions.rows.map(rowOfDecision) : found.rows;
    file = await csvFile(fileName, rows, isForSpreadsheet);
  }
  signal.throwIfAborted();
  save(file);
  const missing = found === decisions ? [] : [found.missing];
  return sentences(`${countText(content, found.rows)} in ${file.name}.`, decisions.missing, ...missing);
}

const sentences = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined).join(' ');

function countText(content: ExportRequest['content'], rows: readonly object[]): string {
  const named = content === 'decisions' ? 'decision' : 'record';
  const records = `${rows.length.toLocaleString('en')} ${named}${rows.length === 1 ? '' : 's'}`;
  if (content === 'decisions') return records;
  const entities = new Set(rows.map((row) => (row as { readonly entity_id: string }).entity_id)).size;
  return `${records} of ${entities.toLocaleString('en')} ${entities === 1 ? 'entity' : 'entities'}`;
}

/** @throws RequestFailed if it ends before it begins */
function periodOf({ from, until }: Pick<ExportRequest, 'from' | 'until'>): Period {
  const period = {
    from: from === '' ? Number.NEGATIVE_INFINITY : startOfDay(from, 0),
    until: until === '' ? Number.POSITIVE_INFINITY : startOfDay(until, 1),
  };
  if (period.from < period.until) return period;
  throw new RequestFailed([{ message: `${from} is after ${until}.`, hint: 'Choose a first day before the last one.' }]);
}

/** In the reader's zone, in which a day may have 23 hours. */
function startOfDay(day: string, daysLater: number): number {
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.getTime();
}
