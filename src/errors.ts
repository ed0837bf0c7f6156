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

/** What is said of a code of the API: by docs/errors/api.md and the guidance server. */
export interface ApiCode<Code extends string = string> {
  /** In `extensions.code` of an answer. */
  readonly code: Code;
  readonly meaning: string;
  /** What to do about it: the hint of an error that has no better one. */
  readonly fix: string;
}

/** The base of an error that callers of the API see. An error without this base is for the operator, and is not shown. */
export function apiError<Code extends string>(api: ApiCode<Code>) {
  return class extends EntityDataError {
    static readonly api: ApiCode | readonly ApiCode[] = api;
    readonly code = api.code;

    constructor(message: string, { hint = api.fix, cause }: { hint?: string | undefined; cause?: unknown } = {}) {
      super(message, { hint, cause });
    }
  };
}

/** The service could not finish in time or the store is overloaded. Nothing is lost; the same request may be repeated. */
export class RetryableError extends apiError({
  code: 'TRY_AGAIN',
  meaning:
    'The service could not finish in time, or its store is overloaded. Nothing is lost, and the same request may be sent again.',
  fix: 'Send the same request again after a moment, waiting longer each time. If that does not help, send fewer records at once.',
}) {
  override readonly retryable = true;
}

/** The answer to a write was lost, so the write may or may not have happened. A caller that can repeat it may do so at once. */
export class UndecidedError extends RetryableError {}
