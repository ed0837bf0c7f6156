import type { RE2JS as Pattern } from 're2js';
import { RE2JS } from 're2js';
import type { AttributeNote } from '../ruleconfig/definition.ts';
import { PatternError } from './errors.ts';
import { patternSize } from './pattern-size.ts';

/** Longer patterns are refused: nobody writes them by hand, and compiling costs memory in proportion. */
export const maximalPatternLength = 1000;
/** Compiled instructions a pattern may have: nested repetitions such as (a{30}){30} multiply. */
const maximalProgramSize = 10_000;
/** What the text alone tells is too high, up to so many times. */
const estimateTolerance = 4;

/** Compiles a pattern of a document or of a request for the engine with linear time. Throws a PatternError. */
export function compilePattern(pattern: string, { ignoreCase = false } = {}): Pattern {
  if (pattern.length > maximalPatternLength) {
    throw new PatternError(`${pattern.slice(0, 40)}…`, `it is longer than ${maximalPatternLength} characters`);
  }
  // Before it is compiled: a program of a million instructions takes a second and 200 MB.
  if (patternSize(pattern) > maximalProgramSize * estimateTolerance) throw tooLarge(pattern);
  let compiled: Pattern;
  try {
    compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    throw new PatternError(pattern, cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (compiled.programSize() > maximalProgramSize) throw tooLarge(pattern);
  return compiled;
}

const tooLarge = (pattern: string) => new PatternError(pattern, 'its repetitions multiply to too many steps');

/** What the linter says about a pattern: nothing when it can be run. */
export function patternNotes(pattern: string, pointer: string): AttributeNote[] {
  try {
    const compiled = compilePattern(pattern);
    if (!compiled.matcher('').matches()) return [];
    return [
      {
        severity: 'warning',
        code: 'PATTERN_MATCHES_EMPTY',
        message: `the pattern ${JSON.stringify(pattern)} also matches the empty text`,
        hint: 'Ask for at least one character, for instance with + instead of *.',
        pointer,
      },
    ];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [{ severity: 'error', code: 'PATTERN', message: error.message, hint: error.hint ?? '', pointer }];
  }
}
