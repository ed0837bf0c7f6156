import type { EntityDataError } from '../../src/errors.ts';
import { describeFailure, type FailureDescription } from '../../src/runtime/log/failure.ts';

export interface QuietFailures {
  /** Receives the reason of a failure, without stored values. */
  readonly onFailure: (failure: FailureDescription) => void;
  /** What is thrown instead. It has no details, because Lambda writes message and cause of a thrown error to its log. */
  readonly failed: () => EntityDataError;
}

/**
 * Works, then reports what is left to do. Work that fails is reported as well, so that alarms see what is left, and then
 * fails without details.
 *
 * @throws the error of `failed` when the work or the report fails
 */
export async function failingQuietly(
  work: () => Promise<void>,
  report: () => Promise<void>,
  { onFailure, failed }: QuietFailures,
): Promise<void> {
  try {
    try {
      await work();
    } finally {
      await report();
    }
  } catch (failure) {
    onFailure(describeFailure(failure));
    throw failed();
  }
}
