/**
 * Many callers, one flush: whoever comes while a flush runs waits for the next one, since the running one may have begun
 * before the caller's commit.
 */
export class SharedFlush {
  readonly #flush: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** Resolves when a flush that began after this call is done. */
  flush(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #startNext(): Promise<void> {
    this.#next = undefined;
    return this.#start();
  }

  #start(): Promise<void> {
    const running = this.#flush().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
