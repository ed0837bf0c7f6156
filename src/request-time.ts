/** Milliseconds that are left; infinite without a limit. */
export type TimeLeft = () => number;

export const endless: TimeLeft = () => Number.POSITIVE_INFINITY;

/** What is left of a span that begins now, and ends with the request if that is earlier. */
export function spanOf(milliseconds: number, timeLeft: TimeLeft = endless): TimeLeft {
  const end = performance.now() + Math.min(milliseconds, timeLeft());
  return () => end - performance.now();
}

/** What is left when everything is stopped that waits for the store: enough to make an answer and to send it. */
const ANSWER_TIME = 1_000;

/**
 * The time of the request that a process is answering. A function answers one request at a time and is stopped in the
 * middle of it when its time is over, which no caller can tell from a lost connection: so one of these is shared by the
 * door, which knows the time, and by what must give up before.
 */
export class RequestTime {
  private readonly now: () => number;
  private end = Number.POSITIVE_INFINITY;

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** A request begins, and so many milliseconds are left until the process is stopped. */
  begin(milliseconds: number): void {
    this.end = this.now() + milliseconds - ANSWER_TIME;
  }

  readonly left: TimeLeft = () => this.end - this.now();
}
