import type { Statistics } from '../../../src/graphql/queries/statistics-query.ts';
import { count } from '../commands/entity.ts';

export interface WatchScanOptions {
  readonly first: Statistics;
  readonly read: () => Promise<Statistics>;
  /** Receives a line whenever the scan is further. */
  readonly tell: (line: string) => void;
  /** Waits before the next read. */
  readonly pause: () => Promise<void>;
}

/** Follows a scan until it has ended. */
export async function watchScan({ first, read, tell, pause }: WatchScanOptions): Promise<Statistics> {
  let told: string | undefined;
  for (let statistics = first; ; statistics = await read()) {
    const { scan } = statistics;
    if (scan === null) return statistics;
    const line = `Counting: ${count(scan.records, 'record')} so far.`;
    if (line !== told) tell(line);
    told = line;
    await pause();
  }
}
