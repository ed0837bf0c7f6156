/**
 * The root of every error that a caller may see. A subclass is one situation: callers branch on the class or on its
 * stable `code`, users read `message` and `hint`, and the `cause` goes to the log only.
 */
export abstract class EntityDataError extends Error {
  /** Stable, upper snake case; listed in docs and explained by the guidance server. */
  abstract readonly code: string;
  /** What to do about it, in one sentence. */
  readonly hint?: string;
  /** True when repeating the identical request later can succeed; repeating is always safe. */
  readonly retryable: boolean = false;

  constructor(message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    if (options.hint !== undefined) this.hint = options.hint;
  }
}

/** The service could not finish in time or the store is overloaded. Nothing is lost; the same request may be repeated. */
export class RetryableError extends EntityDataError {
  readonly code = 'TRY_AGAIN';
  override readonly retryable = true;
}

/** The answer to a write was lost, so the write may or may not have happened. A caller that can repeat it may do so at once. */
export class UndecidedError extends RetryableError {}
