import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createStepProgress } from '../../../../../apps/cli/design/step-progress.ts';

describe('createStepProgress', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('says nothing of what is done within a second, and each longer step once', () => {
    const stream = new PassThrough();
    const progress = createStepProgress(stream);

    progress.step('Short', () => 0.5);
    jest.advanceTimersByTime(900);
    progress.step('Long', () => undefined);
    jest.advanceTimersByTime(5_000);
    progress.stop();
    jest.advanceTimersByTime(5_000);

    expect(String(stream.read())).toBe('Long …\n');
  });

  it('draws a bar on a terminal, and removes it', () => {
    const written: string[] = [];
    const terminal = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 80,
      cursorTo: () => true,
      clearLine: () => true,
      moveCursor: () => true,
    });
    terminal.on('data', (text: Buffer) => written.push(String(text)));
    const progress = createStepProgress(terminal);

    progress.step('Reading rows', () => 0.42);
    jest.advanceTimersByTime(2_000);
    progress.stop();

    expect(written.join('')).toMatch(/42% \| Reading rows/);
  });
});
