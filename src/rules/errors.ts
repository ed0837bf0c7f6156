import { apiError, EntityDataError } from '../errors.ts';

/** The compiler got a document with lint errors. */
export class InvalidRuleConfigError extends EntityDataError {
  readonly code = 'INVALID_RULE_CONFIG';

  constructor(problem: string, cause?: unknown) {
    super(`the rule-config cannot be compiled: ${problem}`, {
      hint: 'Run the linter on the document: it names every problem with line and column.',
      cause,
    });
  }
}

/**
 * A value that `mustExist` demands is missing in a rule with `ignoreErrors: false`: in a record that is to be stored, or in
 * the parameters of a search.
 */
export class FieldDoesNotExistError extends apiError({
  code: 'FIELD_DOES_NOT_EXIST',
  meaning:
    'A matcher demands a value (`mustExist: true`, or a `field` transformer with it above the resolver), a record or the search parameters have none, and the rule does not ignore errors (`ignoreErrors: false`). Nothing of the request was stored.',
  fix: 'Give the record this value, or set mustExist to false or ignoreErrors to true in the rule-config.',
}) {
  /** @param subject which record: `record "17"`, `search parameters` */
  constructor(
    subject: string,
    place: { readonly ruleID: string; readonly matcherID: string; readonly resolverID: string },
  ) {
    const { ruleID, matcherID, resolverID } = place;
    super(
      `field does not exist in ETM pipeline output: ${subject}, matcher "${matcherID}", resolver "${resolverID}" (rule "${ruleID}")`,
    );
  }
}

/**
 * A record has too many index keys. Indexing all of them would be too expensive; indexing some would lose matches
 * silently.
 */
export class TooManyIndexKeysError extends apiError({
  code: 'TOO_MANY_INDEX_KEYS',
  meaning:
    'A record or a search would need more index keys than the cap: all of them would cost too much, and some would lose matches silently. Nothing of the request was stored.',
  fix: 'Give the record fewer or shorter values there, lower indexTokens, or name the matcher in disableIndexMatcherIDs.',
}) {
  constructor(subject: string, limit: number, place: { readonly ruleID: string; readonly matcherID: string }) {
    super(
      `${subject} has more than ${limit} index keys; rule "${place.ruleID}", matcher "${place.matcherID}" gives the most`,
    );
  }
}

/** A search names a rule set that the document does not have. */
export class UnknownSearchRuleSetError extends apiError({
  code: 'UNKNOWN_SEARCH_RULES',
  meaning: '`input.searchRules` names rules that the rule-config does not have.',
  fix: 'Use one of the names that the hint lists.',
}) {
  constructor(name: string, known: readonly string[]) {
    super(`there is no search rule set "${name}"`, { hint: `The rule-config has: ${known.join(', ') || 'none'}.` });
  }
}
