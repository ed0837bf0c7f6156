import { quote } from '../../text/quote.ts';
import type { Findings } from '../document/findings.ts';
import { type PatternWeights, patternWeight } from '../transformers/pattern-size.ts';
import type { LintContext } from './lint-rule.ts';

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

const lists = ['transformers', 'comparers', 'tokenizers', 'matchers'] as const;
const names = { transformers: 'transformer', comparers: 'comparer', tokenizers: 'tokenizer', matchers: 'matcher' };

/** The maximum number of steps of all patterns of a document; a useful document has some hundreds. */
const maxPatternSteps = 300_000;

/**
 * Reports the types' own findings about the attributes of their parts. Checking a pattern compiles it, so the patterns
 * of a document are checked only while their total stays within the limit.
 */
export function reportAttributeNotes({ document, registries }: LintContext, findings: Findings): void {
  let patternStepsLeft = maxPatternSteps;
  for (const list of lists) {
    for (const { value, pointer } of document[list]) {
      const owner = `${names[list]} ${quote(value.id)} (${value.type})`;
      const pattern = value.attributes['pattern'];
      if (typeof pattern === 'string') {
        if (patternStepsLeft < 0) continue;
        patternStepsLeft -= patternSteps(pattern);
        if (patternStepsLeft < 0) {
          findings.error(
            'PATTERNS_TOO_LARGE',
            `${pointer}/attributes/pattern`,
            `${owner}: up to here, the patterns of the document come to more than ${maxPatternSteps} steps`,
            'Write shorter patterns with smaller counted repetitions.',
          );
          continue;
        }
      }
      for (const note of registries[list].get(value.type)?.lint?.(value.attributes) ?? []) {
        findings.add({
          severity: note.severity,
          code: note.code,
          pointer: `${pointer}/attributes${note.pointer}`,
          message: `${owner}: ${note.message}`,
          hint: note.hint,
        });
      }
    }
  }
}
