import { type RE2JS as Pattern, RE2JS } from 're2js';
import type { AttributeNote } from '../document/definition.ts';
import { PatternError } from './transformer.ts';

/** The weights of the parts of a pattern. */
export interface PatternWeights {
  /** A character, an escape, or a class in brackets, given by its text. */
  atom(text: string): number;
  readonly group: number;
  /** Added to each copy that a count such as `{3}` makes. */
  readonly copy: number;
  /** Added by `*`, `+` and `?`. */
  readonly repetition: number;
}

/** The weight of a group so far, and of its last atom, which a repetition would multiply. */
interface Group {
  sum: number;
  atom: number;
}

/** The maximum weight, so that sums remain finite. */
const most = 1e9;

/**
 * Returns the weight of a pattern after expanding its counted repetitions. Reads only the text, which may be invalid.
 */
export function patternWeight(pattern: string, weights: PatternWeights): number {
  const open: Group[] = [{ sum: 0, atom: 0 }];
  for (let at = 0; at < pattern.length; ) {
    const group = open.at(-1)!;
    const repetition = repetitionAt(pattern, at);
    const nothing = nothingEnd(pattern, at);
    if (nothing !== undefined) {
      at = nothing;
    } else if (repetition !== undefined) {
      repeat(group, repetition.times, weights);
      at = repetition.end;
    } else if (pattern[at] === '(') {
      open.push({ sum: weights.group, atom: 0 });
      at = groupStart(pattern, at);
    } else if (pattern[at] === ')' && open.length > 1) {
      addAtom(open.at(-2)!, open.pop()!.sum);
      at += 1;
    } else if (pattern.startsWith('\\Q', at)) {
      const end = quoteEnd(pattern, at);
      group.sum = Math.min(most, group.sum + end - at);
      group.atom = 1;
      at = end;
    } else {
      const end = atomEnd(pattern, at);
      addAtom(group, weights.atom(pattern.slice(at, end)));
      at = end;
    }
  }
  return open.reduce((total, { sum }) => Math.min(most, total + sum), 0);
}

const instructions: PatternWeights = { atom: () => 1, group: 2, copy: 1, repetition: 1 };

/**
 * Estimates the number of instructions that a pattern compiles to. RE2 expands repetitions before it counts them, and
 * 900 characters can become 900,000 instructions. The estimate is up to three times too high and never much too low.
 */
export function patternSize(pattern: string): number {
  return patternWeight(pattern, instructions);
}

function repeat(group: Group, times: number | undefined, { copy, repetition }: PatternWeights): void {
  const repeated = Math.min(most, times === undefined ? group.atom + repetition : (group.atom + copy) * times);
  group.sum = Math.min(most, group.sum - group.atom + repeated);
  group.atom = repeated;
}

function addAtom(group: Group, weight: number): void {
  group.sum = Math.min(most, group.sum + weight);
  group.atom = weight;
}

const COUNT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;

interface Repetition {
  /** Undefined for `*`, `+` and `?`. */
  readonly times?: number;
  readonly end: number;
}

function repetitionAt(pattern: string, at: number): Repetition | undefined {
  const character = pattern[at]!;
  if ('*+?'.includes(character)) return { end: at + 1 };
  if (character !== '{') return undefined;
  COUNT.lastIndex = at;
  const [text, least, most] = COUNT.exec(pattern) ?? [];
  if (text === undefined) return undefined;
  return { times: Math.max(1, Number(least), Number(most ?? 0)), end: at + text.length };
}

const NOTHING = /\\Q\\E|\(\?[A-Za-z-]*\)/y;

/**
 * Returns the end of flags such as `(?i)` and of empty quotes. They are not atoms: a repetition after them applies to
 * the part before them.
 */
function nothingEnd(pattern: string, at: number): number | undefined {
  NOTHING.lastIndex = at;
  return NOTHING.test(pattern) ? NOTHING.lastIndex : undefined;
}

const GROUP = /\((?:\?(?:P?<\w*>|[A-Za-z-]*:?))?/y;

/** Returns the start of a group's content: after `(`, `(?:`, `(?i:` or `(?P<name>`. */
function groupStart(pattern: string, at: number): number {
  GROUP.lastIndex = at;
  return at + (GROUP.exec(pattern)?.[0].length ?? 1);
}

/** Returns the end of a text between \Q and \E. */
function quoteEnd(pattern: string, at: number): number {
  const close = pattern.indexOf('\\E', at);
  return close === -1 ? pattern.length : close + 2;
}

/** Returns the end of an atom that is not a repetition: a character, an escape, or a class in brackets. */
function atomEnd(pattern: string, at: number): number {
  if (pattern[at] === '[') return classEnd(pattern, at);
  return pattern[at] === '\\' ? escapeEnd(pattern, at) : at + 1;
}

function escapeEnd(pattern: string, at: number): number {
  const name = pattern[at + 1];
  // In \p{Greek} and \x{10FFFF} the braces are not a repetition.
  if (name !== undefined && 'pPx'.includes(name) && pattern[at + 2] === '{') {
    const close = pattern.indexOf('}', at);
    return close === -1 ? pattern.length : close + 1;
  }
  return at + 2;
}

function classEnd(pattern: string, at: number): number {
  let from = at + 1;
  if (pattern[from] === '^') from += 1;
  // A leading bracket is literal.
  if (pattern[from] === ']') from += 1;
  while (from < pattern.length && pattern[from] !== ']') {
    if (pattern.startsWith('[:', from)) {
      const close = pattern.indexOf(':]', from + 2);
      from = close === -1 ? from + 1 : close + 2;
    } else from = pattern[from] === '\\' ? escapeEnd(pattern, from) : from + 1;
  }
  return from + 1;
}

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
