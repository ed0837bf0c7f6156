import type { RE2JS as Pattern } from 're2js';
import { RE2JS } from 're2js';
import type { AttributeNote } from '../document/definition.ts';
import { PatternError } from './errors.ts';
import { patternSize } from './pattern-size.ts';

/** Longer patterns are refused: compiling takes memory in proportion, and hand-written patterns are shorter. */
const maximalPatternLength = 1000;
/** The maximum number of compiled instructions of a pattern: nested repetitions such as (a{30}){30} multiply. */
const maximalProgramSize = 10_000;
/** The factor by which the estimate from the text may be too high. */
const estimateTolerance = 4;

/** Compiles a pattern of a document or request for the linear-time engine. Throws a PatternError. */
export function compilePattern(pattern: string, { ignoreCase = false } = {}): Pattern {
  if (pattern.length > maximalPatternLength) {
    throw new PatternError(`${pattern.slice(0, 40)}…`, `it is longer than ${maximalPatternLength} characters`);
  }
  // Check before compiling: a program of a million instructions takes a second and 200 MB.
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

/** Returns the lint findings for a pattern; none if the engine can run it. */
export function patternNotes(pattern: string, pointer: string): AttributeNote[] {
  try {
    const compiled = compilePattern(pattern);
    if (!compiled.matcher('').matches()) return [];
    return [
      {
        severity: 'warning',
        code: 'PATTERN_MATCHES_EMPTY',
        message: `the pattern ${JSON.stringify(pattern)} also matches the empty text`,
        hint: 'Require at least one character, for instance with + instead of *.',
        pointer,
      },
    ];
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [{ severity: 'error', code: 'PATTERN', message: error.message, hint: error.hint ?? '', pointer }];
  }
}
