/** AWS refuses what was signed five minutes earlier or later; what is as wrong as this will soon be refused. */
const TOLERANCE_MILLISECONDS = 240_000;

/** The clock to sign by: this machine's, corrected by what the answers of AWS say when it is wrong. */
export class ServerClock {
  readonly #now: () => number;
  #offset = 0;

  /** @param now milliseconds since 1970 by this machine */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now() + this.#offset;
  }

  /**
   * @param date the `Date` of an answer
   * @param signed what `now()` was when its request was signed
   * @returns whether that was wrong; `now()` is right from now on
   */
  learn(date: string | undefined, signed: number): boolean {
    const server = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(server)) return false;
    if (Math.abs(server - this.now()) >= TOLERANCE_MILLISECONDS) this.#offset = server - this.#now();
    return Math.abs(server - signed) >= TOLERANCE_MILLISECONDS;
  }
}
