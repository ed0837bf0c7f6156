/** A fault of the service. The operation fails before it stores something wrong, and the process goes on. */
export class BrokenInvariantError extends Error {
  readonly invariant: string;

  /** @param invariant what should be true, as a constant text: the log has it, so it never quotes data */
  constructor(invariant: string) {
    super(`An invariant is broken: ${invariant}.`);
    this.name = 'BrokenInvariantError';
    this.invariant = invariant;
  }
}

/** Demands what the service itself must have made true; never what a caller sends. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new BrokenInvariantError(invariant);
}

/** A value that must be there. */
export function present<Value>(value: Value, invariant: string): Exclude<Value, undefined> {
  assert(value !== undefined, invariant);
  return value as Exclude<Value, undefined>;
}

/** The end of a choice whose cases are all named before: another one does not compile. */
export function assertNever(_value: never, invariant: string): never {
  throw new BrokenInvariantError(invariant);
}
