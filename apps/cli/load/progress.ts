import type { Writable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';

interface ProgressState {
  /** What is done of the total: bytes of the file that are stored or refused. */
  readonly offset: number;
  readonly loaded: number;
  readonly refused: number;
}

/** Displays the progress of a load or an export. */
export interface Progress {
  update(state: ProgressState): void;
  stop(): void;
}

export interface ProgressOptions {
  readonly stream: Writable & { readonly isTTY?: boolean };
  /** Size of the file in bytes; undefined if nothing says how much there is to do. */
  readonly total: number | undefined;
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
      remaining: bytesPerSecond > 0 ? duration(((total ?? 0) - state.offset) / bytesPerSecond) : '?',
    };
  };
  return stream.isTTY === true ? bar() : lines();

  function bar(): Progress {
    const share = total === undefined ? '' : '{bar} {percentage}% | ';
    const left = total === undefined ? '' : ' | {remaining} left';
    const format = `${share}{records} records{refused} | {rate}/s${left}`;
    const single = new SingleBar(
      { format, stream: stream as NodeJS.WriteStream, hideCursor: true },
      Presets.shades_grey,
    );
    single.start(total ?? 0, from.offset, figures(from));
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
        const done = `${records} records${refused}, ${rate}/s`;
        if (total === undefined) stream.write(`${done}\n`);
        else
          stream.write(
            `${total === 0 ? 100 : Math.floor((state.offset / total) * 100)}%, ${done}, ${remaining} left\n`,
          );
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
