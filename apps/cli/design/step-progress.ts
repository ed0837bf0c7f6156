import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import { duration } from '../load/progress.ts';

/** Displays which step is under way and how far it is. */
export interface StepProgress {
  /** Begins a step; `share` answers how much of it is done, 0 to 1, or undefined. */
  step(name: string, share: () => number | undefined): void;
  /** Draws nothing while this work lasts, which has the terminal for itself. The step goes on afterwards. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

/** Milliseconds after which a step is worth a word, and between two looks at it. */
const patience = 1_000;
const pause = 200;

/** A bar on a terminal; elsewhere one line for each step that takes long. Nothing for what is done within a second. */
export function createStepProgress(stream: Writable & { readonly isTTY?: boolean }): StepProgress {
  let current: { readonly name: string; readonly share: () => number | undefined; readonly began: number } | undefined;
  let bar: SingleBar | undefined;
  let announced: string | undefined;
  const look = () => {
    if (current === undefined || Date.now() - current.began < patience) return;
    const { name, share } = current;
    if (stream.isTTY !== true) {
      if (announced !== name) stream.write(`${name} …\n`);
      announced = name;
      return;
    }
    const done = share() ?? 0;
    const percent = Math.floor(100 * done);
    const seconds = (Date.now() - current.began) / 1_000;
    const left = done > 0 ? ` | ${duration((seconds * (1 - done)) / done)} left` : '';
    if (bar === undefined) {
      bar = new SingleBar(
        {
          format: '{bar} {percentage}% | {name}{left}',
          stream: stream as NodeJS.WriteStream,
          hideCursor: true,
          clearOnComplete: true,
        },
        Presets.shades_grey,
      );
      bar.start(100, percent, { name, left });
    } else bar.update(percent, { name, left });
  };
  const timer = setInterval(look, pause);
  timer.unref();
  const endBar = () => {
    bar?.stop();
    bar = undefined;
  };
  return {
    step(name, share) {
      endBar();
      current = { name, share, began: Date.now() };
    },
    async aside(work) {
      const suspended = current;
      current = undefined;
      endBar();
      try {
        return await work();
      } finally {
        if (suspended !== undefined) current = { ...suspended, began: Date.now() };
      }
    },
    stop() {
      current = undefined;
      clearInterval(timer);
      endBar();
    },
  };
}
