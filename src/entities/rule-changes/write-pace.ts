/** Milliseconds in which all refusals count as one: calls that run at once are refused at once. */
const MOMENT = 1_000;
/** The least share of the write units that the owner allows. */
const LEAST = 1 / 64;
/** What comes back of the owner's write units in a minute without a refusal. */
const RECOVERY = 0.1;
const MINUTE = 60_000;

/**
 * The write units a second that the passes of a change may use: what the owner allows, halved whenever the store refuses a
 * call for going too fast, and growing again by a tenth of the owner's a minute. Requests have no such limit, so that they get
 * what the passes leave.
 */
export class WritePace {
  private readonly now: () => number;
  private share = 1;
  private since: number;
  private refused = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.now = now;
    this.since = now();
  }

  /** Called when the store refuses a call for going too fast. */
  noteThrottled(): void {
    const now = this.now();
    if (now - this.refused < MOMENT) return;
    this.share = Math.max(LEAST, this.shareAt(now) / 2);
    this.since = now;
    this.refused = now;
  }

  /** @param allowed write units a second that the owner allows */
  unitsPerSecond(allowed: number): number {
    return allowed * this.shareAt(this.now());
  }

  private shareAt(now: number): number {
    return Math.min(1, this.share + (RECOVERY * Math.max(0, now - this.since)) / MINUTE);
  }
}
