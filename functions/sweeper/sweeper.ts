import type { Resolution } from '../core/resolution/resolution.ts';

/** What one run achieved. */
export interface SweepReport {
  /** Operations that had been cut off and are complete now. */
  readonly finished: number;
  /** Whether work older than the redo age is left. */
  readonly unfinished: boolean;
}

export interface SweeperDependencies {
  readonly resolution: Pick<Resolution, 'sweep' | 'assemblyStatus'>;
  readonly report: (report: SweepReport) => void;
}

/**
 * Finishes what crashes cut off, then says whether anything is left. A run that fails reports what is left as well, so
 * that the alarm on unfinished work sees it, and then fails.
 */
export function createSweeper({ resolution, report }: SweeperDependencies): () => Promise<void> {
  return async () => {
    let finished = 0;
    try {
      finished = await resolution.sweep();
    } finally {
      const { state } = await resolution.assemblyStatus();
      report({ finished, unfinished: state !== 'READY' });
    }
  };
}
