import { apiError } from '../../../errors.ts';

/** A filter excludes nothing, or a list of fields or criteria is empty. */
export class EmptyFilterError extends apiError({
  code: 'EMPTY_FILTER',
  meaning:
    'A filter without a condition, a condition without a criterion, or an empty list of fields or sort criteria.',
  fix: 'Give at least one, or leave the argument out.',
}) {}

/** `likeRegex` is not a regular expression that the service can run. */
export class InvalidRegexError extends apiError({
  code: 'INVALID_REGEX',
  meaning: '`likeRegex` is not RE2 syntax, or too large to run.',
  fix: 'Write RE2 syntax: no look-around, no back-references; a backslash before ( or * stands for the character itself.',
}) {
  /** @param problem names the pattern */
  constructor(problem: string) {
    super(`likeRegex: ${problem}`);
  }
}

/** The patterns of a request would take too many steps on the texts that they are matched against. */
export class FilterTooExpensiveError extends apiError({
  code: 'FILTER_TOO_EXPENSIVE',
  meaning:
    'The `likeRegex` patterns of the request would take more than 50,000,000 steps. A pattern takes up to one for each of its instructions and each character of the texts that it is tried on, and 2,500,000 by itself.',
  fix: 'Put a condition in front that fewer records fulfil, write shorter patterns with smaller repetitions, use startsWith, endsWith or equals, or ask for fewer records.',
}) {
  constructor() {
    super('the likeRegex patterns of this request are too expensive for the texts that they would be tried on');
  }
}

/** A numeric function got a value that is not a number. */
export class ValueNotNumericError extends apiError({
  code: 'VALUE_NOT_NUMERIC',
  meaning: 'A comparison or an insight that needs numbers met another value.',
  fix: 'Filter such records out first, for instance with likeRegex, or take a field of numbers.',
}) {
  constructor(path: string, value: unknown, recordID: unknown) {
    super(`${path} of record ${quoted(recordID)} is no number: ${quoted(value)}`);
  }
}

/** A time function got a value that is not a time. */
export class ValueNotTimeError extends apiError({
  code: 'VALUE_NOT_A_TIME',
  meaning: 'A comparison or an insight that needs times met another value.',
  fix: 'A time is a text such as 2024-02-29T12:00:00Z (the zone may be left out) or a day such as 2024-02-29.',
}) {
  constructor(path: string, value: unknown, recordID: unknown) {
    super(`${path} of record ${quoted(recordID)} is no time: ${quoted(value)}`);
  }
}

/** A number of a request is out of range. */
export class ArgumentOutOfRangeError extends apiError({
  code: 'ARGUMENT_OUT_OF_RANGE',
  meaning: 'A number such as `page`, `pageSize`, `top` or `count` is negative, zero or larger than it may be.',
  fix: 'Give a number in the range that the message names.',
}) {
  constructor(argument: string, value: number | string, allowed: string) {
    super(`${argument} is ${value}; it must be ${allowed}`, { hint: `Give ${argument} ${allowed}.` });
  }
}

/** Shortens a value for a message: messages are logged and sent, and a value may be long. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
