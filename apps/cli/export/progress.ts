import type { Writable } from 'node:stream';
import { createProgress, type Progress } from '../load/progress.ts';
import type { ExportState } from './export-state.ts';

export interface ExportProgressOptions {
  readonly stream: Writable & { readonly isTTY?: boolean };
  /** How many entities there probably are; undefined if the client may not know. */
  readonly total: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface ExportProgress {
  update(state: Pick<ExportState, 'entities' | 'rows'>): void;
  stop(): void;
}

/** Milliseconds before which nothing is shown. */
const QUIET = 1_000;

/** Shows the progress of an export that takes longer than a second. */
export function createExportProgress({ stream, total, now = Date.now }: ExportProgressOptions): ExportProgress {
  const started = now();
  let shown: Progress | undefined;
  // Entities tell the share that is done and the time that is left.
  const figures = ({ entities, rows }: Pick<ExportState, 'entities' | 'rows'>) => ({
    offset: Math.min(entities, total ?? entities),
    loaded: rows,
    refused: 0,
  });
  return {
    update(state) {
      if (now() - started < QUIET) return;
      shown ??= createProgress({ stream, total, from: figures(state), now });
      shown.update(figures(state));
    },
    stop: () => shown?.stop(),
  };
}
