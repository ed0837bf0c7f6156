/**
 * Work in pieces: after each piece it yields the units that the piece took, about a microsecond each, so that its doer can
 * rest in between.
 */
export type Work<Result> = Generator<number, Result, undefined>;

/** Does work at once. */
export function finished<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
