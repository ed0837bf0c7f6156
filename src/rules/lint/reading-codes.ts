import type { LintCodes } from './lint-rule.ts';

/** The codes of the parser, which runs before any lint rule. */
export const readingCodes: LintCodes = {
  DOCUMENT_TOO_LARGE: {
    severity: 'error',
    meaning: 'The document has more bytes than the service reads.',
    example: 'a reference list of a million rows',
    fix: 'Remove unused parts and rows.',
  },
  NESTING_TOO_DEEP: {
    severity: 'error',
    meaning: 'Lists and objects are nested deeper than any part of a rule-config needs.',
    example: '[[[[[[ … ]]]]]]',
    fix: 'Check for brackets that are not closed.',
  },
  TOO_MANY_PARTS: {
    severity: 'error',
    meaning:
      'The document has more parts than the service reads: transformers, resolvers, comparers, tokenizers, matchers, rules and rule sets together, or rules alone.',
    example: '"rules": […], of which there are a hundred thousand',
    fix: 'Remove unused parts.',
  },
  TOO_MANY_FINDINGS: {
    severity: 'error',
    meaning: 'There are more findings than the linter lists. A warning when none of the findings is an error.',
    example: 'a thousand dangling ids and one more',
    fix: 'Correct the listed findings, then check again.',
  },
  INVALID_SYNTAX: {
    severity: 'error',
    meaning: 'The text is not valid JSON: a comma is missing or extra, there is a comment, or a text does not end.',
    example: '{ "rules": [], }',
    fix: 'Write strict JSON.',
  },
  DUPLICATE_KEY: {
    severity: 'error',
    meaning: 'An object has the same key twice, and only one can count.',
    example: '{ "rules": [], "rules": [] }',
    fix: 'Remove one of the two.',
  },
  RESERVED_KEY: {
    severity: 'error',
    meaning: 'A key is called __proto__.',
    example: '{ "__proto__": {} }',
    fix: 'Choose another key.',
  },
  LONE_SURROGATE: {
    severity: 'error',
    meaning: 'A text or key contains half of a surrogate pair, which is not a character.',
    example: '"\\ud83d"',
    fix: 'Write the whole character.',
  },
  NUMBER_BEYOND_PRECISION: {
    severity: 'error',
    meaning: 'A number has more digits than a double can represent, so the service would read another number.',
    example: '12345678901234567890',
    fix: 'Write the number that the service would read, or a text.',
  },
  NOT_JSON: {
    severity: 'error',
    meaning: 'A document that was not passed as text contains a value that JSON does not have.',
    example: 'a function',
    fix: 'Write a text, number, boolean, null, list or object.',
  },
  MISSING_KEY: {
    severity: 'error',
    meaning: 'A required key is missing.',
    example: '{ "id": "m", "type": "simple", "attributes": {} }',
    fix: 'Write the key that the message names.',
  },
  UNKNOWN_KEY: {
    severity: 'warning',
    meaning: 'A key is unknown and has no effect.',
    example: '{ "id": "R1", "matcherIds": ["sameEmail"] }',
    fix: 'Correct the key, or remove it.',
  },
  WRONG_TYPE: {
    severity: 'error',
    meaning: 'A value has another JSON type than the key requires.',
    example: '"mustExist": "yes"',
    fix: 'Write a value of the type that the hint names.',
  },
  INVALID_VALUE: {
    severity: 'error',
    meaning: 'A value is not one of the allowed values.',
    example: '"algorithm": "jaroWinkel"',
    fix: 'Write one of the values that the hint names.',
  },
  OUT_OF_RANGE: {
    severity: 'error',
    meaning: 'A number, a text or a list is too small, too large, too short or too long.',
    example: '"score": 2',
    fix: 'Stay in the range that the hint names.',
  },
  UNKNOWN_TYPE: {
    severity: 'error',
    meaning: 'There is no transformer, comparer, tokenizer or matcher of this type.',
    example: '"type": "normalizemail"',
    fix: 'Write one of the types that the hint names.',
  },
  DUPLICATE_ID: {
    severity: 'error',
    meaning: 'Two parts of one list have the same id.',
    example: '"matchers": [{ "id": "a", … }, { "id": "a", … }]',
    fix: 'Give one of the two another id.',
  },
  DANGLING_ID: {
    severity: 'error',
    meaning: 'The document uses an id that no part has.',
    example: '"matcherIDs": ["sameEmial"]',
    fix: 'Write the id of a part, or add the part.',
  },
};
