import { type PatternWeights, patternWeight } from '../transformers/pattern-size.ts';

/** Weight of a class of characters: its table is large where it speaks of scripts or of everything but something. */
const classWeight = 80;

const steps: PatternWeights = {
  atom(text) {
    // Each escape in a class may stand for a script of its own.
    if (text.startsWith('[')) return classWeight * text.split('\\').length;
    return text === '.' || /^\\[a-zA-Z]/.test(text) ? classWeight : 1;
  },
  // A group and a repetition take steps of their own.
  group: 5,
  copy: 0,
  repetition: 5,
};

/**
 * How many steps a pattern comes to at most when its counted repetitions are written out: what compiling it costs. A guess
 * from the text alone, as the pattern may be broken; it is never much too low.
 */
export function patternSteps(pattern: string): number {
  return patternWeight(pattern, steps);
}
