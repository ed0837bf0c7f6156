/** Milliseconds between two states on disk; after a crash, the records of that time are sent again. */
const pause = 1000;

/** Writes the state of a load periodically, one write at a time, and the last state at the end. */
export class StateWriter<State> {
  readonly #writeState: (state: State) => Promise<void>;
  readonly #now: () => number;
  #noted: State | undefined;
  #written = 0;
  #underWay: Promise<void> | undefined;
  #failure: unknown;

  constructor(writeState: (state: State) => Promise<void>, now: () => number = Date.now) {
    this.#writeState = writeState;
    this.#now = now;
  }

  note(state: State): void {
    this.#noted = state;
    if (this.#underWay === undefined && this.#now() - this.#written >= pause) this.#write();
  }

  /** Resolves when the last state is written; rejects when a write failed. */
  async close(): Promise<void> {
    await this.#underWay;
    if (this.#noted !== undefined) this.#write();
    await this.#underWay;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #write(): void {
    const state = this.#noted as State;
    this.#noted = undefined;
    this.#written = this.#now();
    this.#underWay = this.#writeState(state)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => {
        this.#underWay = undefined;
      });
  }
}
