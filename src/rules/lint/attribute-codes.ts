import { quote } from '../../text/plain-text.ts';
import type { Findings } from '../document/findings.ts';
import { type PatternWeights, patternWeight } from '../transformers/pattern.ts';
import type { LintCodes, LintContext } from './lint-rule.ts';

/** The codes of the types' own findings about the attributes of their parts; see `lint` of a definition. */
export const attributeCodes: LintCodes = {
  MISSING_ATTRIBUTE: {
    severity: 'error',
    meaning: 'An attribute that the chosen operation needs is missing.',
    example: '{ "type": "stringop", "attributes": { "operation": "replace" } }',
    fix: 'Write the attribute that the message names.',
  },
  UNUSED_ATTRIBUTE: {
    severity: 'warning',
    meaning: 'The chosen operation does not use an attribute.',
    example: '{ "type": "stringop", "attributes": { "operation": "trim", "pattern": "a+" } }',
    fix: 'Remove the attribute, or choose the operation that uses it.',
  },
  PATTERN: {
    severity: 'error',
    meaning: 'The regular expression engine (RE2, linear time) cannot run a pattern.',
    example: '"pattern": "(?=a)b"',
    fix: 'Write it without look-ahead, look-behind and back-references, with repetitions up to 1000.',
  },
  PATTERNS_TOO_LARGE: {
    severity: 'error',
    meaning: 'The patterns of the document have too many steps together.',
    example: '"pattern": "[a-z]{1000}[0-9]{1000}", and many of them',
    fix: 'Write shorter patterns with smaller counted repetitions.',
  },
  PATTERN_MATCHES_EMPTY: {
    severity: 'warning',
    meaning: 'A pattern also matches the empty text, so it matches everywhere.',
    example: '"pattern": "[a-z]*"',
    fix: 'Require at least one character: + instead of *.',
  },
  UNKNOWN_GROUP: {
    severity: 'error',
    meaning: 'An attribute uses a group that the pattern does not have.',
    example: '"pattern": "(a)b", "replacement": "$2"',
    fix: 'Put parentheses around the part to keep, or name an existing group.',
  },
  EMPTY_PATH_STEP: {
    severity: 'error',
    meaning: 'A path has two dots in a row, or one at an end.',
    example: '"path": "address..city"',
    fix: 'Join names by single dots.',
  },
  DUPLICATE_PIN: {
    severity: 'error',
    meaning: 'Two output pins have the same name.',
    example: '"outputPins": ["email", "email"]',
    fix: 'Name every pin once.',
  },
  EMPTY_FILTER: {
    severity: 'error',
    meaning: 'A filter lists no values, so it keeps nothing. A warning where it drops nothing.',
    example: '{ "type": "filter", "attributes": { "filterOut": false, "values": [] } }',
    fix: 'List the values, or remove the filter from the pipeline.',
  },
  LIST_MAPS_TO_ITSELF: {
    severity: 'warning',
    meaning: 'A mapping reads and writes the same column of a reference list, so it changes nothing.',
    example: '"keyColumn": 0, "valueColumn": 0',
    fix: 'Choose another column, or set keepUnknown to false.',
  },
  DATE_FORMAT: {
    severity: 'error',
    meaning: 'A format does not describe a date.',
    example: '"formats": ["DD.MM"]',
    fix: 'Name year, month and day once each: DD.MM.YYYY.',
  },
  UNKNOWN_COUNTRY: {
    severity: 'error',
    meaning: 'A country code is unknown.',
    example: '"defaultCountry": "UK"',
    fix: 'Write the ISO 3166 code of two letters: GB.',
  },
  UNKNOWN_STATE: {
    severity: 'error',
    meaning: 'A state code is unknown.',
    example: '{ "type": "identifier", "attributes": { "kind": "DL", "state": "XX" } }',
    fix: 'Write the code of two letters: CA.',
  },
  INDEX_TOKENS_ABOVE_MIN: {
    severity: 'warning',
    meaning: 'indexTokens is larger than min, which would lose matches; the service uses min.',
    example: '{ "type": "token", "attributes": { "min": 1, "indexTokens": 2 } }',
    fix: 'Raise min, or lower indexTokens.',
  },
  INDEX_STRATEGY_INCOMPLETE: {
    severity: 'warning',
    meaning: 'An index strategy would lose matches of the matcher, so the matcher is only verified.',
    example: '{ "type": "token", "attributes": { "strategy": "minimum", "indexStrategy": "all" } }',
    fix: 'Write combinations, or the strategy sameorder.',
  },
  SAME_AS_EXACT: {
    severity: 'warning',
    meaning: 'A comparer accepts almost only equal texts.',
    example: '{ "type": "similarity", "attributes": { "algorithm": "jaro", "threshold": 1 } }',
    fix: 'Use the comparer exact, or lower the threshold.',
  },
  DISTANCE_NOT_INDEXED: {
    severity: 'warning',
    meaning: 'A distance is too large to find candidates by itself.',
    example: '{ "type": "distance", "attributes": { "allowedDistance": 5 } }',
    fix: 'Allow less, or add a matcher to the rule that finds the candidates.',
  },
  WEIGHTS_DO_NOT_FIT: {
    severity: 'error',
    meaning: 'In the evidence of a weighted matcher, the number of weights differs from the number of matchers.',
    example: '{ "matcherIDs": ["sameName", "alikeName"], "weights": [8] }',
    fix: 'Write one weight for each matcher, in the same order.',
  },
  DISAGREEMENT_COUNTS_MORE: {
    severity: 'warning',
    meaning: 'In the evidence of a weighted matcher, a mismatch counts more than any match.',
    example: '{ "matcherIDs": ["sameName"], "weights": [5], "otherwise": 8 }',
    fix: 'Write otherwise below the weights, usually below 0.',
  },
  LIMITS_CROSS: {
    severity: 'error',
    meaning: 'The lower limit of a group of evidence is above its upper limit, or the group contains itself.',
    example: '"limits": { "place": { "most": 5, "least": 9 } }',
    fix: 'Write a least below most.',
  },
  ODDS_ABOVE_THRESHOLD: {
    severity: 'warning',
    meaning: 'evenOddsAt of a weighted matcher is above its threshold, so it links records that probably do not match.',
    example: '{ "type": "weighted", "attributes": { "threshold": 10, "evenOddsAt": 14, "evidence": [ … ] } }',
    fix: 'Write evenOddsAt below the threshold.',
  },
  THRESHOLD_OUT_OF_REACH: {
    severity: 'error',
    meaning: 'The threshold of a weighted matcher is higher than the sum of all its evidence.',
    example: '{ "threshold": 30, "evidence": [{ "matcherIDs": ["sameName"], "weights": [8] }] }',
    fix: 'Lower the threshold, or raise weights.',
  },
  SAME_RESOLVER_TWICE: {
    severity: 'error',
    meaning: 'A matcher that compares two resolvers with each other names one of them twice.',
    example: '{ "type": "swapped", "attributes": { "resolverIDs": ["name", "name"] } }',
    fix: 'Name two resolvers.',
  },
};

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
