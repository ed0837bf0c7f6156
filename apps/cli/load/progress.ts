import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';

export interface ProgressState {
  /** Bytes of the file that are stored or refused. */
  readonly offset: number;
  readonly loaded: number;
  readonly refused: number;
}

/** Displays the progress of a load. */
export interface Progress {
  update(state: ProgressState): void;
  stop(): void;
}

export interface ProgressOptions {
  readonly stream: Writable & { readonly isTTY?: boolean };
  /** Size of the file in bytes. */
  readonly total: number;
  readonly from: ProgressState;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Milliseconds between two lines when the output is not a terminal. */
const linePause = 5000;

/** A bar on a terminal; elsewhere a line every few seconds, suitable for a log. */
export function createProgress({ stream, total, from, now = Date.now }: ProgressOptions): Progress {
  const started = now();
  const figures = (state: ProgressState) => {
    const seconds = Math.max((now() - started) / 1000, 0.001);
    const records = state.loaded + state.refused - from.loaded - from.refused;
    const bytesPerSecond = (state.offset - from.offset) / seconds;
    return {
      records: (state.loaded + state.refused).toLocaleString('en'),
      refused: state.refused === 0 ? '' : ` (${state.refused.toLocaleString('en')} refused)`,
      rate: Math.round(records / seconds).toLocaleString('en'),
      remaining: bytesPerSecond > 0 ? duration((total - state.offset) / bytesPerSecond) : '?',
    };
  };
  return stream.isTTY === true ? bar() : lines();

  function bar(): Progress {
    const format = '{bar} {percentage}% | {records} records{refused} | {rate}/s | {remaining} left';
    const single = new SingleBar(
      { format, stream: stream as NodeJS.WriteStream, hideCursor: true },
      Presets.shades_grey,
    );
    single.start(total, from.offset, figures(from));
    return {
      update: (state) => single.update(state.offset, figures(state)),
      stop: () => single.stop(),
    };
  }

  function lines(): Progress {
    let last = started;
    return {
      update(state) {
        if (now() - last < linePause) return;
        last = now();
        const { records, refused, rate, remaining } = figures(state);
        const share = total === 0 ? 100 : Math.floor((state.offset / total) * 100);
        stream.write(`${share}%, ${records} records${refused}, ${rate}/s, ${remaining} left\n`);
      },
      stop() {},
    };
  }
}

/** Formats seconds as `h:mm:ss` or `m:ss`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}
