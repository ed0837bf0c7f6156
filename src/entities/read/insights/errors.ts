import { EntityDataError } from '../../../errors.ts';

/** A filter excludes nothing, or a list of fields or criteria is empty. */
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

/** The patterns of a request would take too many steps on the texts that they are matched against. */
export class FilterTooExpensiveError extends EntityDataError {
  readonly code = 'FILTER_TOO_EXPENSIVE';
  constructor() {
    super('the likeRegex patterns of this request are too expensive for the texts that they would be tried on', {
      hint: 'Put a condition in front that fewer records fulfil, write shorter patterns with smaller repetitions, use startsWith, endsWith or equals, or ask for fewer records.',
    });
  }
}

/** A numeric function got a value that is not a number. */
export class ValueNotNumericError extends EntityDataError {
  readonly code = 'VALUE_NOT_NUMERIC';
  constructor(path: string, value: unknown, recordID: unknown) {
    super(`${path} of record ${quoted(recordID)} is no number: ${quoted(value)}`, {
      hint: 'Filter such records out first, for instance with likeRegex, or take a field of numbers.',
    });
  }
}

/** A time function got a value that is not a time. */
export class ValueNotTimeError extends EntityDataError {
  readonly code = 'VALUE_NOT_A_TIME';
  constructor(path: string, value: unknown, recordID: unknown) {
    super(`${path} of record ${quoted(recordID)} is no time: ${quoted(value)}`, {
      hint: 'A time is a text such as 2024-02-29T12:00:00Z (the zone may be left out) or a day such as 2024-02-29.',
    });
  }
}

/** A number of a request is out of range. */
export class ArgumentOutOfRangeError extends EntityDataError {
  readonly code = 'ARGUMENT_OUT_OF_RANGE';
  constructor(argument: string, value: number | string, allowed: string) {
    super(`${argument} is ${value}; it must be ${allowed}`, { hint: `Give ${argument} ${allowed}.` });
  }
}

/** Shortens a value for a message: messages are logged and sent, and a value may be long. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
