import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { beginning } from '../../../../../apps/cli/export/export-state.ts';
import { createExportProgress } from '../../../../../apps/cli/export/progress.ts';

/** What is shown of an export whose states come at these milliseconds. */
function shown(isTTY: boolean, ...moments: readonly number[]): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120, cursorTo: () => true, clearLine: () => true });
  let time = 0;
  const from = beginning(1, false);
  const progress = createExportProgress({ stream, total: 10_000, now: () => time });
  for (const moment of moments) {
    time = moment;
    progress.update({ ...from, entities: moment, rows: 2 * moment });
  }
  progress.stop();
  return (stream.read() ?? '').toString();
}

describe('the progress of an export', () => {
  it('is not shown within the first second', () => {
    expect(shown(true, 300, 999)).toBe('');
    expect(shown(false, 300, 999)).toBe('');
  });

  it('is a bar on a terminal', () => {
    expect(shown(true, 500, 5_000)).toContain('50% | 10,000 records');
  });

  it('is plain lines in a log, some seconds apart', () => {
    const text = shown(false, 1_000, 2_000, 7_000, 8_000);

    expect(text).toBe('70%, 14,000 records, 2,000/s, 0:03 left\n');
  });
});
