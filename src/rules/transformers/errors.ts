import { EntityDataError } from '../../errors.ts';

/** A transformer names a tokenizer or a reference list that is not in the document. The linter reports this earlier. */
export class MissingPartError extends EntityDataError {
  readonly code = 'MISSING_PART';

  constructor(transformer: string, attribute: string, id: string) {
    super(`${transformer}: ${attribute} names "${id}", which the document does not have`, {
      hint: `Add a part with the id "${id}" or correct ${attribute}.`,
    });
  }
}

/** The linear-time engine cannot run a pattern. The linter reports this earlier. */
export class PatternError extends EntityDataError {
  readonly code = 'PATTERN';

  constructor(pattern: string, problem: string, cause?: unknown) {
    super(`the pattern ${JSON.stringify(pattern)} cannot be run: ${problem}`, {
      hint: 'Write it in RE2 syntax: no look-ahead, no look-behind, no back-references, repetitions up to 1000.',
      cause,
    });
  }
}
