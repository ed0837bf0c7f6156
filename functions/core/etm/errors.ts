import { EntityDataError } from '../errors.ts';

/** A transformer names a tokenizer or a reference list that the document does not have. The linter finds it first. */
export class MissingPartError extends EntityDataError {
  readonly code = 'MISSING_PART';

  constructor(transformer: string, attribute: string, id: string) {
    super(`${transformer}: ${attribute} names "${id}", which the document does not have`, {
      hint: `Add a part with the id "${id}" or correct ${attribute}.`,
    });
  }
}

/** A pattern that the linear-time engine cannot run. The linter finds it first. */
export class PatternError extends EntityDataError {
  readonly code = 'PATTERN';

  constructor(pattern: string, problem: string, cause?: unknown) {
    super(`the pattern ${JSON.stringify(pattern)} cannot be run: ${problem}`, {
      hint: 'Write it in RE2 syntax: no look-ahead, no look-behind, no back-references, repetitions up to 1000.',
      cause,
    });
  }
}
