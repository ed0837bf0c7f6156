import { EntityDataError } from '../errors.ts';

/** A filter that cannot exclude anything, or a list of fields or criteria without an entry. */
export class EmptyFilterError extends EntityDataError {
  readonly code = 'EMPTY_FILTER';
}

/** `likeRegex` is not a regular expression that the service can run. */
export class InvalidRegexError extends EntityDataError {
  readonly code = 'INVALID_REGEX';
  /** @param problem names the pattern */
  constructor(problem: string) {
    super(`likeRegex: ${problem}`, {
      hint: 'Write RE2 syntax: no look-around, no back-references; a backslash before ( or * stands for the character itself.',
    });
  }
}

/** The patterns of a request would take too many steps on the texts that they are tried on. */
export class FilterTooExpensiveError extends EntityDataError {
  readonly code = 'FILTER_TOO_EXPENSIVE';
  constructor() {
    super('the likeRegex patterns of this request are too expensive for the texts that they would be tried on', {
      hint: 'Put a condition in front that fewer records fulfil, write shorter patterns with smaller repetitions, use startsWith, endsWith or equals, or ask for fewer records.',
    });
  }
}

/** A function of numbers met a value that is none. */
export class ValueNotNumericError extends EntityDataError {
  readonly code = 'VALUE_NOT_NUMERIC';
  constructor(path: string, value: unknown, recordID: unknown) {
    super(`${path} of record ${quoted(recordID)} is no number: ${quoted(value)}`, {
      hint: 'Filter such records out first, for instance with likeRegex, or take a field of numbers.',
    });
  }
}

/** A function of times met a value that is none. */
export class ValueNotTimeError extends EntityDataError {
  readonly code = 'VALUE_NOT_A_TIME';
  constructor(path: string, value: unknown, recordID: unknown) {
    super(`${path} of record ${quoted(recordID)} is no time: ${quoted(value)}`, {
      hint: 'A time is a text such as 2024-02-29T12:00:00Z (the zone may be left out) or a day such as 2024-02-29.',
    });
  }
}

/** A number of a request is outside of what it may be. */
export class ArgumentOutOfRangeError extends EntityDataError {
  readonly code = 'ARGUMENT_OUT_OF_RANGE';
  constructor(argument: string, value: number, allowed: string) {
    super(`${argument} is ${value}; it must be ${allowed}`, { hint: `Give ${argument} ${allowed}.` });
  }
}

/** A value in a message, cut: messages travel, and a value may be long. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
